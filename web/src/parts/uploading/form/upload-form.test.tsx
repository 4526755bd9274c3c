import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { UploadForm, type UploadFormKind } from "./upload-form";

const loadCore = vi.hoisted(() => vi.fn());
vi.mock("@/core/engine", () => ({ loadCore }));

afterEach(cleanup);

const kind: UploadFormKind<{ title: string; description: string }> = {
  title: "Upload PDF Note",
  noun: "notes",
  missingFile: "Choose a file.",
  icon: null,
  accept: ".pdf",
  contentKind: "note",
  texts: {} as never,
  emptyFields: { title: "", description: "" },
  titleIn: () => Promise.reject(new Error("This title cannot be read.")),
  checkFile: () => [],
  checkFields: () => [],
  toFields: (typed) => typed,
};

function show() {
  const add = vi.fn();
  const nothing: never[] = [];
  const uploads = {
    queue: () => nothing,
    watch: () => () => undefined,
    add,
    retry: vi.fn(),
    retryAll: vi.fn(),
    link: vi.fn(),
    remove: vi.fn(),
  };
  const element = (
    <UploadForm kind={kind} uploads={uploads}>
      {({ typed }) => <output>{typed.title}</output>}
    </UploadForm>
  );
  const { container } = render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  const input = container.querySelector("input[type=file]");
  if (!input) throw new Error("There is nowhere to choose files.");
  fireEvent.change(input, { target: { files: [new File(["%PDF-"], "week_1.pdf")] } });
  return add;
}

test("S4.offline.2 files can be chosen while the rules cannot be fetched, and sending them says so", async () => {
  loadCore.mockRejectedValue(new TypeError("Failed to fetch"));
  const add = show();
  expect(await screen.findByText("week 1", { selector: "output" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Upload" }));
  await screen.findByText("Could not reach Note Ninja. Check your connection and try again.");
  loadCore.mockResolvedValue({});
  fireEvent.click(screen.getByRole("button", { name: "Upload" }));
  await vi.waitFor(() => expect(add).toHaveBeenCalledOnce());
});
