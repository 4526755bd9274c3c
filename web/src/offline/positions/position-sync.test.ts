// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { userStorage } from "@/lib/browser/storage";
import { countUnsentPositions, PositionSync, readStoredPositions } from "./position-sync";

interface Position {
  counter: number;
  device: string;
  page: number;
}

const KEY = "places";
const storage = () => userStorage("amara");
let tabs: PositionSync<Position>[] = [];
const send = vi.fn(async (items: readonly { id: string; position: Position }[]) => items);

/** Opens a tab. The position with the larger counter wins. */
function openTab() {
  const onChange = vi.fn();
  const merge = (one: Position, other: Position) => (other.counter > one.counter ? other : one);
  const sync = new PositionSync<Position>("amara", { key: KEY, merge, send, onChange });
  tabs.push(sync);
  return { sync, onChange };
}
const at = (page: number, counter: number, device = "phone"): Position => ({ counter, device, page });
/** Tells the tabs that another tab has written. */
const tellTabs = () => window.dispatchEvent(new StorageEvent("storage"));

beforeEach(() => {
  localStorage.clear();
  send.mockClear();
});
afterEach(() => {
  for (const tab of tabs) tab.end();
  tabs = [];
});

test("S4.resume.1 a tab reports only the positions that another tab has changed", () => {
  const { sync, onChange } = openTab();
  sync.store("n1", at(1, 1), true);
  sync.store("n2", at(2, 2), true);
  onChange.mockClear();
  const other = openTab();
  other.sync.store("n2", at(9, 3), true);
  tellTabs();
  expect(onChange.mock.calls).toEqual([[["n2"]]]);
  expect(sync.get("n2")?.page).toBe(9);
  expect(sync.get("n1")?.page).toBe(1);
  // The tab that wrote has nothing to report, and a second message brings nothing new.
  expect(other.onChange.mock.calls.filter(([ids]) => ids.length > 0)).toEqual([]);
  tellTabs();
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("S4.resume.1 a tab that was closed neither reports nor stores positions", () => {
  const { sync, onChange } = openTab();
  sync.end();
  sync.store("n1", at(1, 1), true);
  sync.mergeRemote([{ id: "n1", position: at(1, 1) }]);
  openTab().sync.store("n2", at(2, 2), true);
  tellTabs();
  expect(onChange).not.toHaveBeenCalled();
  expect(readStoredPositions("amara", KEY)).toEqual({ n2: at(2, 2) });
});

test("S4.resume.1 positions from the server are reported if they are newer, and never sent back", () => {
  const { sync, onChange } = openTab();
  sync.store("n1", at(5, 5), true);
  onChange.mockClear();
  const received = [
    { id: "n1", position: at(1, 4, "laptop") },
    { id: "n2", position: at(2, 6, "laptop") },
  ];
  sync.mergeRemote(received);
  expect(onChange.mock.calls).toEqual([[["n2"]]]);
  expect(sync.all()).toEqual({ n1: at(5, 5), n2: at(2, 6, "laptop") });
  expect(countUnsentPositions("amara", KEY)).toBe(1);
});

test("a device keeps its id across page loads", () => {
  const { device } = openTab().sync;
  expect(device).toMatch(/^[0-9A-Z]{26}$/);
  expect(openTab().sync.device).toBe(device);
});

test.each(["{", "7", "null", "{}", '{"positions":{}}', '{"unsent":[]}'])(
  "the damaged text %s in the storage counts as no positions, and those in memory stay",
  (text) => {
    const { sync } = openTab();
    sync.store("n1", at(1, 1), true);
    storage().set(KEY, text);
    tellTabs();
    expect(sync.get("n1")).toEqual(at(1, 1));
    expect(readStoredPositions("amara", KEY)).toEqual({});
    expect(countUnsentPositions("amara", KEY)).toBe(0);
    expect(openTab().sync.all()).toEqual({});
  },
);

test("the newest 1000 positions are stored, and older ones are left to the server", () => {
  const { sync } = openTab();
  const many = Array.from({ length: 1001 }, (_, place) => ({ id: `n${place}`, position: at(1, 5000 - place) }));
  sync.mergeRemote(many.slice(0, 1000));
  expect(Object.keys(sync.all())).toHaveLength(1000);
  sync.mergeRemote([...many.slice(1000), { id: "new", position: at(1, 9000) }]);
  expect(Object.keys(sync.all())).toHaveLength(1000);
  expect(sync.get("new")).toBeDefined();
  expect(sync.get("n0")).toBeDefined();
  expect(sync.get("n1000")).toBeUndefined();
});
