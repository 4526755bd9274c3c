// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { currentMatch, selectMatch } from "./current-match";

const page = (html: string) => {
  document.body.innerHTML = `<div class="textLayer">${html}</div>`;
  return document.body;
};

afterEach(() => document.getSelection()?.removeAllRanges());

test("S2.read.4 a match that spans two lines is selected after pdf.js removes its highlights", () => {
  const pages = page(
    `<span>A <b class="highlight selected">sub</b></span><br><span><b class="highlight selected">ject</b> notifies</span>`,
  );
  const found = currentMatch(pages);
  const [first, second] = pages.querySelectorAll("span");
  if (!found || !first || !second) throw new Error("Nothing was found.");
  first.textContent = "A sub";
  second.textContent = "ject notifies";
  selectMatch(found);
  expect(document.getSelection()?.toString()).toBe("subject");
});

test("S2.read.4 selects nothing if the page has no selected match", () => {
  expect(currentMatch(page(`<span>A <b class="highlight">subject</b></span>`))).toBeUndefined();
});
