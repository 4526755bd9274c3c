import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { CARD_TITLE_MAX_CHARS } from "@/core/limits";
import { startWasmModule } from "@/core/testing";
import { FrontField } from "./front-field";

const toast = vi.hoisted(() => vi.fn());
const rules = vi.hoisted(() => ({ load: async (): Promise<unknown> => undefined }));
vi.mock("@/ui/feedback/toast", () => ({ toast }));
vi.mock("@/core/gaps", () => ({ loadGaps: () => rules.load() }));

beforeAll(async () => {
  const gaps = await startWasmModule("gaps_core");
  rules.load = async () => gaps;
});
afterEach(() => {
  cleanup();
  toast.mockReset();
});

function Form({ start }: { start: string }) {
  const [text, setText] = useState(start);
  return <FrontField value={text} disabled={false} error={undefined} onText={setText} />;
}

const front = () => screen.getByLabelText("Front") as HTMLTextAreaElement;
function open(text: string, words: string) {
  render(<Form start={text} />);
  const at = text.indexOf(words);
  front().setSelectionRange(at, at + words.length);
}
const press = () => fireEvent.click(screen.getByRole("button", { name: "Make a gap" }));

test("S3.gap.3 the button makes a gap of the selection, with the next number", async () => {
  open("{{c1::Ottawa}} is the capital", "capital");
  press();
  await waitFor(() => expect(front().value).toBe("{{c1::Ottawa}} is the {{c2::capital}}"));
});

test("S3.gap.3 the key has the same effect, and other keys have none", async () => {
  open("Ottawa is the capital", "Ottawa");
  expect(fireEvent.keyDown(front(), { key: "x", ctrlKey: true })).toBe(true);
  expect(fireEvent.keyDown(front(), { key: "X", ctrlKey: true, shiftKey: true, altKey: true })).toBe(true);
  expect(fireEvent.keyDown(front(), { key: "X", ctrlKey: true, shiftKey: true })).toBe(false);
  await waitFor(() => expect(front().value).toBe("{{c1::Ottawa}} is the capital"));
});

test("S3.gap.3 without a selection, a message says what to do", async () => {
  open("Ottawa is the capital", "");
  press();
  await waitFor(() => expect(toast).toHaveBeenCalledWith("Select the words on the front that the gap should hide."));
  expect(front().value).toBe("Ottawa is the capital");
});

test("S3.gap.3 a front without room for a gap stays as it is", async () => {
  const text = "x".repeat(CARD_TITLE_MAX_CHARS - 5);
  open(text, "xx");
  press();
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith("The front has no room for a gap. Shorten it by 3 characters."),
  );
  expect(front().value).toBe(text);
});

test("S3.gap.3 a failure to load the rules is reported, and the next press tries again", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const load = rules.load;
  rules.load = async () => {
    throw new Error("offline");
  };
  open("Ottawa", "Ottawa");
  press();
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith(expect.stringMatching(/^The gap was not made/), expect.anything()),
  );
  rules.load = load;
  press();
  await waitFor(() => expect(front().value).toBe("{{c1::Ottawa}}"));
});
