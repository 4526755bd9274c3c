import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { loadChunk } from "@/lib/loading/load-chunk";
import { ErrorPage } from "./error-page";

test("loads a page's code again when the connection is back after a failure", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  let isOffline = true;
  const fetchPage = vi.fn(() =>
    loadChunk(() => (isOffline ? Promise.reject(new TypeError("offline")) : Promise.resolve(null))),
  );
  const router = createMemoryRouter([
    {
      path: "/",
      loader: fetchPage,
      element: <h1>There it is</h1>,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <i />,
    },
  ]);
  // Go online as soon as the message is rendered.
  const comeBack = new MutationObserver(() => {
    if (!isOffline || !screen.queryByText("This page could not be loaded")) return;
    isOffline = false;
    window.dispatchEvent(new Event("online"));
  });
  comeBack.observe(document.body, { childList: true, subtree: true });
  render(<RouterProvider router={router} />);
  expect(await screen.findByRole("heading", { name: "There it is" })).toBeDefined();
  expect(fetchPage).toHaveBeenCalledTimes(2);
  comeBack.disconnect();
});
