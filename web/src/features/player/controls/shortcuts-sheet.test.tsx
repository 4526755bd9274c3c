import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PlayerViewProvider, usePlayerView } from "../player-view";
import { SHORTCUTS } from "./shortcuts";
import { ShortcutsSheet } from "./shortcuts-sheet";
import { Waveform } from "./waveform";

vi.mock("@/session/session", () => import("@/api/testing"));

beforeEach(() => localStorage.clear());
afterEach(cleanup);

function Opener() {
  const { setHelpOpen, hasShortcuts } = usePlayerView();
  return (
    <button type="button" onClick={() => setHelpOpen(true)}>
      Help, {hasShortcuts ? "with" : "without"} letters
    </button>
  );
}
async function open() {
  render(
    <MemoryRouter>
      <PlayerViewProvider uid="u1" slots={{}}>
        <Opener />
        <ShortcutsSheet />
      </PlayerViewProvider>
    </MemoryRouter>,
  );
  expect(screen.queryByRole("dialog")).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: /^Help/ })));
}

test("all shortcuts are listed with their keys, and Close has the focus", async () => {
  await open();
  const rows = [...screen.getByRole("dialog", { name: "Keyboard shortcuts" }).querySelectorAll("dl > div")];
  expect(
    rows.map((row) => [
      [...row.querySelectorAll("kbd")].map((key) => key.textContent),
      row.querySelector("dd")?.textContent,
    ]),
  ).toEqual(SHORTCUTS.map(({ keys, action }) => [keys, action]));
  const close = screen.getByRole("button", { name: "Close", hidden: false });
  expect(document.activeElement).toBe(close);
  await act(async () => fireEvent.click(close));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("each shortcut has an action of its own", () => {
  const actions = SHORTCUTS.map(({ action }) => action);
  expect(new Set(actions).size).toBe(actions.length);
  for (const action of actions) expect(action).toMatch(/^[A-Z][a-z].{2,}$/);
});

test("single letters can be turned off, which is kept", async () => {
  await open();
  const letters = screen.getByRole<HTMLInputElement>("checkbox", { name: /^Single-key shortcuts/ });
  expect([letters.checked, screen.getByText(/^Turn this off if you use dictation/).className]).toEqual([
    true,
    "hint block",
  ]);
  fireEvent.click(letters);
  expect(letters.checked).toBe(false);
  expect(screen.getByText("Help, without letters")).toBeDefined();
});

test("the waveform is drawn twice, for all and for the played part, with a bar for each value", () => {
  const { container } = render(<Waveform peaks={[0, 255, 0, 255]} bars={2} />);
  const pictures = [...container.querySelectorAll("svg")];
  expect(pictures.map((each) => [each.getAttribute("class"), each.getAttribute("viewBox")])).toEqual([
    ["all", "0 0 2 100"],
    ["played", "0 0 2 100"],
  ]);
  const [all, played] = pictures.map((each) => each.querySelector("path")?.getAttribute("d"));
  expect(all).toMatch(/^M0\.5 .+M1\.5 /);
  expect(played).toBe(all);
  expect(container.firstElementChild?.getAttribute("aria-hidden")).toBe("true");
  cleanup();
  render(<Waveform peaks={[1]} bars={5} />);
  expect(document.querySelector("svg")?.getAttribute("viewBox")).toBe("0 0 1 100");
});
