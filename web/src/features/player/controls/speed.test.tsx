import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubResizeObserver } from "@/ui/testing";
import { resetPlayer, set } from "../player-ui-testing";
import { PlayerViewProvider } from "../player-view";
import { SpeedButton } from "./speed";

vi.mock("@/session/session", () => import("@/api/testing"));

let player: ReturnType<typeof resetPlayer>;
beforeEach(() => {
  stubResizeObserver();
  player = resetPlayer();
});
afterEach(cleanup);

const button = () => screen.getByRole("button", { name: /^Speed: / });
async function open() {
  render(
    <MemoryRouter>
      <PlayerViewProvider uid="u1" slots={{}}>
        <SpeedButton />
      </PlayerViewProvider>
    </MemoryRouter>,
  );
  await act(async () => fireEvent.click(button()));
  return within(screen.getByRole("dialog", { name: "Speed" }));
}
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name });

test("S4.play.10 the button names the speed and is marked unless the speed is normal", async () => {
  await open();
  expect([button().textContent, button().title, button().className.includes("is-on")]).toEqual(["1×", "Speed", false]);
  set({ rate: 1.333 });
  expect(button().getAttribute("aria-label")).toBe("Speed: 1.33×");
  expect(button().className).toContain("is-on");
});

test("S4.play.10 a preset is pressed if it is the speed, and sets it", async () => {
  set({ rate: 1.25 });
  const panel = await open();
  const presets = panel.getAllByRole("button", { name: /^Speed \d/ });
  expect(presets.map((each) => [each.textContent, each.getAttribute("aria-pressed")])).toEqual([
    ["0.75×", "false"],
    ["1×", "false"],
    ["1.25×", "true"],
    ["1.5×", "false"],
    ["2×", "false"],
  ]);
  fireEvent.click(panel.getByRole("button", { name: "Speed 1.5" }));
  expect(player.setRate.mock.calls).toEqual([[1.5]]);
});

test("S4.play.10 the slider tells the speed and changes it by 0.05", async () => {
  const panel = await open();
  const slider = panel.getByRole("slider", { name: "Speed" });
  expect(slider.getAttribute("aria-valuetext")).toBe("1 times normal speed");
  fireEvent.keyDown(slider, { key: "ArrowRight" });
  expect(player.setRate.mock.calls[0]?.[0]).toBeCloseTo(1.05);
});

test("S4.play.10 the panel names the shelf for which the speed is stored", async () => {
  const panel = await open();
  expect(panel.getByText("Remembered for Deep Dive")).toBeDefined();
  set({ currentAudio: undefined });
  expect(panel.queryByText(/^Remembered/)).toBeNull();
});

test("times can be shown at the speed", async () => {
  await open();
  expect(box("Show times at this speed").checked).toBe(false);
  fireEvent.click(box("Show times at this speed"));
  expect(box("Show times at this speed").checked).toBe(true);
});

test("loudness is evened out and silences are skipped as chosen", async () => {
  const panel = await open();
  expect([box(/^Even/).checked, box(/^Skip/).checked]).toEqual([true, false]);
  expect(panel.getByText("Plays loud recordings more quietly.")).toBeDefined();
  expect(panel.getByText("Shortens pauses of more than a second.")).toBeDefined();
  fireEvent.click(box(/^Even/));
  fireEvent.click(box(/^Skip/));
  expect([player.setLoudnessEven.mock.calls, player.setPassesSilences.mock.calls]).toEqual([[[false]], [[true]]]);
});

test("loudness cannot be evened out on a device that sets its own volume", async () => {
  set({ canSetVolume: false });
  const panel = await open();
  expect([box(/^Even/).checked, box(/^Even/).disabled]).toEqual([false, true]);
  expect(panel.getByText("Not available on this device. Use its volume buttons.")).toBeDefined();
});

test.each([
  [0.4, ""],
  [12.4, " Saved 12 s on this device so far."],
  [60, " Saved 1 min on this device so far."],
  [199, " Saved 3 min on this device so far."],
])("skipped silences of %d s are told as saved time", async (savedSecs, text) => {
  set({ savedSecs });
  const panel = await open();
  expect(panel.getByText(/^Shortens pauses/).textContent).toBe(`Shortens pauses of more than a second.${text}`);
});
