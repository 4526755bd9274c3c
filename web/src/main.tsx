import "./styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { session } from "./api/session";
import { router } from "./app/router";
import { mayMeasure } from "./lib/measuring";
import { followTextSize } from "./lib/text-size";

void session.restore();
followTextSize();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id 'root'.");
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);

/** Runs optional work once the page has loaded and is idle. */
function afterwards(work: () => Promise<unknown>): void {
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  window.addEventListener("load", () => whenIdle(() => void work().catch(() => undefined)), { once: true });
}

if (mayMeasure()) afterwards(() => import("./app/usage").then(({ measureUsage }) => measureUsage(router)));
