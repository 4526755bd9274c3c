import { render } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { MergedRemarks } from "./merged-remarks";

const calls = vi.hoisted(() => ({ toast: vi.fn(), stop: vi.fn(), confirm: (_change: object, _result?: object) => {} }));
vi.mock("@/ui/feedback/toast", () => ({ toast: calls.toast }));
vi.mock("@/offline/outbox/queue", () => ({
  outbox: {
    onConfirmed: (listener: typeof calls.confirm) => {
      calls.confirm = listener;
      return calls.stop;
    },
  },
}));

let visibility = "visible";
beforeEach(() => {
  calls.toast.mockReset();
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility as DocumentVisibilityState);
});

test.each([
  ["highlight", { hasBothRemarks: true }, "visible", 1],
  ["bookmark", { hasBothRemarks: true }, "visible", 1],
  ["highlight", { hasBothRemarks: false }, "visible", 0],
  ["highlight", undefined, "visible", 0],
  ["highlight", { hasBothRemarks: true }, "hidden", 0],
  ["like", { hasBothRemarks: true }, "visible", 0],
])("S2.mark.1 after a confirmed %s with the result %j, a %s page shows %s toasts", (kind, result, state, times) => {
  visibility = state;
  const { unmount } = render(<MergedRemarks />);
  calls.confirm({ kind }, result);
  expect(calls.toast).toHaveBeenCalledTimes(times);
  for (const call of calls.toast.mock.calls)
    expect(call).toEqual([expect.stringMatching(/both texts\.$/), { isPersistent: true }]);
  unmount();
  expect(calls.stop).toHaveBeenCalled();
});
