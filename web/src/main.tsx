import "./styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { session } from "./api/session";
import { router } from "./app/router";

void session.restore();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id 'root'.");
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
