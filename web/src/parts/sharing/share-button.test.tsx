import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ShareButton } from "./share-button";

const toasts = vi.hoisted(() => vi.fn());
vi.mock("@/ui/feedback/toast", () => ({ toast: toasts }));

const copied = vi.fn<(text: string) => Promise<void>>();
const shared = vi.fn<(data: ShareData) => Promise<void>>();

/** Sets whether the device has a touch screen, and whether its browser has a share sheet. */
function device({ isTouch, hasShareSheet }: { isTouch: boolean; hasShareSheet: boolean }) {
  vi.stubGlobal("matchMedia", () => ({ matches: isTouch }));
  Object.defineProperty(navigator, "share", { value: shared, configurable: true });
  if (!hasShareSheet) Reflect.deleteProperty(navigator, "share");
  Object.defineProperty(navigator, "clipboard", { value: { writeText: copied }, configurable: true });
}

beforeEach(() => {
  for (const fake of [copied, shared]) fake.mockReset().mockResolvedValue();
  toasts.mockReset();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "share");
});

const url = new URL("/deep-dive", window.location.origin).href;

test("S2.share.1 copies the link where there is no share sheet", async () => {
  device({ isTouch: true, hasShareSheet: false });
  render(<ShareButton path="/deep-dive" title="Deep Dive" />);
  fireEvent.click(screen.getByRole("button", { name: "Share" }));
  await waitFor(() => expect(toasts).toHaveBeenCalledWith("Link copied.", { kind: "success", id: "link" }));
  expect(copied.mock.calls).toEqual([[url]]);
});

test("S2.share.1 opens the share sheet on a touch device", async () => {
  device({ isTouch: true, hasShareSheet: true });
  render(<ShareButton path="/deep-dive" title="Deep Dive" />);
  fireEvent.click(screen.getByRole("button", { name: "Share" }));
  await waitFor(() => expect(shared.mock.calls).toEqual([[{ title: "Deep Dive", url }]]));
  expect(copied).not.toHaveBeenCalled();
});

test("shows the link in a message if it cannot be copied", async () => {
  device({ isTouch: false, hasShareSheet: true });
  copied.mockRejectedValue(new Error("denied"));
  render(<ShareButton path="/deep-dive" title="Deep Dive" />);
  fireEvent.click(screen.getByRole("button", { name: "Share" }));
  await waitFor(() => expect(toasts.mock.calls[0]?.[0]).toContain(url));
});

test("S2.share.1 shares the current position, as it is when the item is chosen", async () => {
  device({ isTouch: false, hasShareSheet: false });
  let secs = 1;
  const here = { label: "Share from this second", path: () => `/audio/a?t=${secs}` };
  render(<ShareButton path="/audio/a" title="Heaps" here={here} />);
  fireEvent.keyDown(screen.getByRole("button", { name: "Share" }), { key: "Enter" });
  secs = 83;
  fireEvent.click(await screen.findByRole("menuitem", { name: "Share from this second" }));
  await waitFor(() => expect(copied.mock.calls).toEqual([[`${window.location.origin}/audio/a?t=83`]]));
});
