import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GapsModule } from "@/core/gaps";
import { startWasmModule } from "@/core/testing";

const rules = vi.hoisted(() => ({ load: vi.fn() }));
vi.mock("@/lib/loading/new-release", () => ({ isNewReleaseDeployed: async () => false }));
vi.mock("@/core/gaps", async (original) => ({ ...(await original<object>()), loadGaps: rules.load }));

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(console, "warn").mockReturnValue();
  rules.load.mockReset();
});
afterEach(cleanup);

const front = "{{c1::Ottawa::city}} is the {{c2::capital}}";

/** Shows both sides of a front, with the code of a page that was just opened. */
async function show(text: string) {
  const { CardText } = await import("./card-text");
  render(
    <>
      <div data-testid="question">
        <CardText text={text} side="question" />
      </div>
      <div data-testid="answer">
        <CardText text={text} side="answer" />
      </div>
    </>,
  );
}
const shown = () => ["question", "answer"].map((side) => screen.getByTestId(side).textContent);

test("S3.gap.2 a card does not show its answer while the rules for gaps load, or if they do not", async () => {
  let fail = (_: Error) => {};
  rules.load.mockReturnValueOnce(
    new Promise((_, reject) => {
      fail = reject;
    }),
  );
  await show(front);
  const hidden = ["blank, hint: city is the blank…", "Ottawa is the capital"];
  expect(shown()).toEqual(hidden);
  await act(async () => fail(new Error("offline")));
  expect(shown()).toEqual(hidden);
  const gaps = await startWasmModule<GapsModule>("gaps_core");
  rules.load.mockResolvedValue(gaps);
  await act(async () => window.dispatchEvent(new Event("online")));
  expect(shown()).toEqual(hidden);
  expect([...document.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(["Ottawa", "capital"]);
});

test("S3.gap.2 a card does not show code or a formula in a gap while the rules for gaps load", async () => {
  let finish = (_: GapsModule) => {};
  rules.load.mockReturnValue(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  await show("{{c1::`std::vector`}} is a list, {{c2::$x^{a^{b}} = 4$}} a formula");
  const question = "blank… is a list, blank… a formula";
  expect(shown()[0]).toBe(question);
  const gaps = await startWasmModule<GapsModule>("gaps_core");
  await act(async () => finish(gaps));
  expect(shown()[0]).toBe(question);
  expect(shown()[1]).toContain("std::vector is a list");
});

test("S3.gap.2 a text with other braces does not load the rules for gaps", async () => {
  await show("{{cell}} {{c}} {{c1:x}}");
  expect(shown()).toEqual(["{{cell}} {{c}} {{c1:x}}", "{{cell}} {{c}} {{c1:x}}"]);
  expect(rules.load).not.toHaveBeenCalled();
});
