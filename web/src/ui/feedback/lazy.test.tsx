import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ErrorBoundary, lazyComponent, lazyDialog } from "./lazy";

afterEach(() => {
  cleanup();
  isBroken = true;
  vi.restoreAllMocks();
});

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;

let isBroken = true;

function Fragile() {
  if (isBroken) throw new Error("broken");
  return <p>Whole</p>;
}

function TheDialog({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" onClick={onClose}>
      The dialog
    </button>
  );
}

/** Returns a loader that rejects this number of times before it succeeds. */
function failing(times: number) {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  let left = times;
  return vi.fn(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError("Failed to fetch dynamically imported module");
    return Hello;
  });
}

test("shows an error with a retry button when a chunk fails to load", async () => {
  const load = failing(1);
  const Late = lazyComponent(load, { placeholder: ({ name }) => <p>Waiting for {name}</p> });
  render(<Late name="Amara" />);
  expect(screen.getByText("Waiting for Amara")).toBeTruthy();
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
  act(() => screen.getByRole("button", { name: "Retry" }).click());
  expect(await screen.findByText("Hello Amara")).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test("loads a failed chunk again when the connection is back", async () => {
  const Late = lazyComponent(failing(1));
  render(<Late name="Amara" />);
  await screen.findByText(/could not be loaded/);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByText("Hello Amara")).toBeTruthy();
});

test("a dialog that fails to load shows an error above the page until closed, and is loaded again next time", async () => {
  const load = failing(1);
  const Late = lazyDialog(async () => {
    await load();
    return TheDialog;
  });
  const close = vi.fn();
  const shown = render(<Late onClose={close} />);
  await screen.findByText(/could not be loaded/);
  act(() => screen.getByRole("button", { name: "Close" }).click());
  expect(close).toHaveBeenCalledTimes(1);
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
  shown.unmount();
  render(<Late onClose={close} />);
  expect(await screen.findByText("The dialog")).toBeTruthy();
});

test("a failed part of the page without `onClose` has no Close button", async () => {
  const Late = lazyComponent(failing(1));
  render(<Late name="Amara" />);
  await screen.findByText(/could not be loaded/);
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
});

test("a dialog that crashes can be closed as well", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const close = vi.fn();
  render(
    <ErrorBoundary failure="banner" onClose={close}>
      <Fragile />
    </ErrorBoundary>,
  );
  act(() => screen.getByRole("button", { name: "Close" }).click());
  expect(close).toHaveBeenCalledTimes(1);
  expect(screen.queryByText("This part could not be shown.")).toBeNull();
});

test("an optional part shows its placeholder after a failure, and loads when it is rendered again", async () => {
  const load = failing(1);
  const Late = lazyComponent(load, { placeholder: <p>Waiting</p>, failure: "silent" });
  const { unmount } = render(<Late name="Amara" />);
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalled());
  expect(screen.getByText("Waiting")).toBeTruthy();
  unmount();
  render(<Late name="Ben" />);
  expect(await screen.findByText("Hello Ben")).toBeTruthy();
});

test("a part that is already loaded renders at once", async () => {
  const Late = lazyComponent(failing(0));
  await Late.prefetch();
  render(<Late name="Amara" />);
  expect(screen.getByText("Hello Amara")).toBeTruthy();
});

test("an error boundary contains the error, and Retry renders its content again", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  render(
    <>
      <ErrorBoundary>
        <Fragile />
      </ErrorBoundary>
      <p>The rest</p>
    </>,
  );
  expect(console.error).toHaveBeenCalledWith("A part of the page failed.", expect.any(Error));
  expect(screen.getByText("The rest")).toBeTruthy();
  expect(screen.getByText("This part could not be shown.")).toBeTruthy();
  isBroken = false;
  act(() => screen.getByRole("button", { name: "Retry" }).click());
  expect(screen.getByText("Whole")).toBeTruthy();
});
