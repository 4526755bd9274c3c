// Browser pages without Playwright's instrumentation. On Playwright's own pages the debugger records where each Error
// is created, for which V8 parses the surrounding script again. That takes 90 ms of this app's start on the slower
// processor, which no user without a debugger pays.

const ASK_AGAIN_MS = 20;
const PATIENCE_MS = 60_000;
/** A page without requests for this many milliseconds has loaded everything, like Playwright's network idle. */
const IDLE_MS = 500;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Stored state of a new browser: cookies, and storage by origin, in Playwright's format. */
export const NOTHING = { cookies: [], origins: [] };

/** Opens isolated contexts in the running browser, each with the given state. */
export async function plainBrowser(browser) {
  const root = await browser.newBrowserCDPSession();
  const open = new Map();
  root.on("Target.receivedMessageFromTarget", ({ sessionId, message }) => open.get(sessionId)?.(JSON.parse(message)));

  /** Opens a page and returns functions to control it. */
  async function openPage(browserContextId) {
    const { targetId } = await root.send("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await root.send("Target.attachToTarget", { targetId, flatten: false });
    const waiting = new Map();
    const heard = [];
    open.set(sessionId, ({ id, method, params, result, error }) => {
      if (method !== undefined) for (const [name, listener] of heard) if (name === method) listener(params);
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error) asked?.reject(new Error(error.message));
      else asked?.resolve(result);
    });
    let asked = 0;
    const send = (method, params = {}) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve, reject });
        const message = JSON.stringify({ id: asked, method, params });
        root.send("Target.sendMessageToTarget", { sessionId, message }).catch(reject);
      });
    return {
      send,
      on: (method, listener) => heard.push([method, listener]),
      async evaluate(expression) {
        const asking = { expression, awaitPromise: true, returnByValue: true };
        const { result, exceptionDetails } = await send("Runtime.evaluate", asking);
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
      },
      async close() {
        open.delete(sessionId);
        await root.send("Target.closeTarget", { targetId });
      },
    };
  }

  /** Opens a browser with the given state; `state()` returns its current state. */
  return async ({ cookies, origins } = NOTHING) => {
    const { browserContextId } = await root.send("Target.createBrowserContext");
    if (cookies.length > 0) await root.send("Storage.setCookies", { browserContextId, cookies });
    return {
      openPage: () => openPage(browserContextId),
      kept: Object.fromEntries(
        origins.flatMap(({ localStorage }) => localStorage.map(({ name, value }) => [name, value])),
      ),
      async state() {
        const now = await root.send("Storage.getCookies", { browserContextId });
        return { cookies: now.cookies, origins };
      },
      close: () => root.send("Target.disposeBrowserContext", { browserContextId }),
    };
  };
}

/** Counts the pending requests of a page. Call it before the first navigation. */
export function watchRequests(page, onRequest) {
  const underWay = new Set();
  let lastMs = Date.now();
  const over = ({ requestId }) => {
    underWay.delete(requestId);
    lastMs = Date.now();
  };
  page.on("Network.requestWillBeSent", ({ requestId, loaderId, request }) => {
    // The script of a worker is requested in this session but finishes in another one.
    if (loaderId === "") return;
    underWay.add(requestId);
    lastMs = Date.now();
    onRequest(request);
  });
  page.on("Network.loadingFinished", over);
  page.on("Network.loadingFailed", over);
  return () => underWay.size === 0 && Date.now() - lastMs >= IDLE_MS;
}

/** Waits until `is` returns true. */
export async function until(what, is) {
  const end = Date.now() + PATIENCE_MS;
  while (!(await is())) {
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`);
    await pause(ASK_AGAIN_MS);
  }
}
