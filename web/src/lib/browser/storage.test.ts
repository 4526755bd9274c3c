// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { personalStorage, wipePersonalStorage } from "./storage";

beforeEach(() => localStorage.clear());

test("H30 two users of one computer do not see each other's values", () => {
  personalStorage("amara").set("volume", "0.4");
  expect(personalStorage("jordan").get("volume")).toBeUndefined();
  expect(personalStorage("amara").get("volume")).toBe("0.4");
});

test("H30 wiping removes the values of all users and keeps those of the device", () => {
  localStorage.setItem("nn:theme", "dark");
  personalStorage("amara").set("volume", "0.4");
  personalStorage("jordan").set("queue", "[]");
  wipePersonalStorage();
  expect(Object.keys(localStorage)).toEqual(["nn:theme"]);
});
