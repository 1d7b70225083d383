/**
 * Server-sent events of one path.
 *
 * The browser reconnects a stream that broke off, but gives up on one that was answered with an error; this
 * tries again, ever more slowly. A page in the background lets go of its stream after a while: a browser
 * keeps few connections to one server, and a dozen open documents would take them all.
 */

const HIDDEN_FOR = 30_000;

/**
 * @param {string} address @param {Record<string, (data: any) => void>} handlers
 * @param {() => void} broke told whenever it breaks off: the server may be lost
 */
export function listen(address, handlers, broke) {
  let source = null;
  let timer = 0;
  let pause = 1000;
  let opened = false;
  let closed = false;

  function connect() {
    clearTimeout(timer);
    if (closed || source) return;
    source = new EventSource(address);
    source.onopen = () => {
      pause = 1000;
      handlers.open?.(opened);
      opened = true;
    };
    source.onerror = () => {
      broke();
      if (source?.readyState !== EventSource.CLOSED) return;
      drop();
      pause = Math.min(pause * 2, 30_000);
      timer = window.setTimeout(connect, pause);
    };
    for (const [kind, handler] of Object.entries(handlers)) {
      if (kind !== "open") source.addEventListener(kind, (event) => handler(parsed(event.data)));
    }
  }

  function drop() {
    source?.close();
    source = null;
  }

  function onVisibility() {
    clearTimeout(timer);
    if (!document.hidden) connect();
    else timer = window.setTimeout(drop, HIDDEN_FOR);
  }

  document.addEventListener("visibilitychange", onVisibility);
  connect();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisibility);
      drop();
    },
  };
}

function parsed(data) {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}
