/** Routes in the address: `#/project/ID/tab?key=value`. */

/** @returns {{name: string, id: string, tab: string, query: URLSearchParams}} */
export function route(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [name = "", id = "", tab = ""] = path.split("/").map(decoded);
  return { name, id, tab, query: new URLSearchParams(query) };
}

/** An address may be mistyped: what cannot be decoded is taken as it is. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {string} hash */
export function go(hash) {
  location.hash = hash;
}

/** Change the address without showing anything anew, e.g. for a tab. @param {string} hash */
export const note = (hash) => history.replaceState(null, "", hash);

/** @param {() => void} show */
export const watchRoute = (show) => window.addEventListener("hashchange", show);

export const toProject = (id, tab = "") => `#/project/${encodeURIComponent(id)}${tab ? `/${tab}` : ""}`;
export const toDocument = (id) => `#/document/${encodeURIComponent(id)}`;
