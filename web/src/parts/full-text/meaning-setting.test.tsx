import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ModelState } from "@/data/search/meaning-model";
import { MeaningSetting } from "./meaning-setting";

const fakes = vi.hoisted(() => ({
  state: { status: "absent" } as object,
  offered: undefined as object | undefined,
  canStore: true,
  turnOn: vi.fn(),
  turnOff: vi.fn(),
  cancel: vi.fn(),
  toast: vi.fn(),
  asked: vi.fn(),
}));
vi.mock("@/data/search/meaning-model", () => ({
  canStoreModel: () => fakes.canStore,
  cancelDownload: fakes.cancel,
  useModelState: () => fakes.state,
  offeredModelQuery: {
    queryKey: ["offered"],
    queryFn: async () => {
      fakes.asked();
      return fakes.offered ?? null;
    },
  },
}));
vi.mock("./use-model-actions", () => ({ useModelActions: () => ({ turnOn: fakes.turnOn, turnOff: fakes.turnOff }) }));
vi.mock("@/ui/feedback/toast", () => ({ toast: fakes.toast }));

const model = { file: "m.bin", sha256: "m1", sizeBytes: 13_100_000 };

beforeEach(() => {
  for (const each of [fakes.turnOn, fakes.turnOff, fakes.cancel, fakes.toast, fakes.asked]) each.mockReset();
  Object.assign(fakes, { state: { status: "absent" }, offered: model, canStore: true });
});
afterEach(cleanup);

async function show(state: ModelState) {
  fakes.state = state;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { container } = render(
    <QueryClientProvider client={queries}>
      <MeaningSetting />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  // Renders the response.
  await act(async () => undefined);
  return container;
}
const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => act(async () => void fireEvent.click(button(name)));

test("S2.find.7 the setting waits until the device is known", async () => {
  expect((await show({ status: "unknown" })).innerHTML).toBe("");
});

test("S2.find.7 the setting is hidden if the site offers no model", async () => {
  fakes.offered = undefined;
  expect((await show({ status: "absent" })).innerHTML).toBe("");
});

test("S2.find.7 the offer is not requested on a device that cannot store a model", async () => {
  fakes.canStore = false;
  expect((await show({ status: "absent" })).innerHTML).toBe("");
  expect(fakes.asked).not.toHaveBeenCalled();
});

test("S2.find.7 search by meaning is explained with its size, and turned on", async () => {
  const container = await show({ status: "absent" });
  expect(container.textContent).toContain("Search by meaning");
  expect(
    screen.getByText(/^Finds pages that answer a question in other words\. Downloads 12\.5 MB once/),
  ).toBeDefined();
  await press("Turn on search by meaning");
  expect(fakes.turnOn.mock.calls).toEqual([[model]]);
});

test("S2.find.7 the download shows its progress and can be cancelled", async () => {
  await show({ status: "downloading", receivedBytes: 1_048_576, sizeBytes: 4_194_304 });
  const progress = screen.getByRole("progressbar", { name: "Downloading search by meaning" });
  expect(progress.getAttribute("aria-valuenow")).toBe("25");
  expect(screen.getByText("1 MB of 4 MB")).toBeDefined();
  await press("Cancel");
  expect(fakes.cancel).toHaveBeenCalledTimes(1);
});

test("S2.find.7 a download that failed says why and can be tried again", async () => {
  await show({ status: "failed", message: "No room." });
  expect(screen.getByRole("alert").textContent).toBe("No room.");
  await press("Try again");
  expect(fakes.turnOn.mock.calls).toEqual([[model]]);
});

test("S2.find.7 a model on the device shows its size, and can be removed", async () => {
  fakes.turnOff.mockResolvedValue(undefined);
  await show({ status: "ready", model });
  expect(screen.getByRole("status").textContent).toBe(
    "On. The model has 12.5 MB. Nothing you type leaves this device.",
  );
  expect(button("Remove search by meaning").textContent).toBe("Remove");
  await press("Remove search by meaning");
  expect(fakes.turnOff).toHaveBeenCalledTimes(1);
  expect(fakes.toast.mock.calls).toEqual([["Search by meaning was removed from this device."]]);
});

test("S2.find.7 a model that cannot be removed says so", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  fakes.turnOff.mockRejectedValue(new Error("Locked."));
  await show({ status: "ready", model });
  await press("Remove search by meaning");
  expect(fakes.toast.mock.calls).toEqual([["It could not be removed. Try again.", { kind: "error" }]]);
  expect(warn).toHaveBeenCalledWith("The model of search by meaning could not be removed.", expect.any(Error));
});

test.each([
  ["that the site does not offer any more", undefined, "Remove search by meaning"],
  ["for which there is a newer one", { ...model, sha256: "m2" }, "Turn on search by meaning"],
])("S2.find.8 a model %s has its button", async (_, offered, name) => {
  fakes.offered = offered;
  await show({ status: "ready", model });
  expect(button(name)).toBeDefined();
});
