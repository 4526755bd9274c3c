import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { UploadItem, UploadPhase, UploadQueue } from "../sending/queue";
import type { Uploads } from "../sending/store";
import { type UploadRules, useUploadForm } from "./use-upload-form";

const loadRules = vi.hoisted(() => vi.fn());
const unsaved = vi.hoisted(() => vi.fn());
vi.mock("@/core/wasm", () => ({ loadRules }));
vi.mock("@/lib/browser/unsaved", () => ({ useUnsavedChanges: unsaved }));

beforeEach(() => {
  unsaved.mockReset();
  loadRules.mockReset().mockResolvedValue({});
});
afterEach(cleanup);

type Typed = { title: string; description: string };
const rules: UploadRules<Typed> = {
  initialFields: { title: "", description: "" },
  texts: { done: "Note uploaded successfully!", failed: "Failed to upload note.", rejected: "No." },
  noun: "notes",
  missingFile: "Choose a file.",
  checkFile: () => [],
  checkFields: () => [],
  toFields: (typed) => typed,
};

function Form({ uploads, rules: own }: { uploads: Uploads<Typed>; rules: UploadRules<Typed> }) {
  const form = useUploadForm(uploads, own);
  const { typed, set, addFiles, message, submit, chosen, errors, fileErrors } = form;
  return (
    <form onSubmit={submit} aria-busy={form.busy} data-reading={form.isReading} data-several={form.hasSeveralFiles}>
      <ul>
        {chosen.map(({ key, file, title, rejection }) => (
          <li key={key}>
            {[file.name, title, rejection, ...Object.values(fileErrors.get(key) ?? {})].filter(Boolean).join(" | ")}
            <button type="button" onClick={() => form.removeFile(key)}>{`Drop ${file.name}`}</button>
            <button
              type="button"
              onClick={() => form.setFileMetadata(key, { title: "Own", own: { description: "Mine" } })}
            >
              {`Describe ${file.name}`}
            </button>
          </li>
        ))}
      </ul>
      <p data-testid="errors">{JSON.stringify(errors)}</p>
      <button type="button" data-missing={form.fileError && ""}>
        {form.fileError ?? "Choose"}
      </button>
      <input
        aria-label="Title"
        aria-invalid={"title" in errors}
        value={typed.title}
        onChange={(event) => set({ title: event.target.value })}
      />
      <input
        aria-label="Description"
        value={typed.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <input
        aria-label="Files"
        type="file"
        multiple
        onChange={({ target }) => void addFiles([...(target.files ?? [])])}
      />
      <button type="submit">Upload</button>
      <output>{message?.text}</output>
    </form>
  );
}

function show(own: Partial<UploadRules<Typed>> = {}) {
  let queue: UploadQueue<Typed> = [];
  let told = () => {};
  const uploads = {
    queue: () => queue,
    watch: (watcher: () => void) => {
      told = watcher;
      return () => undefined;
    },
    add: vi.fn(),
    remove: vi.fn(),
  } as unknown as Uploads<Typed>;
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: "/", element: <Form uploads={uploads} rules={{ ...rules, ...own }} /> }])}
    />,
  );
  return Object.assign(become, { add: vi.mocked(uploads.add), remove: vi.mocked(uploads.remove) });

  function become(phase: UploadPhase) {
    const item: UploadItem<Typed> = {
      id: "u",
      attempt: 1,
      fileName: "a.pdf",
      sizeBytes: 1,
      fields: { title: "", description: "" },
      phase,
    };
    act(() => {
      queue = [item];
      told();
    });
  }
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const typed = () => [field("Title").value, field("Description").value];

function type(name: string, value: string): void {
  fireEvent.change(field(name), { target: { value } });
}

test("S4.up.1 each field keeps its value when another one changes", () => {
  show();
  type("Description", "All of it");
  type("Title", "Pointers");
  expect(typed()).toEqual(["Pointers", "All of it"]);
  type("Description", "Most of it");
  expect(typed()).toEqual(["Pointers", "Most of it"]);
});

async function upload(): Promise<void> {
  await act(async () => {
    fireEvent.change(screen.getByLabelText("Files"), { target: { files: [new File(["%PDF"], "a.pdf")] } });
  });
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Upload" }));
  });
}

test("S4.up.1 the form is cleared after a success and keeps its values after a failure", async () => {
  const become = show();
  type("Title", "Pointers");
  type("Description", "All of it");
  await upload();
  become({ kind: "processing" });
  become({ kind: "failed", reason: "No PDF.", retry: "none", sentBytes: 0 });
  expect(screen.getByText("Failed to upload note.")).toBeDefined();
  expect(typed()).toEqual(["Pointers", "All of it"]);
  become({ kind: "processing" });
  become({ kind: "ready", resultId: "n" });
  expect(screen.getByText("Note uploaded successfully!")).toBeDefined();
  expect(typed()).toEqual(["", ""]);
});

test("S4.up.3 text typed for the next upload stays when a duplicate is resolved later", async () => {
  const become = show();
  type("Title", "Pointers");
  await upload();
  become({ kind: "known", duplicates: [] });
  type("Title", "Iterators");
  become({ kind: "processing" });
  become({ kind: "ready", resultId: "n" });
  expect(typed()).toEqual(["Iterators", ""]);
});

test("S4.up.3 a file chosen for the next upload keeps its suggested title when a duplicate is resolved later", async () => {
  const become = show();
  await upload();
  become({ kind: "known", duplicates: [] });
  await choose("week_2.pdf");
  become({ kind: "processing" });
  become({ kind: "ready", resultId: "n" });
  expect(typed()).toEqual(["week 2", ""]);
});

const choose = (...names: string[]) =>
  act(async () => {
    const files = names.map((name) => new File(["%PDF"], name));
    fireEvent.change(screen.getByLabelText("Files"), { target: { files } });
  });
const submit = () => act(async () => void fireEvent.click(screen.getByRole("button", { name: "Upload" })));
const rows = () => screen.queryAllByRole("listitem").map(({ firstChild }) => firstChild?.textContent);
const errors = () => JSON.parse(screen.getByTestId("errors").textContent ?? "");
const message = () => document.querySelector("output")?.textContent;
const sent = ({ add }: ReturnType<typeof show>) =>
  add.mock.calls.flatMap(([chosen]) => chosen.map(({ file, fields }) => [file.name, fields.title, fields.description]));

test("a single file suggests its title, and is sent with the values of the form", async () => {
  const form = show();
  await choose("week_1.pdf");
  expect(typed()).toEqual(["week 1", ""]);
  type("Description", "All of it");
  await submit();
  expect(sent(form)).toEqual([["week_1.pdf", "week 1", "All of it"]]);
  expect(rows()).toEqual([]);
  expect(form.remove).not.toHaveBeenCalled();
});

test("several files have their own titles and descriptions, can be removed, and are sent with the chosen values", async () => {
  const form = show();
  await choose("b.pdf", "a.pdf");
  expect(rows()).toEqual(["b.pdf | b", "a.pdf | a"]);
  expect(document.querySelector("form")?.dataset.several).toBe("true");
  await choose("c.pdf");
  fireEvent.click(screen.getByRole("button", { name: "Drop b.pdf" }));
  fireEvent.click(screen.getByRole("button", { name: "Describe a.pdf" }));
  type("Description", "Shared");
  await submit();
  expect(sent(form)).toEqual([
    ["a.pdf", "Own", "Mine"],
    ["c.pdf", "c", "Shared"],
  ]);
});

test("if files get an order, several files are sorted by name, and each is sent with its rank", async () => {
  const orders: string[] = [];
  const withOrder = vi.fn((fields: Typed, order: string) => {
    orders.push(order);
    return fields;
  });
  const form = show({ withOrder });
  await choose("b.pdf");
  await submit();
  expect(withOrder).not.toHaveBeenCalled();
  await choose("b.pdf", "a.pdf");
  expect(rows()).toEqual(["a.pdf | a", "b.pdf | b"]);
  await submit();
  expect(sent(form).map(([name]) => name)).toEqual(["b.pdf", "a.pdf", "b.pdf"]);
  expect(new Set(orders).size).toBe(2);
});

test("a title comes from the tags of a file, or from its name if the tags have no title or cannot be read", async () => {
  const readTags = async ({ name }: File) => {
    if (name === "broken.pdf") throw new Error("No tags.");
    return name === "tagged.pdf" ? { title: "From the tags" } : { title: "" };
  };
  show({ readTags });
  await choose("tagged.pdf", "empty.pdf", "broken.pdf");
  expect(rows()).toEqual(["tagged.pdf | From the tags", "empty.pdf | empty", "broken.pdf | broken"]);
});

test("a file that cannot be uploaded shows the reason, and the others are sent", async () => {
  const readTags = vi.fn(async () => ({}));
  const checkFile = (_: object, { name }: { name: string }) =>
    name === "bad.exe" ? [{ field: "file", code: "invalid", message: "No PDF." }] : [];
  const form = show({ checkFile: checkFile as never, readTags });
  await choose("bad.exe", "a.pdf");
  expect(rows()).toEqual(["bad.exe | bad.exe | No PDF.", "a.pdf | a"]);
  expect(readTags).toHaveBeenCalledTimes(1);
  await submit();
  expect(sent(form)).toEqual([["a.pdf", "a", ""]]);
});

/** Requires a file and a title, which may not be 'bad'. */
const strict: Partial<UploadRules<Typed>> = {
  checkFile: ((_: object, { name }: { name: string }) =>
    name === "" ? [{ field: "file", code: "required", message: "A file is required." }] : []) as never,
  checkFields: ((_: object, { title }: Typed) =>
    title === ""
      ? [{ field: "title", code: "required", message: "Fill in the title." }]
      : title === "bad"
        ? [{ field: "title", code: "invalid", message: "Not this title." }]
        : []) as never,
};

test("S4.form.1 an empty form names what is missing, focuses it and sends nothing", async () => {
  const form = show(strict);
  await submit();
  expect(errors()).toEqual({ title: "This is required." });
  expect(screen.getByRole("button", { name: "Choose a file." })).toBe(document.activeElement);
  expect(message()).toBe("Fill in the title.");
  expect(form.add).not.toHaveBeenCalled();
  type("Title", "Pointers");
  expect([errors(), message(), screen.queryByText("Choose a file.")]).toEqual([{}, "", null]);
  await submit();
  expect(message()).toBe("A file is required.");
  expect(errors()).toEqual({});
});

test("S4.form.1 a wrong value of a single file is shown at its field, which gets the focus", async () => {
  const form = show(strict);
  await choose("a.pdf");
  type("Title", "bad");
  await submit();
  expect(errors()).toEqual({ title: "Not this title." });
  expect(document.activeElement).toBe(field("Title"));
  expect([message(), form.add.mock.calls.length]).toEqual(["", 0]);
  type("Title", "good");
  await submit();
  expect(sent(form)).toEqual([["a.pdf", "good", ""]]);
});

test("S4.form.1 with several files a wrong title is shown beside its file, and a shared value at its field", async () => {
  const form = show({
    checkFields: ((_: object, { title, description }: Typed) => [
      ...(title === "bad" ? [{ field: "title", code: "invalid", message: "Not this title." }] : []),
      ...(description === "" ? [{ field: "description", code: "required", message: "Describe it." }] : []),
    ]) as never,
  });
  await choose("bad.pdf", "a.pdf");
  await submit();
  expect(rows()).toEqual(["bad.pdf | bad | Not this title.", "a.pdf | a"]);
  expect(errors()).toEqual({ description: "This is required." });
  expect(form.add).not.toHaveBeenCalled();
});

test("S4.offline.2 without the rules nothing is sent, and the form says why", async () => {
  loadRules.mockRejectedValue(new TypeError("Failed to fetch"));
  const form = show();
  await choose("a.pdf");
  await submit();
  expect(message()).toMatch(/^Could not reach Note Ninja/);
  expect(form.add).not.toHaveBeenCalled();
});

test("nothing is sent while files are read or uploaded", async () => {
  let read = () => {};
  const readTags = () => new Promise<object>((resolve) => (read = () => resolve({})));
  const form = show({ readTags });
  await choose("a.pdf");
  expect(document.querySelector("form")?.dataset.reading).toBe("true");
  await submit();
  expect(form.add).not.toHaveBeenCalled();
  await act(async () => read());
  expect(document.querySelector("form")?.dataset.reading).toBe("false");
  form({ kind: "processing" });
  expect(document.querySelector("form")?.ariaBusy).toBe("true");
  await submit();
  expect(form.add).not.toHaveBeenCalled();
});

test("finished uploads leave the list when the next ones are sent, and failed ones stay", async () => {
  const form = show();
  form({ kind: "ready", resultId: "n" });
  await choose("a.pdf");
  await submit();
  expect(form.remove.mock.calls).toEqual([["u"]]);
  form({ kind: "failed", reason: "No.", retry: "none", sentBytes: 0 });
  await choose("b.pdf");
  await submit();
  expect(form.remove).toHaveBeenCalledTimes(1);
});

test("typed values and chosen files are unsaved until they are sent", async () => {
  show();
  expect(unsaved).toHaveBeenLastCalledWith(false);
  await choose("a.pdf");
  expect(unsaved).toHaveBeenLastCalledWith(true);
  await submit();
  expect(unsaved).toHaveBeenLastCalledWith(false);
  type("Description", "More");
  expect(unsaved).toHaveBeenLastCalledWith(true);
});
