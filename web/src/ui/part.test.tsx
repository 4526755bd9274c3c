import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Boundary, part } from "./part";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;

/** Fails as often as told, then comes. */
function failing(times: number) {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  let left = times;
  return vi.fn(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError("Failed to fetch dynamically imported module");
    return Hello;
  });
}

test("a part that does not come says so in its place, and comes when it is tried again", async () => {
  const load = failing(1);
  const Late = part(load, { waiting: ({ name }) => <p>Waiting for {name}</p> });
  render(<Late name="Amara" />);
  expect(screen.getByText("Waiting for Amara")).toBeTruthy();
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
  act(() => screen.getByRole("button", { name: "Retry" }).click());
  expect(await screen.findByText("Hello Amara")).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test("a part that did not come is fetched again when the connection is back", async () => {
  const Late = part(failing(1));
  render(<Late name="Amara" />);
  await screen.findByText(/could not be loaded/);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByText("Hello Amara")).toBeTruthy();
});

test("a silent part goes on waiting, and the next one that is shown has it", async () => {
  const load = failing(1);
  const Late = part(load, { waiting: <p>Waiting</p>, failure: "silent" });
  const { unmount } = render(<Late name="Amara" />);
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalled());
  expect(screen.getByText("Waiting")).toBeTruthy();
  unmount();
  render(<Late name="Ben" />);
  expect(await screen.findByText("Hello Ben")).toBeTruthy();
});

test("what is there already is shown at once", async () => {
  const Late = part(failing(0));
  await Late.prepare();
  render(<Late name="Amara" />);
  expect(screen.getByText("Hello Amara")).toBeTruthy();
});

let isBroken = true;

function Fragile() {
  if (isBroken) throw new Error("broken");
  return <p>Whole</p>;
}

test("an error stays within its boundary, and what is shown next may do better", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  render(
    <>
      <Boundary>
        <Fragile />
      </Boundary>
      <p>The rest</p>
    </>,
  );
  expect(screen.getByText("The rest")).toBeTruthy();
  expect(screen.getByText("This part could not be shown.")).toBeTruthy();
  isBroken = false;
  act(() => screen.getByRole("button", { name: "Retry" }).click());
  expect(screen.getByText("Whole")).toBeTruthy();
});
