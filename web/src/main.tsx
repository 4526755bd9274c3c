import "./styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { session } from "./api/session";
import { router } from "./app/router";
import { mayMeasure } from "./lib/measuring";

void session.restore();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id 'root'.");
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);

// Counting comes last, and never in the way: a page that cannot be counted is as good as any other.
if (mayMeasure()) {
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  const measure = () => import("./app/usage").then(({ measureUsage }) => measureUsage(router));
  window.addEventListener("load", () => whenIdle(() => void measure().catch(() => undefined)), { once: true });
}
