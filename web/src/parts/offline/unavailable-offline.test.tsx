import { cleanup, render, renderHook, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { UnavailableOffline, useIsUnavailableOffline } from "./unavailable-offline";

const network = vi.hoisted(() => ({ isOnline: false }));
vi.mock("@/lib/browser/online", () => ({ useOnline: () => network.isOnline }));
afterEach(cleanup);

test.each([
  ["a paused request", false, { data: undefined, isError: false, fetchStatus: "paused" }, true],
  ["a failed request without a network", false, { data: undefined, isError: true, fetchStatus: "idle" }, true],
  ["a failed request with a network", true, { data: undefined, isError: true, fetchStatus: "idle" }, false],
  ["a running request", false, { data: undefined, isError: false, fetchStatus: "fetching" }, false],
  ["cached content", false, { data: {}, isError: true, fetchStatus: "paused" }, false],
])("S4.offline.5 whether content is unavailable offline, for %s (online: %s)", (_, isOnline, query, isUnavailable) => {
  network.isOnline = isOnline;
  expect(renderHook(() => useIsUnavailableOffline(query)).result.current).toBe(isUnavailable);
});

test.each([
  ["course", "You're offline and this course isn't saved on this device"],
  ["account", "You're offline and your account isn't saved on this device"],
] as const)("S4.offline.5 the page of a %s that is not on the device says so", (what, title) => {
  render(<UnavailableOffline what={what} />);
  expect(screen.getByRole("status").textContent).toBe(`${title}It loads when you're back online.`);
});
