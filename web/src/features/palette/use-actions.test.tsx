import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { currentTheme, setTheme } from "@/lib/browser/theme";
import type { Role } from "./nav-targets";
import { useActions } from "./use-actions";

const player = vi.hoisted(() => ({ toggle: vi.fn(), next: vi.fn() }));
let state: { isPlaying: boolean; currentAudio?: object; list: object[] };
vi.mock("@/player/player", () => ({
  player,
  usePlayerSelector: (select: (now: typeof state) => unknown) => select(state),
}));

const onSignOut = vi.fn();
const actions = (who: Role = "member") => renderHook(() => useActions(who, onSignOut)).result;
const names = (who?: Role) => actions(who).current.map(({ name }) => name);
const THEMES = ["Light theme", "Dark theme"];

beforeEach(() => {
  vi.clearAllMocks();
  state = { isPlaying: false, list: [] };
  setTheme("system");
});

test("S2.pal.3 without a recording the palette offers the themes and signing out", () => {
  expect(names()).toEqual([...THEMES, "Logout"]);
  expect(names("admin")).toEqual([...THEMES, "Logout"]);
  expect(names("visitor")).toEqual(THEMES);
});

test.each([
  [false, 1, ["Play"]],
  [true, 1, ["Pause"]],
  [true, 2, ["Pause", "Next audio note"]],
])("S2.pal.2 with isPlaying %s and %s recordings in the queue, the palette offers %j", (isPlaying, count, expected) => {
  state = { isPlaying, currentAudio: {}, list: Array.from({ length: count }, () => ({})) };
  expect(names()).toEqual([...expected, ...THEMES, "Logout"]);
});

test("S2.pal.2 each action does what its name says", () => {
  state = { isPlaying: true, currentAudio: {}, list: [{}, {}] };
  const shown = actions();
  const run = (name: string) => act(() => shown.current.find((action) => action.name === name)?.run());
  run("Pause");
  expect(player.toggle).toHaveBeenCalledTimes(1);
  run("Next audio note");
  expect(player.next).toHaveBeenCalledTimes(1);
  run("Dark theme");
  expect(currentTheme()).toBe("dark");
  run("Light theme");
  expect(currentTheme()).toBe("light");
  run("System theme");
  expect(currentTheme()).toBe("system");
  run("Logout");
  expect(onSignOut).toHaveBeenCalledTimes(1);
});

test("S2.pal.2 the current theme is not offered", () => {
  const shown = actions();
  const themes = () => shown.current.map(({ name }) => name).filter((name) => name.endsWith("theme"));
  act(() => setTheme("dark"));
  expect(themes()).toEqual(["Light theme", "System theme"]);
  act(() => setTheme("light"));
  expect(themes()).toEqual(["Dark theme", "System theme"]);
});

test("S2.pal.2 actions have additional keywords, and each has a unique key", () => {
  state = { isPlaying: true, currentAudio: {}, list: [{}, {}] };
  const { current } = actions();
  const words = (name: string) => current.find((action) => action.name === name)?.keywords;
  expect(words("Pause")).toContain("stop");
  expect(words("Next audio note")).toContain("skip");
  expect(words("Dark theme")).toContain("night");
  expect(words("Logout")).toContain("sign out");
  expect(new Set(current.map(({ key }) => key)).size).toBe(current.length);
  expect(current.every(({ key }) => key !== "")).toBe(true);
});
