import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { signInAs } from "@/api/testing";
import { CardEditor } from "./card-editor";
import type { ChosenPicture } from "./picture-field";

const toast = vi.hoisted(() => vi.fn());
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/ui/feedback/toast", () => ({ toast }));
vi.mock("./preview", () => ({
  Preview: ({ place, total }: { place: number; total: number }) => (
    <p>
      Seen as {place} of {total}
    </p>
  ),
}));
// jsdom cannot decode images.
vi.mock("./picture-field", () => ({
  PictureField: ({ onPicture }: { onPicture: (picture: ChosenPicture) => void }) => (
    <>
      <button type="button" onClick={() => onPicture(chosen)}>
        Choose a picture
      </button>
      <button type="button" onClick={() => onPicture({ kind: "none" })}>
        Remove picture
      </button>
    </>
  ),
}));

const chosen: ChosenPicture = { kind: "new", file: new File(["x"], "a.png"), url: "blob:a", width: 1, height: 1 };

beforeEach(() => {
  signInAs({ uid: "u1", name: "Amara" });
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => {
  cleanup();
  toast.mockReset();
  localStorage.clear();
});

function open(more: Partial<ComponentProps<typeof CardEditor>> = {}) {
  const writer = {
    write: vi.fn(async (_: { id: string }) => ({ version: 1, hasImage: false })),
    uploadPicture: vi.fn(async () => undefined),
    removePicture: vi.fn(async () => undefined),
    conflict: "Someone else changed this card.",
    changedMeanwhile: "It was changed meanwhile.",
  };
  const [onDone, onCancel] = [vi.fn(), vi.fn()];
  const props = { place: "ch1:new", writer, total: 4, addLabel: "Add Study Card", onDone, onCancel, ...more };
  render(<CardEditor {...props} />);
  return { writer, onDone, onCancel };
}

const field = (label: RegExp | string) => screen.getByLabelText(label) as HTMLInputElement;
const type = (label: RegExp | string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const fill = () => {
  type("Front", "What is a set?");
  type("Back", "A collection.");
};
const card = { id: "c1", version: 7, title: "Front", content: "Back", order: 2 };
const restored = "Your unsaved text was restored. It is not saved yet.";

test("a card whose picture upload failed keeps its text and position, and a retry updates the same card", async () => {
  const { writer, onDone } = open();
  fill();
  type(/^Order/, "2");
  press("Choose a picture");
  writer.uploadPicture.mockRejectedValueOnce(new Error("The picture is too large."));
  expect(field(/^Order/).disabled).toBe(false);
  press("Add Study Card");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Failed to upload image. The picture is too large. The text of the card is saved.",
  );
  // The card exists now, so its order is fixed. Its text is still editable.
  expect([field(/^Order/).disabled, field("Front").disabled]).toEqual([true, false]);
  expect(onDone).not.toHaveBeenCalled();
  press("Add Study Card");
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  const [first, second] = writer.write.mock.calls.map(([written]) => written);
  expect(first).toMatchObject({ version: undefined, order: 2 });
  expect(second).toMatchObject({ id: first?.id, version: 1 });
  expect(writer.uploadPicture).toHaveBeenCalledTimes(2);
  expect(toast).toHaveBeenCalledExactlyOnceWith("Card added");
});

test.each([
  [
    "a conflict with another administrator's change",
    new ApiProblem({ code: "conflict", status: 409, detail: "No." }),
    "Someone else changed this card.",
  ],
  ["a request without a response", unreachableProblem(), unreachableProblem().detail],
])(
  "after %s the editor shows why nothing was saved, and the position can still be changed",
  async (_what, error, said) => {
    const { writer, onDone } = open();
    writer.write.mockRejectedValue(error);
    fill();
    press("Add Study Card");
    expect((await screen.findByRole("alert")).textContent).toBe(said);
    expect(field(/^Order/).disabled).toBe(false);
    expect(field("Front").value).toBe("What is a set?");
    expect(onDone).not.toHaveBeenCalled();
  },
);

test("a rejected field shows the reason and gets the focus", async () => {
  const { writer } = open();
  const fields = [{ field: "content", code: "required", message: "Write what is on the back." }];
  writer.write.mockRejectedValue(new ApiProblem({ code: "validation", status: 422, detail: "No.", fields } as never));
  press("Add Study Card");
  expect(await screen.findByText("Write what is on the back.")).toBeDefined();
  expect(document.activeElement).toBe(field("Back"));
  expect(field("Front").getAttribute("aria-invalid")).toBeNull();
  expect(screen.queryByText("No.")).toBeNull();
});

test.each(["0", "6", "two", "1.5"])("rejects the position %s among four other cards", async (place) => {
  const { writer } = open();
  fill();
  type(/^Order/, place);
  press("Add Study Card");
  expect(screen.getByText("Enter a whole number from 1 to 5.")).toBeDefined();
  expect(document.activeElement).toBe(field(/^Order/));
  expect(writer.write).not.toHaveBeenCalled();
});

test.each([
  ["", undefined, "Seen as 5 of 5"],
  [" 5 ", 5, "Seen as 5 of 5"],
  ["1", 1, "Seen as 1 of 5"],
])("a card with the position “%s” is previewed and added there", async (place, order, seen) => {
  const { writer, onDone } = open();
  fill();
  type(/^Order/, place);
  expect(screen.getByText(seen)).toBeDefined();
  press("Add Study Card");
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(writer.write.mock.calls[0]?.[0]).toMatchObject({ order });
});

test("'Add and write another' starts a new card with an empty form", async () => {
  const { writer, onDone } = open();
  fill();
  press("Add and write another");
  await vi.waitFor(() => expect(field("Front").value).toBe(""));
  expect(document.activeElement).toBe(field("Front"));
  expect(field(/^Order/).disabled).toBe(false);
  fill();
  press("Add Study Card");
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  const [first, second] = writer.write.mock.calls.map(([written]) => written.id);
  expect(first).not.toBe(second);
});

test("an edited card keeps its position, and is saved with the version that was read", async () => {
  const { writer, onDone } = open({ card });
  expect(screen.getByText("Seen as 2 of 4")).toBeDefined();
  expect(screen.queryByLabelText(/^Order/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Add and write another" })).toBeNull();
  press("Save");
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(writer.write.mock.calls[0]?.[0]).toMatchObject({ id: "c1", version: 7, order: undefined });
  expect(writer.removePicture).not.toHaveBeenCalled();
  expect(toast).toHaveBeenCalledExactlyOnceWith("Card saved");
});

test("removing a picture also removes its description", async () => {
  const image = { url: "/a.jpg", width: 1, height: 1, alt: "A heap" };
  const { writer, onDone } = open({ card: { ...card, image } });
  writer.write.mockResolvedValue({ version: 8, hasImage: true });
  expect(field(/^What the picture shows/).value).toBe("A heap");
  press("Remove picture");
  expect(screen.queryByLabelText(/^What the picture shows/)).toBeNull();
  press("Save");
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(writer.write.mock.calls[0]?.[0]).toMatchObject({ fields: { imageAlt: "" } });
  expect(writer.removePicture).toHaveBeenCalledExactlyOnceWith("c1", "/a.jpg");
});

test("saving a card keeps a picture that another administrator added since the card was opened", async () => {
  const { writer, onDone } = open({ card });
  writer.write.mockResolvedValue({ version: 8, hasImage: true });
  press("Save");
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(writer.removePicture).not.toHaveBeenCalled();
});

test("restores the draft until it is discarded", () => {
  open();
  fill();
  cleanup();
  open();
  expect(screen.getByText(restored)).toBeDefined();
  expect(field("Front").value).toBe("What is a set?");
  press("Start over");
  expect(screen.queryByText(restored)).toBeNull();
  expect(field("Front").value).toBe("");
  cleanup();
  open();
  expect(field("Front").value).toBe("");
  expect(screen.queryByText(restored)).toBeNull();
});

test("restores the draft of a card that was changed since, with a warning", () => {
  open({ card });
  type("Front", "Mine");
  cleanup();
  open({ card: { ...card, version: 8, title: "Theirs" } });
  expect(screen.getByText("It was changed meanwhile.")).toBeDefined();
  expect(screen.queryByText(restored)).toBeNull();
  expect(field("Front").value).toBe("Mine");
});

test("explains why a picture cannot be added, and Cancel closes the editor", () => {
  const { onCancel } = open({ noPicture: "Pictures need a connection.", chapters: [{ value: "ch1", label: "Sets" }] });
  expect(screen.getByText("Pictures need a connection.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Choose a picture" })).toBeNull();
  expect(screen.getByLabelText("Chapter")).toBeDefined();
  press("Cancel");
  expect(onCancel).toHaveBeenCalledOnce();
});
