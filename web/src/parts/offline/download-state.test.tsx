import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OfflineItem } from "@/offline/files/items";
import { DownloadActions, DownloadState } from "./download-state";

const calls = vi.hoisted(() => ({ setPaused: vi.fn(), remove: vi.fn(), toast: vi.fn() }));
let progress = { isComplete: false, bytes: 100, downloadedBytes: 25 };
vi.mock("@/data/offline-files/service", () => ({
  setPaused: async (_: object, key: string, isPaused: boolean) => calls.setPaused(key, isPaused),
  removeOfflineItem: async (_: object, key: string) => calls.remove(key),
}));
vi.mock("@/offline/files/offline-files", () => ({
  useOfflineFiles: () => ({ files: new Map(), isWaiting: true }),
  progressOf: () => progress,
}));
vi.mock("./offline-text", () => ({
  downloadStateText: (item: OfflineItem, _: object, isWaiting: boolean) => `${item.state}, waiting: ${isWaiting}`,
}));
vi.mock("@/ui/feedback/toast", () => ({ toast: calls.toast }));

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  progress = { isComplete: false, bytes: 100, downloadedBytes: 25 };
});
afterEach(cleanup);

const item = (state: OfflineItem["state"]) => ({ key: "course CS246", title: "CS 246", state }) as OfflineItem;
function show(element: React.ReactElement): void {
  render(<QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>);
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const REMOVE = "Remove CS 246 from this device";

test("S4.offline.9 the progress of an offline copy is shown, and the text of a complete one is announced", () => {
  show(<DownloadState item={item("wanted")} />);
  expect(screen.getByRole("progressbar", { name: "Keeping CS 246" }).ariaValueNow).toBe("25");
  expect(screen.getByText("wanted, waiting: true")).toBeDefined();
  expect(screen.queryByRole("status")).toBeNull();
  cleanup();
  progress = { ...progress, isComplete: true };
  show(<DownloadState item={item("stopped")} />);
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("stopped, waiting: true");
});

test("S4.offline.9 without any bytes the progress is 0, and a stopped offline copy shows its reason instead of a progress bar", () => {
  progress = { isComplete: false, bytes: 0, downloadedBytes: 0 };
  show(<DownloadState item={item("paused")} />);
  expect(screen.getByRole("progressbar").ariaValueNow).toBe("0");
  cleanup();
  show(<DownloadState item={item("stopped")} />);
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.getByText("stopped, waiting: true")).toBeDefined();
});

test.each([
  ["wanted", "Pause", true],
  ["paused", "Resume", false],
  ["stopped", "Try again", false],
] as const)("S4.offline.9 an offline copy that is %s has the button %s", async (state, name, isPaused) => {
  show(<DownloadActions item={item(state)} />);
  await press(name);
  expect(calls.setPaused.mock.calls).toEqual([["course CS246", isPaused]]);
  expect(calls.toast).not.toHaveBeenCalled();
});

test("S4.offline.9 a complete offline copy can only be removed", async () => {
  progress = { ...progress, isComplete: true };
  const onRemoved = vi.fn();
  show(<DownloadActions item={item("wanted")} onRemoved={onRemoved} />);
  expect(screen.getAllByRole("button")).toHaveLength(1);
  await press(REMOVE);
  expect(calls.remove.mock.calls).toEqual([["course CS246"]]);
  expect(onRemoved).toHaveBeenCalledTimes(1);
});

test("S4.offline.9 a change that fails on this device is reported", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  calls.remove.mockRejectedValue(new Error("No database."));
  const onRemoved = vi.fn();
  show(<DownloadActions item={item("wanted")} onRemoved={onRemoved} />);
  await press(REMOVE);
  expect(calls.toast.mock.calls).toEqual([["That could not be changed on this device. Try again.", { kind: "error" }]]);
  expect([onRemoved.mock.calls.length, vi.mocked(console.warn).mock.calls.length]).toEqual([0, 1]);
});
