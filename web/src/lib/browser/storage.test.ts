// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { clearUser, clearUserStorage, userStorage } from "./storage";

beforeEach(() => localStorage.clear());

test("H30 two users of one browser do not see each other's values", () => {
  userStorage("amara").set("volume", "0.4");
  expect(userStorage("jordan").get("volume")).toBeUndefined();
  expect(userStorage("amara").get("volume")).toBe("0.4");
});

test("H30 clearing the storage removes the values of all users and keeps those of the device", () => {
  localStorage.setItem("nn:theme", "dark");
  userStorage("amara").set("volume", "0.4");
  userStorage("jordan").set("queue", "[]");
  clearUserStorage();
  expect(Object.keys(localStorage)).toEqual(["nn:theme"]);
});

test("H30 clearing one user's values keeps those of other users and of the device", () => {
  localStorage.setItem("nn:theme", "dark");
  for (const uid of ["amara", "jordan"]) {
    userStorage(uid).set("volume", "0.4");
    userStorage(uid).set("queue", "[]");
  }
  clearUser("amara");
  expect([userStorage("amara").get("volume"), userStorage("amara").get("queue")]).toEqual([undefined, undefined]);
  expect([userStorage("jordan").get("volume"), userStorage("jordan").get("queue")]).toEqual(["0.4", "[]"]);
  expect(localStorage.getItem("nn:theme")).toBe("dark");
});
