import "./styles/index.css";
import "./app/boot/first-script";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { router } from "./app/router";
import { registerWorker } from "./app/worker/register";
import { isTelemetryAllowed } from "./lib/browser/telemetry-consent";
import { trackTextScale } from "./lib/browser/text-size";
import { isChunkLoadError } from "./lib/loading/load-chunk";
import { whenPageIdle } from "./lib/loading/page-idle";
import { session } from "./session/session";
import { keepFocus } from "./ui/overlay/keep-focus";

trackTextScale();
keepFocus();

function show(): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no element with the id 'root'.");
  // Render in slices, so that the page stays responsive.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
}

/** Whether the code of the frame is missing, so that no error page can be shown and the first frame shows the error. */
function hasNoFrame(): boolean {
  const [root] = router.routes;
  return root !== undefined && isChunkLoadError(router.state.errors?.[root.id]);
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

// The page keeps its static frame until the code of the page and the session are available.
const started = Promise.all([routesAreReady(), session.restore()]).then(() => {
  if (hasNoFrame()) document.documentElement.dataset.frameFailed = "";
  else show();
});

/** Runs optional work after the page has loaded and shows its content. */
function afterwards(work: () => Promise<unknown>): void {
  const begin = () =>
    started
      .then(whenPageIdle)
      .then(work)
      .catch(() => undefined);
  window.addEventListener("load", () => void begin(), { once: true });
}

if (import.meta.env.PROD) afterwards(registerWorker);
if (isTelemetryAllowed())
  afterwards(() => import("./app/page-telemetry").then(({ startPageTelemetry }) => startPageTelemetry(router)));
