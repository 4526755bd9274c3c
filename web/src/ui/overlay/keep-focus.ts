/** Selector of the entries of a list. When an entry is removed, its neighbour gets the focus. */
const ENTRY = "li, tr, article, [role=row], [role=listitem]";

/** Selector of the elements that get the focus when a control in them is removed and no entry can get it. */
const REGION = `${ENTRY}, main, aside, section, form, [role=dialog], [role=alertdialog], [role=region], [tabindex]`;

const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, [tabindex]";

interface Level {
  element: HTMLElement;
  next: Element | null;
  previous: Element | null;
}

/** A focused element and its surroundings, with which the focus can move nearby when the element is removed. */
export interface FocusContext {
  element: HTMLElement;
  /** The element and its ancestors, each with its siblings at the time when the element got the focus. */
  levels: readonly Level[];
  /** Child of the body that contains the element: the app, or one dialog, menu or popover. */
  root: Element | undefined;
  /** Focus context before this dialog, menu or popover opened. */
  outer: FocusContext | undefined;
}

let current: FocusContext | undefined;
/** True if the user moved the focus away, false if the focused element was removed. */
let isLeft = false;
/** True if this module moved the focus since the last key was pressed. */
let isMoved = false;

/** Returns the focus context of an element that has or just had the focus. */
export function focusContextOf(element: HTMLElement): FocusContext {
  if (element === document.body) return { element, levels: [], root: undefined, outer: undefined };
  for (let at = current; at; at = at.outer) if (at.element === element) return at;
  const levels: Level[] = [];
  for (let at: HTMLElement | null = element; at && at !== document.body; at = at.parentElement) {
    levels.push({ element: at, next: at.nextElementSibling, previous: at.previousElementSibling });
  }
  const root = levels.at(-1)?.element;
  return { element, levels, root, outer: outerOf(root) };
}

function outerOf(root: Element | undefined): FocusContext | undefined {
  for (let at = current; at; at = at.outer) if (at.root === root) return at.outer;
  return current;
}

export const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

function takesFocus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

function regionTakesFocus(region: HTMLElement): boolean {
  if (region.hasAttribute("tabindex")) return takesFocus(region);
  region.tabIndex = -1;
  region.addEventListener("blur", () => region.removeAttribute("tabindex"), { once: true });
  if (takesFocus(region)) return true;
  region.removeAttribute("tabindex");
  return false;
}

/** Focuses the control of an entry that corresponds to the removed control, or its first control. */
function entryTakesFocus(entry: Element | null, removed: Element, control: HTMLElement): boolean {
  if (!entry?.isConnected) return false;
  const controls = [...entry.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const index = [...removed.querySelectorAll(FOCUSABLE)].indexOf(control);
  const isSame = (other: HTMLElement) => other.tagName === control.tagName && other.className === control.className;
  const sameLabel = controls.find((other) => isSame(other) && other.ariaLabel === control.ariaLabel);
  const samePlace = controls.filter((other, at) => isSame(other) && at === index);
  const candidates = [...(sameLabel ? [sameLabel] : []), ...samePlace, ...controls.filter(isSame), ...controls];
  return candidates.some(takesFocus);
}

/** Focuses the element of a context or, if it cannot get the focus, the nearest entry or region that can. */
export function restoreFocusNear(place: FocusContext): void {
  isMoved = true;
  for (let at: FocusContext | undefined = place; at; at = at.outer) {
    const { element: control, levels } = at;
    if (control !== document.body && control.isConnected && takesFocus(control)) return;
    for (const { element, next, previous } of levels) {
      if (element.isConnected) {
        if (element !== control && element.matches(REGION) && regionTakesFocus(element)) return;
      } else if (element.matches(ENTRY)) {
        if (entryTakesFocus(next, element, control) || entryTakesFocus(previous, element, control)) return;
      }
    }
  }
  const main = document.querySelector("main");
  if (main) regionTakesFocus(main);
}

/**
 * Returns true if the focused control was removed or disabled. A busy control is excluded, because it is enabled again
 * and then gets the focus back.
 */
function isGone({ element }: FocusContext): boolean {
  return !element.isConnected || (element.matches(":disabled") && element.ariaBusy !== "true");
}

/**
 * Keeps the focus near a control that is removed or disabled. Otherwise it would fall to the body, and keyboard and
 * screen reader users would start at the top of the page. Returns the stop function.
 */
export function keepFocus(): () => void {
  const end = new AbortController();
  const { signal } = end;
  document.addEventListener(
    "focusin",
    ({ target }) => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      current = focusContextOf(target);
      isLeft = false;
    },
    { signal },
  );
  document.addEventListener(
    "focusout",
    () => {
      const place = current;
      // Chrome sends this event before it removes the element, so the check runs after the current script.
      queueMicrotask(() => {
        if (place === current && place?.element.isConnected && document.activeElement !== place.element) {
          isLeft = !place.element.matches(":disabled");
        }
      });
    },
    { signal },
  );
  // A busy control must not get the focus back if the user has gone on without it.
  const onAction = () => {
    if (current?.element.isConnected && isFocusLost()) isLeft = true;
  };
  document.addEventListener("pointerdown", onAction, { signal, capture: true });
  document.addEventListener(
    "keydown",
    (event) => {
      if (!event.repeat) {
        isMoved = false;
        onAction();
      }
      // A held key must not press the control that has the focus now.
      else if (isMoved && event.key === "Enter") event.preventDefault();
    },
    { signal, capture: true },
  );
  let frame = 0;
  // Deferred, because a component may set a better focus in an effect, as a dialog does after closing.
  const check = () => {
    frame = 0;
    if (current && !isLeft && isFocusLost()) restoreFocusNear(current);
  };
  const observer = new MutationObserver(() => {
    if (!current || isLeft || frame !== 0) return;
    const isEnabledAgain = isFocusLost() && current.element.isConnected && !current.element.matches(":disabled");
    if (isGone(current) || isEnabledAgain) frame = requestAnimationFrame(check);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  return () => {
    end.abort();
    observer.disconnect();
    cancelAnimationFrame(frame);
    current = undefined;
  };
}
