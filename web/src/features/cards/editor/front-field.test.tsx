import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { CARD_TITLE_MAX_CHARS } from "@/core/limits";
import { startWasmModule } from "@/core/testing";
import { FrontField } from "./front-field";

const toast = vi.hoisted(() => vi.fn());
const rules = vi.hoisted(() => ({ load: async (): Promise<unknown> => undefined }));
vi.mock("@/ui/feedback/toast", () => ({ toast }));
const platform = vi.hoisted(() => ({ isApple: false }));
vi.mock("@/lib/browser/platform", () => platform);
vi.mock("@/core/gaps", () => ({ loadGaps: () => rules.load() }));

beforeAll(async () => {
  const gaps = await startWasmModule("gaps_core");
  rules.load = async () => gaps;
});
afterEach(() => {
  cleanup();
  toast.mockReset();
});

function Form({ start, saved = "" }: { start: string; saved?: string | undefined }) {
  const [text, setText] = useState(start);
  return <FrontField value={text} saved={saved} disabled={false} error={undefined} onText={setText} />;
}

const front = () => screen.getByLabelText("Front") as HTMLTextAreaElement;
function open(text: string, words: string, saved?: string) {
  render(<Form start={text} saved={saved} />);
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

test("S3.gap.3 a new gap does not get the number of a gap that was deleted since the card was saved", async () => {
  open("{{c1::Ottawa}} is the capital", "capital", "{{c1::Ottawa}} is {{c2::the}} capital");
  press();
  await waitFor(() => expect(front().value).toBe("{{c1::Ottawa}} is the {{c3::capital}}"));
});

test.each([
  ["It costs $5 or $7", "costs $5", "A gap has no end. Write }} after its text, and \\$ for a dollar sign."],
  ["{{c1::the capital}} of Canada", "capital", "A gap can't contain another gap."],
  ["{{c1::Ottawa}} is the capital", "awa}} is", "A gap can't contain another gap."],
  ["Ottawa {{c0::is}} it", "Ottawa", "Number the gaps from 1 to 50, as in {{c1::Ottawa}}."],
])("S3.gap.3 a gap that would be invalid is not made: %s, %s", async (text, words, reason) => {
  open(text, words);
  press();
  await waitFor(() => expect(toast).toHaveBeenCalledWith(reason));
  expect(front().value).toBe(text);
});

test("S3.gap.3 a card has at most 50 gaps", async () => {
  const saved = Array.from({ length: 50 }, (_, index) => `{{c${index + 1}::x}}`).join("");
  open("Ottawa", "Ottawa", saved);
  press();
  await waitFor(() => expect(toast).toHaveBeenCalledWith("A card can have at most 50 gaps. Make another card."));
  expect(front().value).toBe("Ottawa");
});

test.each([
  [true, "Make a gap (⇧⌘X)"],
  [false, "Make a gap (Ctrl+Shift+X)"],
])("S3.gap.3 the button names the keys of the device; an Apple device: %s", (isApple, title) => {
  platform.isApple = isApple;
  open("Ottawa", "Ottawa");
  expect(screen.getByRole("button", { name: "Make a gap" }).title).toBe(title);
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
