import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Palette } from "./palette";

let count = 0;
vi.mock("./use-command-groups", () => ({
  useCommandGroups: ({ text }: { text: string }) => ({
    groups:
      text === "" || count === 0
        ? []
        : [
            {
              title: "Pages",
              commands: Array.from({ length: count }, (_each, index) => ({
                key: `${index}`,
                name: `Page ${index}`,
                icon: null,
                run: () => undefined,
              })),
            },
          ],
    isPending: false,
    isStale: false,
    isError: false,
  }),
}));

afterEach(cleanup);

test.each([
  [0, "Nothing found for “page”."],
  [1, "1 result"],
  [2, "2 results"],
])("S2.pal.2 with %s found, a screen reader announces: %s", (found, words) => {
  count = found;
  render(<Palette onClose={() => undefined} uid="u1" who="member" onSignOut={() => undefined} />);
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "page" } });
  expect(screen.getByRole("status").textContent).toBe(words);
});
