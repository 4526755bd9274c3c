import { expect, test } from "vitest";
import { paths } from "@/lib/urls/paths";
import { navTargets } from "./nav-targets";

test("S2.pal.2 the palette lists every page of the console by its name, to administrators only", () => {
  const console = navTargets.filter(({ to }) => to.startsWith(paths.admin()));
  expect(console.map(({ name }) => name)).toEqual([
    "Console",
    "Uploads",
    "Course requests",
    "Reports",
    "Copyright notices",
    "Students",
    "Trash",
    "Keys",
    "Activity",
  ]);
  expect(console.every(({ roles }) => roles.join() === "admin")).toBe(true);
});
