// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import type { Me } from "@/api/models";
import { userStorage } from "@/lib/browser/storage";
import { lastUser, saveLastUser } from "./last-user";

beforeEach(() => localStorage.clear());
const me = { uid: "u1", name: "Amara", isAdmin: true } as Me;

test("the last student is remembered, without administrator rights", () => {
  expect(lastUser()).toBeUndefined();
  saveLastUser(me);
  expect(lastUser()).toEqual({ ...me, isAdmin: false });
});

test.each(["", "{", "null", "7", "{}", '{"uid":"other"}'])("a damaged entry (%s) is ignored", (damaged) => {
  saveLastUser(me);
  userStorage("u1").set("me", damaged);
  expect(lastUser()).toBeUndefined();
});

test("a damaged entry does not hide another student", () => {
  userStorage("u0").set("me", "{");
  saveLastUser(me);
  expect(lastUser()?.uid).toBe("u1");
});
