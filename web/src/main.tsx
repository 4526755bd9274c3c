import "./styles/index.css";
import "./app/boot/start";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { router } from "./app/router";
import { registerWorker } from "./app/worker/register";
import { keepFocus } from "./lib/browser/keep-focus";
import { mayMeasure } from "./lib/browser/measuring";
import { followTextSize } from "./lib/browser/text-size";
import { settled } from "./lib/loading/answered";
import { isMissingCode } from "./lib/loading/fetch-code";
import { session } from "./session/session";

followTextSize();
keepFocus();

function show(): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no element with the id 'root'.");
  // In slices, so that the page answers meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
}

/** Without the code of the frame there is no place for an error page: the first frame says it. */
function hasNoFrame(): boolean {
  const [root] = router.routes;
  return root !== undefined && isMissingCode(router.state.errors?.[root.id]);
}

function routesAreReady(): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) {
      resolve();
      return;
    }
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

// Until the code of the page and the session are there, the page shows the frame that came with it.
const started = Promise.all([routesAreReady(), session.restore()]).then(() => {
  if (hasNoFrame()) document.documentElement.dataset.frameFailed = "";
  else show();
});

/** Does optional work once the page has loaded and shows what it is for. */
function afterwards(work: () => Promise<unknown>): void {
  const begin = () =>
    started
      .then(settled)
      .then(work)
      .catch(() => undefined);
  window.addEventListener("load", () => void begin(), { once: true });
}

if (import.meta.env.PROD) afterwards(registerWorker);
if (mayMeasure()) afterwards(() => import("./app/usage").then(({ measureUsage }) => measureUsage(router)));
