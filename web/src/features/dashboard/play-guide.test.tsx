import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { PlayCourseButton } from "./play-guide";

const toast = vi.hoisted(() => vi.fn());
vi.mock("@/ui/feedback/toast", () => ({ toast }));
vi.mock("@/session/session", () => import("@/api/testing"));

afterEach(cleanup);

function Place() {
  return <output>{useLocation().pathname}</output>;
}

test("S2.dash.3 recordings that fail to load show an error, and the next click retries", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <PlayCourseButton code="CS246" />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const button = screen.getByRole("button", { name: "Play audio for CS 246" });
  fireEvent.click(button);
  const words = "Could not load the audio notes. Please try again.";
  await vi.waitFor(() =>
    expect(toast).toHaveBeenCalledExactlyOnceWith(words, { kind: "error", error: expect.any(ApiProblem) }),
  );
  await vi.waitFor(() => expect(button.getAttribute("aria-busy")).toBe("false"));
  expect(screen.getByRole("status").textContent).toBe("/");
  vi.stubGlobal("fetch", async () => Response.json({ items: [] }));
  fireEvent.click(button);
  // The course has no recordings, so its notes open.
  await vi.waitFor(() => expect(screen.getByRole("status").textContent).toBe("/guide/CS246/notes"));
  expect(toast).toHaveBeenCalledOnce();
});
