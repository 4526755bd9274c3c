import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { PlayGuide } from "./play-guide";

const toast = vi.hoisted(() => vi.fn());
vi.mock("@/ui/toast", () => ({ toast }));
vi.mock("@/api/session", () => import("@/api/testing"));

afterEach(cleanup);

test("S2.dash.3 audio notes of a guide that cannot be loaded are said to be so until it is read, and can be tried again", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <PlayGuide code="CS246" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const button = screen.getByRole("button", { name: "Play audio for CS 246" });
  fireEvent.click(button);
  const words = "Could not load the audio notes. Please try again.";
  await vi.waitFor(() => expect(toast).toHaveBeenCalledExactlyOnceWith(words, { kind: "error" }));
  await vi.waitFor(() => expect(button.getAttribute("aria-busy")).toBe("false"));
});
