// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { clearUserStorage, userStorage } from "./storage";

beforeEach(() => localStorage.clear());

test("H30 two users of one computer do not see each other's values", () => {
  userStorage("amara").set("volume", "0.4");
  expect(userStorage("jordan").get("volume")).toBeUndefined();
  expect(userStorage("amara").get("volume")).toBe("0.4");
});

test("H30 wiping removes the values of all users and keeps those of the device", () => {
  localStorage.setItem("nn:theme", "dark");
  userStorage("amara").set("volume", "0.4");
  userStorage("jordan").set("queue", "[]");
  clearUserStorage();
  expect(Object.keys(localStorage)).toEqual(["nn:theme"]);
});
