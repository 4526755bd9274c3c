import { cleanup, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { NoteView } from "../note-view";
import type { ReaderMode } from "../text/text-mode";
import { useLinkedHighlight } from "./use-linked-highlight";

const scrollTo = vi.fn();

function Reader({ mode, marks }: { mode: ReaderMode; marks: readonly string[] }) {
  const container = useRef<HTMLDivElement>(null);
  useLinkedHighlight({} as NoteView, mode, container, "wanted");
  return (
    <div ref={container}>
      {marks.map((id) => (
        <i key={id} className="reader-mark" data-id={id} />
      ))}
    </div>
  );
}

beforeEach(() => {
  scrollTo.mockReset();
  HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
    scrollTo(this.dataset.id);
  };
});
afterEach(cleanup);

test("S2.text.3 the text view scrolls once to the highlight in the URL, when it is rendered", () => {
  const { rerender } = render(<Reader mode="text" marks={["other"]} />);
  expect(scrollTo).not.toHaveBeenCalled();
  rerender(<Reader mode="text" marks={["other", "wanted"]} />);
  rerender(<Reader mode="text" marks={["other", "wanted"]} />);
  expect(scrollTo.mock.calls).toEqual([["wanted"]]);
});

test("S2.text.3 the page view does not scroll to the highlight in the URL, because the page view opens at its page", () => {
  render(<Reader mode="page" marks={["wanted"]} />);
  expect(scrollTo).not.toHaveBeenCalled();
});
