/**
 * One upload with progress and cancel: the one thing that fetch cannot do and XMLHttpRequest can.
 */

/**
 * @param {string} address @param {FormData} form
 * @param {{onProgress?: (fraction: number) => void, signal?: AbortSignal, csrf: string, lose: () => void,
 *          find: () => void, failure: Function, ApiError: any}} options
 * @returns {Promise<any>}
 */
export function send(address, form, { onProgress, signal, csrf, lose, find, failure, ApiError }) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Accept", "application/json");
    if (csrf) request.setRequestHeader("X-CSRF-Token", csrf);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onload = () => {
      find();
      const data = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(data);
      else reject(failure(request.status, data));
    };
    request.onerror = () => {
      // A server that refuses an upload by its size may close the line before it was read to the end, which
      // looks like a lost one: asking for the server tells the two apart.
      lose();
      reject(new ApiError(0, "offline", "no answer from the server"));
    };
    request.onabort = () => reject(new ApiError(0, "aborted", "aborted"));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    if (signal?.aborted) reject(new ApiError(0, "aborted", "aborted"));
    else request.send(form);
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
