import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type NameDraft, PlaylistName } from "./playlist-name";

const problem = { field: "name", message: "Enter a name." };
vi.mock("@/core/validation", () => ({
  validateWithRules: async (rule: (core: object) => object[]) =>
    rule({ validatePlaylistName: (name: string) => (name === "" ? [problem] : []) }),
}));

const onRename = vi.fn();
beforeEach(() => onRename.mockReset());
afterEach(cleanup);

function Renaming({ isMine = true }: { isMine?: boolean }) {
  const [draft, setDraft] = useState<NameDraft>();
  return <PlaylistName name="Tonight" isMine={isMine} draft={draft} onDraft={setDraft} onRename={onRename} />;
}

const pencil = () => screen.findByRole("button", { name: "Rename playlist" });
const field = () => screen.getByLabelText<HTMLInputElement>("Name of the playlist");
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));

async function edit(): Promise<void> {
  render(<Renaming />);
  fireEvent.click(await pencil());
  expect([field().value, field().selectionStart, field().selectionEnd]).toEqual(["Tonight", 0, 7]);
}

test("only the owner can rename a playlist", () => {
  render(<Renaming isMine={false} />);
  expect(screen.getByRole("heading", { name: "Tonight" })).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a new name is trimmed and sent, and the focus returns to the edit button", async () => {
  await edit();
  type("  Finals ");
  save();
  const button = await pencil();
  expect(onRename).toHaveBeenCalledExactlyOnceWith("Finals");
  expect(document.activeElement).toBe(button);
});

test("an unchanged name is not sent", async () => {
  await edit();
  save();
  await pencil();
  expect(onRename).not.toHaveBeenCalled();
});

test.each([
  ["Escape", () => fireEvent.keyDown(field(), { key: "Escape" })],
  ["Cancel", () => fireEvent.click(screen.getByRole("button", { name: "Cancel" }))],
])("%s keeps the name, and the focus returns to the edit button", async (_name, leave) => {
  await edit();
  type("Finals");
  leave();
  const button = await pencil();
  expect(document.activeElement).toBe(button);
  expect(onRename).not.toHaveBeenCalled();
});

test("an empty name shows an error and focuses the field, until the name changes", async () => {
  await edit();
  type(" ");
  save();
  expect((await screen.findByRole("alert")).textContent).toBe("Enter a name.");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field());
  expect(onRename).not.toHaveBeenCalled();
  type("F");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(field().hasAttribute("aria-invalid")).toBe(false);
});
