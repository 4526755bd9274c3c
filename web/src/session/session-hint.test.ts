// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { hasSessionHint, isOnSharedComputer, setSessionHint, withSessionLock } from "./session-hint";

beforeEach(() => localStorage.clear());
const state = () => [hasSessionHint(), isOnSharedComputer(), localStorage.getItem("nn:session")];

test("a session and a shared computer are remembered until the session ends", () => {
  expect(state()).toEqual([false, false, null]);
  setSessionHint(true);
  expect(state()).toEqual([true, false, "1"]);
  setSessionHint(true, true);
  expect(state()).toEqual([true, true, "shared"]);
  setSessionHint(false, true);
  expect(state()).toEqual([false, false, null]);
});

test("without storage, a session is assumed to exist, and the computer to be shared", () => {
  const refuse = () => {
    throw new DOMException("Disabled.", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  setSessionHint(true);
  setSessionHint(false);
  expect([hasSessionHint(), isOnSharedComputer()]).toEqual([true, true]);
});

test("the session is renewed while a lock shared by all tabs is held, if the browser has locks", async () => {
  const work = async () => "renewed";
  expect(await withSessionLock(work)).toBe("renewed");
  const request = vi.fn(async (_name: string, run: () => Promise<string>) => `${await run()} alone`);
  vi.stubGlobal("navigator", { locks: { request } });
  expect(await withSessionLock(work)).toBe("renewed alone");
  expect(request.mock.calls).toEqual([["note-ninja session", work]]);
});
