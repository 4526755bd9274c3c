// Pages of a browser that nothing watches but what is asked for here. Playwright's own pages have the debugger note where
// each Error is made, for which V8 parses the script around it once more: 90 ms of this app's start on the slower processor,
// which nobody pays who has no debugger open.

const ASK_AGAIN_MS = 20;
const PATIENCE_MS = 60_000;
/** No request for so long, and the page has all that it wants, in milliseconds; what Playwright calls idle. */
const IDLE_MS = 500;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What the pages of a new browser know from before: cookies, and what is kept for `origin`, as Playwright writes both down. */
export const NOTHING = { cookies: [], origins: [] };

/** Opens browsers within the running one, each of which begins with what it is given. */
export async function plainBrowser(browser) {
  const root = await browser.newBrowserCDPSession();
  const open = new Map();
  root.on("Target.receivedMessageFromTarget", ({ sessionId, message }) => open.get(sessionId)?.(JSON.parse(message)));

  /** A page, and how to speak with it. */
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

  /** A browser that knows `state`; `state()` is what it knows by then. */
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

/** Counts the requests of a page that are under way; to be called before it goes anywhere. */
export function watchRequests(page, onRequest) {
  const underWay = new Set();
  let lastMs = Date.now();
  const over = ({ requestId }) => {
    underWay.delete(requestId);
    lastMs = Date.now();
  };
  page.on("Network.requestWillBeSent", ({ requestId, loaderId, request }) => {
    // The script of a worker is begun here and ends there.
    if (loaderId === "") return;
    underWay.add(requestId);
    lastMs = Date.now();
    onRequest(request);
  });
  page.on("Network.loadingFinished", over);
  page.on("Network.loadingFailed", over);
  return () => underWay.size === 0 && Date.now() - lastMs >= IDLE_MS;
}

/** Waits until `is` answers that it is so. */
export async function until(what, is) {
  const end = Date.now() + PATIENCE_MS;
  while (!(await is())) {
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`);
    await pause(ASK_AGAIN_MS);
  }
}
