import { expect, test } from "vitest";
import { paths } from "@/lib/addresses/paths";
import { navTargets } from "./places";

test("S2.pal.2 every page of the console is called as in the console, and is only for administrators", () => {
  const console = navTargets.filter(({ to }) => to.startsWith(paths.admin()));
  expect(console.map(({ name }) => name)).toEqual([
    "Console",
    "Uploads",
    "Course requests",
    "Reports",
    "Trash",
    "Activity",
  ]);
  expect(console.every(({ who }) => who.join() === "admin")).toBe(true);
});
