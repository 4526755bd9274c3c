import { expect, test } from "vitest";
import { removeInvalidRoles } from "./structure-roles";

/** Returns the roles of a tree, with their children in brackets. */
function rolesOf(element: Element): string {
  return [...element.children]
    .map((child) => `${child.getAttribute("role") ?? "-"}${child.children.length > 0 ? `(${rolesOf(child)})` : ""}`)
    .join(" ");
}

function repaired(html: string): string {
  const tree = document.createElement("div");
  tree.innerHTML = html;
  removeInvalidRoles(tree);
  return rolesOf(tree);
}

const cell = "<i role=cell></i>";
const row = `<i role=row>${cell}</i>`;

test.each([
  ["a table of rows", `<i role=table>${row}</i>`, "table(row(cell))"],
  [
    "a table of groups in an element without a role",
    `<i role=table><i><i role=rowgroup>${row}</i></i></i>`,
    "table(-(rowgroup(row(cell))))",
  ],
  ["a table with a caption", `<i role=table><i role=caption></i>${row}</i>`, "table(caption row(cell))"],
  [
    "a list in a cell",
    `<i role=table><i role=row><i role=cell><i role=list><i role=listitem></i></i></i></i></i>`,
    "table(row(cell(list(listitem))))",
  ],
])("keeps the roles of %s", (_, html, roles) => {
  expect(repaired(html)).toBe(roles);
});

test.each([
  ["a table with a paragraph between its rows", `<i role=table>${row}<i role=paragraph></i></i>`, "-(-(-) paragraph)"],
  ["a table of cells", `<i role=table>${cell}</i>`, "-(-)"],
  ["a table with an empty row", `<i role=table>${row}<i role=row></i></i>`, "-(-(-) -)"],
  ["an empty table", "<i role=table></i>", "-"],
  ["a row outside of a table", row, "-(-)"],
  ["a list of paragraphs", "<i role=list><i role=paragraph></i></i>", "-(paragraph)"],
])("removes the roles of %s and keeps those of its contents", (_, html, roles) => {
  expect(repaired(html)).toBe(roles);
});

test("a named table whose cells are not in the structure gets the role 'group'", () => {
  expect(repaired("<i role=table aria-label='Results'></i>")).toBe("group");
});
