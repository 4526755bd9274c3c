import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import type { OfflineFile, OfflineItem } from "@/offline/files/items";
import { OfflineDialog } from "./offline-dialog";

const fakes = vi.hoisted(() => ({
  files: { items: [] as unknown[], files: new Map<string, unknown>(), isRead: true, isWaiting: false },
  plan: vi.fn(),
  quota: vi.fn(),
  add: vi.fn(),
  remove: vi.fn(),
  pause: vi.fn(),
  toast: vi.fn(),
  isOnline: true,
}));
vi.mock("@/offline/files/offline-files", async () => ({
  useOfflineFiles: () => fakes.files,
  progressOf: (item: OfflineItem) => {
    const own = item.files.flatMap((key) => (fakes.files.files.get(key) as OfflineFile) ?? []);
    const complete = own.filter(({ isComplete }) => isComplete);
    const sizeOf = (files: OfflineFile[]) => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return {
      files: own.length,
      completeFiles: complete.length,
      isComplete: item.hasAssets,
      bytes: sizeOf(own),
      downloadedBytes: sizeOf(complete),
    };
  },
}));
vi.mock("@/data/offline-files/download-plan", () => ({ downloadPlanOf: fakes.plan }));
vi.mock("@/offline/files/quota", () => ({ checkQuota: fakes.quota }));
vi.mock("@/data/offline-files/service", () => ({
  addOfflineItem: fakes.add,
  newOfflineItem: (item: object, title: string) => ({ ...item, title, isNew: true }),
  removeOfflineItem: fakes.remove,
  setPaused: fakes.pause,
}));
vi.mock("@/ui/feedback/toast", () => ({ toast: fakes.toast }));
vi.mock("@/lib/browser/online", () => ({ useOnline: () => fakes.isOnline }));

const item = { kind: "course", id: "CS246", title: "CS 246" } as const;
const file = (key: string, more: object = {}) => ({
  key,
  kind: key.startsWith("note") ? "note" : "audio",
  sha256: `hash ${key}`,
  sizeBytes: 2 ** 20,
  isComplete: true,
  ...more,
});
const kept = (more: object = {}) =>
  ({
    ...item,
    key: "course CS246",
    files: ["note 1"],
    state: "wanted",
    hasAssets: false,
    ...more,
  }) as unknown as OfflineItem;
const onClose = vi.fn();
let queries: QueryClient;

beforeEach(() => {
  for (const each of [fakes.plan, fakes.quota, fakes.add, fakes.remove, fakes.pause, fakes.toast, onClose])
    each.mockReset();
  fakes.files = { items: [], files: new Map(), isRead: true, isWaiting: false };
  fakes.isOnline = true;
  fakes.quota.mockResolvedValue({ fits: true, freeBytes: 5 * 2 ** 20 });
  fakes.add.mockResolvedValue(undefined);
  queries = new QueryClient();
});
afterEach(cleanup);

function show() {
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <OfflineDialog item={item} onClose={onClose} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const text = () => screen.getByRole("dialog").textContent;

test("nothing is shown until the list of offline copies has been read", () => {
  fakes.files.isRead = false;
  show();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("S4.offline.9 the dialog shows the size and the free space for the missing files, and downloads them", async () => {
  const files = [file("note 1"), file("note 2"), file("audio 1"), file("audio 2")];
  fakes.files.files = new Map([
    ["note 1", file("note 1")],
    ["note 2", file("note 2", { sha256: "old" })],
    ["audio 1", file("audio 1", { isComplete: false })],
  ]);
  const plan = { files };
  fakes.plan.mockResolvedValue(plan);
  show();
  expect(screen.getByRole("dialog", { name: "Keep “CS 246” on this device?" })).toBeDefined();
  expect(text()).toContain("Calculating the size...");
  expect(button("Keep").disabled).toBe(true);
  expect(await screen.findByText(/2 notes and 2 audio notes, 4 MB\./)).toBeDefined();
  expect(text()).toContain("5 MB free.");
  expect(text()).not.toContain("Calculating");
  expect(fakes.plan.mock.calls).toEqual([[queries, item, fakes.files.files]]);
  expect(fakes.quota.mock.calls).toEqual([[3 * 2 ** 20]]);
  let done: () => void = () => undefined;
  fakes.add.mockReturnValue(new Promise<void>((resolve) => (done = resolve)));
  fireEvent.click(button("Keep"));
  expect(fakes.add.mock.calls).toEqual([[queries, { ...item, isNew: true }, plan]]);
  expect(button("Keep").getAttribute("aria-busy") ?? button("Keep").getAttribute("aria-disabled")).toBe("true");
  await act(async () => done());
  expect(fakes.toast).not.toHaveBeenCalled();
});

test("the dialog shows no free space if the browser does not report it", async () => {
  fakes.quota.mockResolvedValue({ fits: true, freeBytes: undefined });
  fakes.plan.mockResolvedValue({ files: [file("note 1")] });
  show();
  await screen.findByText(/1 note, 1 MB\./);
  expect(text()).not.toContain("free.");
});

test("an item without files cannot be kept", async () => {
  fakes.plan.mockResolvedValue({ files: [] });
  show();
  expect(await screen.findByText("There is nothing to keep here yet.")).toBeDefined();
  expect(button("Keep").disabled).toBe(true);
});

test("for an item that does not fit, the dialog shows the free space and a link to everything on the device", async () => {
  fakes.quota.mockResolvedValue({ fits: false, freeBytes: 500 * 1024 });
  fakes.plan.mockResolvedValue({ files: [file("note 1")] });
  show();
  expect(await screen.findByText(/The browser has room for 500 KB on this device/)).toBeDefined();
  expect(button("Keep").disabled).toBe(true);
  fireEvent.click(screen.getByRole("link", { name: "Everything on this device" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("a size that cannot be read shows the reason and can be retried", async () => {
  fakes.plan.mockRejectedValueOnce(unreachableProblem());
  show();
  expect(await screen.findByRole("alert")).toBeDefined();
  expect(text()).toContain("Could not reach");
  expect(button("Keep").disabled).toBe(true);
  fakes.plan.mockResolvedValue({ files: [file("note 1")] });
  fireEvent.click(button("Retry"));
  expect(await screen.findByText(/1 note, 1 MB\./)).toBeDefined();
});

test("offline, the dialog says that the rest can be kept once the connection is back", () => {
  fakes.isOnline = false;
  fakes.plan.mockReturnValue(new Promise(() => undefined));
  show();
  expect(text()).toContain("You're offline. You can keep the rest when you're back online.");
});

test("if an offline copy cannot be created, a message appears and the dialog stays open", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  fakes.plan.mockResolvedValue({ files: [file("note 1")] });
  fakes.add.mockRejectedValue(new Error("full"));
  show();
  await screen.findByText(/1 note, 1 MB\./);
  fireEvent.click(button("Keep"));
  await vi.waitFor(() =>
    expect(fakes.toast.mock.calls).toEqual([["It could not be kept on this device. Try again.", { kind: "error" }]]),
  );
  expect(button("Keep").disabled).toBe(false);
  fireEvent.click(button("Cancel"));
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ["wanted", "Pause", true],
  ["paused", "Resume", false],
  ["stopped", "Try again", false],
])("an offline copy that is %s offers “%s”", async (state, label, isPausing) => {
  fakes.files.items = [kept({ state, problem: "The file is gone." })];
  fakes.files.files = new Map([["note 1", file("note 1", { isComplete: false })]]);
  fakes.pause.mockResolvedValue(undefined);
  show();
  expect(screen.getByRole("dialog", { name: "“CS 246” on this device" })).toBeDefined();
  expect(screen.queryByRole("progressbar") === null).toBe(state === "stopped");
  expect(screen.queryByText("The file is gone.") === null).toBe(state !== "stopped");
  fireEvent.click(button(label));
  expect(fakes.pause.mock.calls).toEqual([[queries, "course CS246", isPausing]]);
});

test("a complete offline copy can only be removed, which closes the dialog", async () => {
  fakes.files.items = [{ ...kept(), key: "course CS136" }, kept({ hasAssets: true })];
  fakes.files.files = new Map([["note 1", file("note 1")]]);
  fakes.remove.mockResolvedValue(undefined);
  show();
  expect(screen.getByRole("status").textContent).toBe("All of it is on this device: 1 MB.");
  expect(screen.queryByRole("progressbar")).toBeNull();
  for (const name of ["Pause", "Resume", "Try again"]) expect(screen.queryByRole("button", { name })).toBeNull();
  expect(text()).toContain("It stays until you remove it or log out.");
  fireEvent.click(button("Remove CS 246 from this device"));
  expect(fakes.remove.mock.calls).toEqual([[queries, "course CS246"]]);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test("an offline copy that cannot be changed shows a message and stays", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  fakes.files.items = [kept()];
  fakes.remove.mockRejectedValue(new Error("locked"));
  show();
  expect(screen.getByRole("progressbar", { name: "Keeping CS 246" }).getAttribute("aria-valuenow")).toBe("0");
  fireEvent.click(button("Remove CS 246 from this device"));
  await vi.waitFor(() =>
    expect(fakes.toast.mock.calls).toEqual([
      ["That could not be changed on this device. Try again.", { kind: "error" }],
    ]),
  );
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(2);
});
