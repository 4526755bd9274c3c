import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { UploadItem, UploadPhase, UploadQueue } from "../sending/queue";
import type { Uploads } from "../sending/store";
import { type UploadRules, useUploadForm } from "./use-upload-form";

vi.mock("@/core/wasm", () => ({ loadRules: async () => ({}) }));

afterEach(cleanup);

type Typed = { title: string; description: string };
const rules: UploadRules<Typed> = {
  emptyFields: { title: "", description: "" },
  texts: { done: "Note uploaded successfully!", failed: "Failed to upload note.", rejected: "No." },
  noun: "notes",
  missingFile: "Choose a file.",
  checkFile: () => [],
  checkFields: () => [],
  toFields: (typed) => typed,
};

function Form({ uploads }: { uploads: Uploads<Typed> }) {
  const { typed, set, choose, message, submit } = useUploadForm(uploads, rules);
  return (
    <form onSubmit={submit}>
      <input aria-label="Title" value={typed.title} onChange={(event) => set({ title: event.target.value })} />
      <input
        aria-label="Description"
        value={typed.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <input aria-label="Files" type="file" onChange={({ target }) => void choose([...(target.files ?? [])])} />
      <button type="submit">Upload</button>
      <output>{message?.text}</output>
    </form>
  );
}

function show() {
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
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element: <Form uploads={uploads} /> }])} />);
  return (phase: UploadPhase) => {
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
  };
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
