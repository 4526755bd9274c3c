import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { FindBar } from "./find-bar";

afterEach(cleanup);

const nothing = { current: 0, total: 0, isPending: false };

test.each([
  ["", nothing, ""],
  ["zebra", { ...nothing, isPending: true }, "Searching…"],
  ["zebra", nothing, "Not found"],
  ["heap", { current: 2, total: 3, isPending: true }, "2 of 3"],
  ["office", { current: 1, total: 1, isPending: false, page: 7 }, "Maybe on page 7"],
  ["office", { current: 2, total: 3, isPending: false, page: 7 }, "Maybe on page 7 (2 of 3)"],
])("S2.read.3 searching for “%s” with %o shows “%s”", (words, found, says) => {
  const ignore = () => undefined;
  render(<FindBar query={words} result={found} onQuery={ignore} onNext={ignore} onClose={ignore} />);
  expect(screen.getByRole("status").textContent).toBe(says);
});
