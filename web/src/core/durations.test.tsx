import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { useDurations } from "./durations";

function Times() {
  const { clock, total, spoken } = useDurations();
  return (
    <p>
      {clock(4503)} {clock(undefined)} {total(3900)} {spoken(62.9)}
    </p>
  );
}

test("S4.play.13 S9.c.14 durations are formatted by the compiled core once it has loaded", async () => {
  render(<Times />);
  expect(await screen.findByText("75:03 --:-- about 1 hr 5 min 1 minute 2 seconds")).toBeTruthy();
});
