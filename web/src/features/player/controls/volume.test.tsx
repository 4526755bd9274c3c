import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { player } from "@/player/player";
import { initialState, playerState } from "@/player/store";
import { MuteButton, VolumePopover, VolumeSlider } from "./volume";

vi.mock("@/ui/form/slider", () => ({
  Slider: ({
    value,
    valueText,
    onChange,
  }: {
    value: number;
    valueText: (percent: number) => string;
    onChange: (percent: number) => void;
  }) => (
    <input
      aria-label="Volume"
      value={value}
      title={valueText(value)}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  ),
}));
vi.mock("@/ui/overlay/popover", () => ({
  Popover: ({ trigger, children }: { trigger: ReactNode; children: ReactNode }) => (
    <div data-testid="popover">
      {trigger}
      {children}
    </div>
  ),
}));

let setVolume: MockInstance;
let setMuted: MockInstance;
beforeEach(() => {
  setVolume = vi.spyOn(player, "setVolume").mockReturnValue();
  setMuted = vi.spyOn(player, "setMuted").mockReturnValue();
});
afterEach(() => {
  cleanup();
  playerState.set(initialState);
});
const become = (more: object) => act(() => playerState.set({ ...initialState, ...more }));
const icon = () =>
  document
    .querySelector("button svg")
    ?.getAttribute("class")
    ?.match(/lucide-volume-?(\w)/)?.[1];

test.each([
  [1, false, "2"],
  [0.5, false, "2"],
  [0.49, false, "1"],
  [0, false, "x"],
  [1, true, "x"],
])("S4.play.10 at volume %s, muted: %s, the icon is %s", (volume, isMuted, expected) => {
  become({ volume, isMuted });
  render(<MuteButton />);
  expect(icon()).toBe(expected);
});

test.each([
  [false, "Mute"],
  [true, "Unmute"],
])("S4.play.10 with isMuted %s, the button is named %s", (isMuted, name) => {
  become({ isMuted });
  render(<MuteButton />);
  fireEvent.click(screen.getByRole("button", { name }));
  expect(setMuted.mock.calls).toEqual([[!isMuted]]);
});

test("S4.play.10 the slider shows the volume in percent, and 0 while it is muted", () => {
  become({ volume: 0.304 });
  render(<VolumeSlider />);
  const slider = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Volume" });
  expect([slider().value, slider().title]).toEqual(["30", "30 percent"]);
  fireEvent.change(slider(), { target: { value: "45" } });
  expect(setVolume.mock.calls).toEqual([[0.45]]);
  become({ volume: 0.3, isMuted: true });
  expect(slider().value).toBe("0");
});

test("S4.play.10 there is no volume slider if only the device can change the volume", () => {
  become({ canSetVolume: false });
  render(<VolumeSlider />);
  expect(screen.queryByRole("textbox")).toBeNull();
  cleanup();
  render(<VolumePopover />);
  expect([screen.queryByTestId("popover"), screen.queryByRole("button", { name: "Mute" }) !== null]).toEqual([
    null,
    true,
  ]);
  become({});
  expect(screen.getByTestId("popover").contains(screen.getByRole("textbox"))).toBe(true);
});
