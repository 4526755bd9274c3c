/** Roles of the children that each role may have. */
const CHILDREN: Record<string, readonly string[]> = {
  table: ["rowgroup", "row", "caption"],
  rowgroup: ["row"],
  row: ["cell", "columnheader", "rowheader"],
  list: ["listitem"],
};
const CONTAINERS = "[role=table], [role=list]";
const PARTS = "[role=rowgroup], [role=row], [role=cell], [role=columnheader], [role=rowheader], [role=listitem]";

const roleOf = (element: Element) => element.getAttribute("role") ?? "";

/** Returns the nearest descendants that have a role. */
function partsOf(element: Element): Element[] {
  return [...element.children].flatMap((child) => (["", "none"].includes(roleOf(child)) ? partsOf(child) : [child]));
}

function isValid(element: Element): boolean {
  const allowed = CHILDREN[roleOf(element)];
  if (!allowed) return true;
  const parts = partsOf(element);
  return parts.length > 0 && parts.every((part) => allowed.includes(roleOf(part)) && isValid(part));
}

function removeRole(element: Element): void {
  // `aria-label` requires a role.
  if (element.hasAttribute("aria-label")) element.setAttribute("role", "group");
  else element.removeAttribute("role");
  element.removeAttribute("aria-colspan");
  element.removeAttribute("aria-rowspan");
}

/**
 * Removes the roles of invalid tables and lists. pdf.js copies the structure of the file unchanged, and screen readers
 * cannot follow a table without rows or with other elements between them.
 */
export function removeInvalidRoles(tree: Element): void {
  for (const container of tree.querySelectorAll(CONTAINERS)) if (!isValid(container)) removeRole(container);
  // In document order, so that the rows of a removed table come before their cells.
  for (const part of tree.querySelectorAll(PARTS)) {
    const parent = part.parentElement?.closest("[role]:not([role=none])");
    if (!parent || !CHILDREN[roleOf(parent)]?.includes(roleOf(part))) removeRole(part);
  }
}
