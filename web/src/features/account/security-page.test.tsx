import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import { SecurityPage } from "./security-page";

let isOnline = false;
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/lib/browser/online", () => ({ useOnline: () => isOnline }));
vi.mock("./offline-items-section", () => ({ OfflineItemsSection: () => <h2>On this device</h2> }));

afterEach(cleanup);

function show(): void {
  signInAs({ uid: "u1", name: "Amara" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <SecurityPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test.each([
  [false, "You're offline and your account isn't saved on this device"],
  [true, "Your account could not be loaded."],
])("the reason why the account did not load is above the offline copies; online: %s", async (online, text) => {
  isOnline = online;
  show();
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.getByRole("heading", { name: "On this device" })).toBeDefined();
});
