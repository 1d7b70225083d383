/**
 * Between the code points of the service and the UTF-16 units of this language.
 *
 * They differ only behind characters outside the basic plane, which most documents do not have: then both
 * ways are the identity and cost nothing.
 */

/**
 * @param {string} text
 * @returns {{inward: (point: number) => number, outward: (unit: number) => number}}
 */
export function offsets(text) {
  const points = []; // code point offsets of the characters that take two units
  let pairs = 0;
  for (const found of text.matchAll(/[\u{10000}-\u{10FFFF}]/gu)) {
    points.push(found.index - pairs);
    pairs += 1;
  }
  if (!pairs) return { inward: same, outward: same };
  const units = points.map((point, index) => point + index);
  return {
    inward: (point) => point + below(points, point),
    outward: (unit) => unit - below(units, unit),
  };
}

const same = (offset) => offset;

/** How many of the sorted numbers are less than the limit. @param {number[]} sorted @param {number} limit */
export function below(sorted, limit) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
