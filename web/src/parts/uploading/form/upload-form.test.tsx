import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { UploadForm, type UploadFormKind } from "./upload-form";

const loadCore = vi.hoisted(() => vi.fn());
vi.mock("@/core/wasm", () => ({ loadRules: loadCore }));

afterEach(cleanup);

type Typed = { title: string; description: string; order?: string };

const kind: UploadFormKind<Typed> = {
  title: "Upload PDF Note",
  noun: "notes",
  missingFile: "Choose a file.",
  icon: null,
  accept: ".pdf",
  contentKind: "note",
  texts: {} as never,
  initialFields: { title: "", description: "" },
  readTags: () => Promise.reject(new Error("These tags cannot be read.")),
  checkFile: () => [],
  checkFields: () => [],
  toFields: (typed) => typed,
};

function show(files = [new File(["%PDF-"], "week_1.pdf")], own: Partial<UploadFormKind<Typed>> = {}) {
  const add = vi.fn();
  const nothing: never[] = [];
  const uploads = {
    queue: () => nothing,
    watch: () => () => undefined,
    add,
    retry: vi.fn(),
    retryAll: vi.fn(),
    reuseFile: vi.fn(),
    publish: vi.fn(),
    remove: vi.fn(),
  };
  const element = (
    <UploadForm kind={{ ...kind, ...own }} uploads={uploads}>
      {({ typed }) => <output>{typed.title}</output>}
    </UploadForm>
  );
  const { container } = render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  const input = container.querySelector("input[type=file]");
  if (!input) throw new Error("There is nowhere to choose files.");
  fireEvent.change(input, { target: { files } });
  return add;
}

test("S4.offline.2 files can be chosen while the rules cannot be fetched, and submitting shows an error", async () => {
  loadCore.mockRejectedValue(new TypeError("Failed to fetch"));
  const add = show();
  expect(await screen.findByText("week 1", { selector: "output" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Upload" }));
  await screen.findByText("Could not reach Note Ninja. Check your connection and try again.");
  loadCore.mockResolvedValue({});
  fireEvent.click(screen.getByRole("button", { name: "Upload" }));
  await vi.waitFor(() => expect(add).toHaveBeenCalledOnce());
});

test("lists and sends several files in track order, with ids that list the first track first", async () => {
  loadCore.mockResolvedValue({});
  const tracks = new Map([
    ["coda.mp3", 3],
    ["intro.mp3", 1],
    ["middle.mp3", 2],
  ]);
  const files = [...tracks.keys()].map((name) => new File(["ID3"], name));
  const add = show(files, {
    readTags: async ({ name }) => ({ track: tracks.get(name) }),
    withOrder: (fields, order) => ({ ...fields, order }),
  });
  const upload = await screen.findByRole("button", { name: "Upload 3 notes" });
  const titles = screen.getAllByLabelText<HTMLInputElement>(/^Title of/).map(({ value }) => value);
  expect(titles).toEqual(["intro", "middle", "coda"]);
  fireEvent.click(upload);
  await vi.waitFor(() => expect(add).toHaveBeenCalledOnce());
  const sent: { file: File; fields: Typed }[] = add.mock.calls[0]?.[0];
  expect(sent.map(({ file }) => file.name)).toEqual(["intro.mp3", "middle.mp3", "coda.mp3"]);
  const orders = sent.map(({ fields }) => String(fields.order));
  expect(orders).toEqual([...orders].sort().reverse());
  expect(new Set(orders).size).toBe(3);
});
