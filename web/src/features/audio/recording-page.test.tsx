// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import { RecordingPage } from "./recording-page";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/lib/browser/online", () => ({ useOnline: () => false }));

beforeEach(() => {
  signInAs({ uid: "u1", name: "Amara" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
});
afterEach(cleanup);

test("S4.offline.9 a recording that is not cached says so offline, without a retry button", async () => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <RecordingPage id="a" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText("You're offline and this audio note isn't saved on this device")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});
