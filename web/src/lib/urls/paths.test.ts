import { expect, test } from "vitest";
import { paths } from "./paths";

test("link builders fill in and escape the parameters of a URL in order", () => {
  expect(paths.myNotes()).toBe("/my-notes");
  expect(paths.student("a/b?")).toBe("/u/a%2Fb%3F");
  expect(paths.editCard("CS246", "c 1", "k$&")).toBe("/study-guide/CS246/chapter/c%201/edit-card/k%24%26");
});

test("link builders append query and fragment", () => {
  expect(paths.noteIn("CS246", "n 1")).toBe("/guide/CS246/notes#n%201");
  expect([paths.writeCard("CS246"), paths.writeCard("CS246", "c1")]).toEqual([
    "/guide/CS246/my-cards/new",
    "/guide/CS246/my-cards/new?chapter=c1",
  ]);
  expect([paths.study(), paths.study(["CS246", "MATH137"]), paths.study("CS246", "c1")]).toEqual([
    "/study",
    "/study?course=CS246&course=MATH137",
    "/study?course=CS246&chapter=c1",
  ]);
});
