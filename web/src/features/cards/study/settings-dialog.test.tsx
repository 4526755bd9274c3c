import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import type { StudyPrice } from "@/core/study";
import SettingsDialog from "./settings-dialog";

const fakes = vi.hoisted(() => ({ settings: undefined as object | undefined, set: vi.fn() }));
vi.mock("@/data/study/study-settings", () => ({
  useStudySettings: () => fakes.settings,
  setStudySettings: fakes.set,
}));

const settings = { newADay: 20, reviewsADay: 200, retentionPercent: 90 };
let prices: StudyPrice[] = [];
const onClose = vi.fn();
const onSaved = vi.fn();

beforeEach(() => {
  fakes.settings = settings;
  fakes.set.mockReset().mockResolvedValue({ status: "sent" });
  onClose.mockReset();
  onSaved.mockReset();
});
afterEach(cleanup);

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SettingsDialog pricesOf={() => prices} onClose={onClose} onSaved={onSaved} />
    </QueryClientProvider>,
  );
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const fields = () => [/^New cards/, /^Reviews/, /^Target recall/].map(field);
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
const submit = () => act(async () => void fireEvent.submit(document.querySelector("form") as HTMLFormElement));

test("S2.study.4 the settings are shown with their limits, and saved together with the previous settings", async () => {
  show();
  expect(fields().map(({ value }) => value)).toEqual(["20", "200", "90"]);
  expect(fields().map(({ min }) => min)).toEqual(["0", "0", "70"]);
  expect(fields().every(({ required, step, type }) => required && step === "1" && type === "number")).toBe(true);
  expect(screen.getByText("A higher target means more frequent reviews.")).toBeDefined();
  fireEvent.change(field(/^New cards/), { target: { value: "5" } });
  expect(field(/^New cards/).value).toBe("5");
  await submit();
  const saved = { ...settings, newADay: 5 };
  expect(fakes.set.mock.calls).toEqual([[saved, settings]]);
  expect(onSaved.mock.calls).toEqual([[saved]]);
  expect(onClose).toHaveBeenCalledOnce();
});

test("S4.progress.2 the settings show the reviews per day that each target costs, if the student knows cards", () => {
  show();
  expect(screen.queryByText(/For the cards you know/)).toBeNull();
  cleanup();
  prices = [
    { retentionPercent: 85, reviewsADay: 2.24, msADay: 1 },
    { retentionPercent: 90, reviewsADay: 33.7, msADay: 1 },
  ];
  show();
  expect(screen.getByText("For the cards you know: 90%: about 34 reviews a day; 85%: 2.2.")).toBeDefined();
  prices = [];
});

test("all three settings can be changed at once", async () => {
  show();
  for (const [index, input] of fields().entries()) fireEvent.change(input, { target: { value: `${80 + index}` } });
  await submit();
  expect(fakes.set.mock.calls[0]?.[0]).toEqual({ newADay: 80, reviewsADay: 81, retentionPercent: 82 });
});

test("settings that are unknown cannot be saved", async () => {
  fakes.settings = undefined;
  show();
  expect(fields().map(({ value }) => value)).toEqual(["", "", ""]);
  expect(save().disabled).toBe(true);
  await submit();
  expect(fakes.set).not.toHaveBeenCalled();
  expect(onSaved).not.toHaveBeenCalled();
});

test("a rejected setting is explained at its field, and any other failure above the form", async () => {
  const rejected = { field: "newADay", code: "too_large", message: "Too many." };
  fakes.set.mockRejectedValueOnce(
    new ApiProblem({ code: "invalid", status: 422, detail: "No.", fields: [rejected] } as never),
  );
  show();
  await submit();
  expect(await screen.findByText("Too many.")).toBeDefined();
  expect(field(/^New cards/).getAttribute("aria-invalid")).toBe("true");
  expect(field(/^Reviews/).getAttribute("aria-invalid")).not.toBe("true");
  expect(screen.queryByText("No.")).toBeNull();
  fakes.set.mockRejectedValueOnce(new ApiProblem({ code: "unavailable", status: 503, detail: "Not now." }));
  await submit();
  expect(await screen.findByText("Not now.")).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  expect(onSaved).not.toHaveBeenCalled();
});

test("while settings are saved, Cancel is disabled; afterwards it closes the dialog and saves nothing", async () => {
  let finish: (outcome: object) => void = () => undefined;
  fakes.set.mockReturnValue(new Promise((resolve) => (finish = resolve)));
  show();
  await submit();
  const cancel = screen.getByRole<HTMLButtonElement>("button", { name: "Cancel" });
  await vi.waitFor(() => expect(cancel.disabled).toBe(true));
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => finish({}));
  await vi.waitFor(() => expect(cancel.disabled).toBe(false));
  expect(onClose).toHaveBeenCalledOnce();
  fireEvent.click(cancel);
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(fakes.set).toHaveBeenCalledOnce();
});
