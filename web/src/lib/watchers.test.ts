import { expect, test } from "vitest";
import { createWatchers } from "./watchers";

test("a listener is called until it is removed", () => {
  const { watch, tell, isEmpty } = createWatchers<[string]>();
  const heard: string[] = [];
  const stop = watch((what) => heard.push(what));
  tell("one");
  expect(isEmpty()).toBe(false);
  stop();
  tell("two");
  expect(heard).toEqual(["one"]);
  expect(isEmpty()).toBe(true);
});

test("a listener added or removed during a call is not called", () => {
  const { watch, tell } = createWatchers();
  const heard: string[] = [];
  watch(() => {
    heard.push("first");
    stop();
    watch(() => heard.push("added"));
  });
  const stop = watch(() => heard.push("removed"));
  tell();
  expect(heard).toEqual(["first"]);
});
