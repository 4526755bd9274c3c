import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SuggestedTitle } from "./suggested-title";

const api = vi.hoisted(() => ({ GET: vi.fn(), PATCH: vi.fn() }));
vi.mock("@/api/client", async (original) => ({
  ...(await original<object>()),
  api,
  unwrap: (answer: unknown) => answer,
}));

beforeEach(() => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SuggestedTitle
        content={{ kind: "note", id: "n1" }}
        published={{ title: "scan0001", suggestions: { title: "Limits" } }}
      />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

test("the title in the file's metadata replaces the title with which the file was uploaded", async () => {
  api.GET.mockResolvedValue({ title: "scan0001", description: "Week 3", version: 1 });
  api.PATCH.mockResolvedValue({});
  fireEvent.click(screen.getByRole("button", { name: "Use this title" }));
  expect(await screen.findByText("The title is now “Limits”.")).toBeDefined();
  expect(api.PATCH.mock.calls[0]?.[1]).toMatchObject({ body: { title: "Limits", description: "Week 3", version: 1 } });
});

test("the title in the file's metadata does not replace a title that another administrator entered", async () => {
  api.GET.mockResolvedValue({ title: "Limits and series", description: "", version: 2 });
  fireEvent.click(screen.getByRole("button", { name: "Use this title" }));
  const text = (await screen.findByRole("alert")).textContent;
  expect(text).toContain("It was changed to “Limits and series” by another administrator.");
  expect(api.PATCH).not.toHaveBeenCalled();
});
