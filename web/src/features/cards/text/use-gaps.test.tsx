import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useGaps } from "./use-gaps";

const rules = vi.hoisted(() => ({ load: vi.fn() }));
vi.mock("@/core/gaps", () => ({ loadGaps: rules.load }));

afterEach(cleanup);

function Shown({ isNeeded }: { isNeeded: boolean }) {
  return <p>{useGaps(isNeeded) ? "rules" : "no rules"}</p>;
}
const online = () => act(async () => window.dispatchEvent(new Event("online")));

test("S3.gap.1 the rules for gaps load when they are needed, again when the browser is online, and then no more", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  rules.load.mockRejectedValueOnce(new Error("offline")).mockResolvedValue({});
  const { rerender } = render(<Shown isNeeded={false} />);
  await online();
  expect(rules.load).not.toHaveBeenCalled();
  rerender(<Shown isNeeded />);
  await act(async () => undefined);
  expect([screen.getByText("no rules"), rules.load.mock.calls.length]).toEqual([expect.anything(), 1]);
  await online();
  expect(screen.getByText("rules")).toBeDefined();
  await online();
  expect(rules.load).toHaveBeenCalledTimes(2);
});
