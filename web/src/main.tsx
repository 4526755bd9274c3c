import "./styles/index.css";
import "./app/start";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { session } from "./api/session";
import { router } from "./app/router";
import { registerWorker } from "./app/worker/register";
import { answered } from "./lib/answered";
import { isMissingCode } from "./lib/fetch-code";
import { mayMeasure } from "./lib/measuring";
import { followTextSize } from "./lib/text-size";

followTextSize();

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

const whenIdle = window.requestIdleCallback ?? setTimeout;
const idle = () => new Promise<void>((resolve) => whenIdle(() => resolve()));

/** Runs optional work once the page has loaded and is idle. */
function afterwards(work: () => Promise<unknown>): void {
  window.addEventListener("load", () => whenIdle(() => void work().catch(() => undefined)), { once: true });
}

/** A page that waits for its first answers is idle as well, and the worker would fetch the whole app beside them. */
async function keepApp(): Promise<void> {
  await started;
  await idle();
  await answered();
  await idle();
  await registerWorker();
}

if (import.meta.env.PROD) afterwards(keepApp);
if (mayMeasure()) afterwards(() => import("./app/usage").then(({ measureUsage }) => measureUsage(router)));
