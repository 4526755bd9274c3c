import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { SelectedFileRow } from "./selected-file-row";
import type { SelectedFile } from "./selected-files";

afterEach(cleanup);
const file = new File(["%PDF"], "a.pdf");
const calls = { onTitle: vi.fn(), onRemove: vi.fn() };

function show(more: { rejection?: string; hasOwnTitle?: boolean; titleError?: string } = {}) {
  const chosen = { key: 1, file, title: "Pointers", fileFields: {}, rejection: more.rejection } as SelectedFile;
  render(
    <ul>
      <SelectedFileRow
        chosen={chosen}
        icon={null}
        hasOwnTitle={more.hasOwnTitle ?? true}
        titleError={more.titleError}
        {...calls}
      >
        <i>Own fields</i>
      </SelectedFileRow>
    </ul>,
  );
}
const title = () => screen.queryByRole<HTMLInputElement>("textbox", { name: "Title of a.pdf" });
const lines = () => [...document.querySelectorAll("p")].map(({ textContent }) => textContent);

test("S4.up.1 the row of one of several files has a title, the file's own fields, and the file name with the size", () => {
  show();
  expect(title()?.value).toBe("Pointers");
  expect([title()?.getAttribute("aria-invalid"), title()?.getAttribute("aria-describedby")]).toEqual([null, null]);
  expect(screen.getByText("Own fields")).toBeDefined();
  expect(lines()).toEqual([expect.stringMatching(/^a\.pdf · 4 /)]);
  fireEvent.change(title() as Element, { target: { value: "Iterators" } });
  expect(calls.onTitle.mock.calls).toEqual([["Iterators"]]);
  fireEvent.click(screen.getByRole("button", { name: "Remove a.pdf" }));
  expect(calls.onRemove).toHaveBeenCalledTimes(1);
});

test("S4.up.1 the row of a single file has only the file name and the size", () => {
  show({ hasOwnTitle: false });
  expect([title(), screen.queryByText("Own fields")]).toEqual([null, null]);
  expect(lines()).toEqual(["a.pdf", expect.stringMatching(/^4 /)]);
});

test("S4.form.1 a wrong title is explained at its field, and a rejected file in place of its size", () => {
  show({ titleError: "Too long." });
  expect(title()?.getAttribute("aria-invalid")).toBe("true");
  expect(title()?.getAttribute("aria-describedby")).toBe(screen.getByRole("alert").id);
  expect(screen.getByRole("alert").textContent).toBe("Too long.");
  cleanup();
  show({ hasOwnTitle: false, rejection: "No PDF." });
  expect(lines()).toEqual(["a.pdf", "No PDF."]);
  expect(screen.getByRole("alert").textContent).toBe("No PDF.");
});
