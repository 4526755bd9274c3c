import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { countActiveUploads, isActiveUpload, registerUploads, useActiveUploads } from "./active-uploads";

const locks = vi.hoisted(() => ({ hold: vi.fn() }));
vi.mock("./sending/tab-locks", () => ({ holdUploadLocks: locks.hold }));

afterEach(cleanup);

/** Registers a queue and returns a function that changes it. */
function registerQueue() {
  let items: object[] = [];
  const watchers = new Set<() => void>();
  const place = {
    queue: () => items as never,
    watch: (watcher: () => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    remove: vi.fn(),
    publish: vi.fn(),
  };
  registerUploads(place);
  const set = (next: object[]) =>
    act(() => {
      items = next;
      for (const watcher of watchers) watcher();
    });
  return { place, set };
}
const upload = (id: string, kind: string) => ({ id, phase: { kind } });

test("S4.up.7 the uploads of all queues are known by their ids, and those that are not done hold their locks", () => {
  const [one, other] = [registerQueue(), registerQueue()];
  const { result } = renderHook(useActiveUploads);
  expect(result.current.size).toBe(0);
  one.set([upload("a", "sending"), upload("b", "ready")]);
  other.set([upload("c", "waiting")]);
  expect([...result.current.keys()].toSorted()).toEqual(["a", "b", "c"]);
  expect([...(locks.hold.mock.lastCall?.[0] ?? [])].toSorted()).toEqual(["a", "c"]);
  expect(countActiveUploads()).toBe(2);
  expect([isActiveUpload("b"), isActiveUpload("x")]).toEqual([true, false]);
  result.current.get("a")?.cancel();
  result.current.get("c")?.publish();
  expect([one.place.remove.mock.calls, one.place.publish.mock.calls]).toEqual([[["a"]], []]);
  expect([other.place.remove.mock.calls, other.place.publish.mock.calls]).toEqual([[], [["c"]]]);
  one.set([]);
  other.set([]);
  expect([result.current.size, countActiveUploads()]).toEqual([0, 0]);
});

test("S4.up.7 of an upload in two queues, the one that is not done is shown", () => {
  const [one, other] = [registerQueue(), registerQueue()];
  const { result } = renderHook(useActiveUploads);
  one.set([upload("a", "sending")]);
  other.set([upload("a", "failed")]);
  expect(result.current.get("a")?.item.phase.kind).toBe("sending");
  one.set([upload("a", "failed")]);
  other.set([upload("a", "sending")]);
  expect(result.current.get("a")?.item.phase.kind).toBe("sending");
});
