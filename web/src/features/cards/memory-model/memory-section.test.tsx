import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import { MemorySection } from "./memory-section";

const fitMemory = vi.hoisted(() => vi.fn());
vi.mock("@/parts/review/fit-memory", () => ({ fitMemory }));
vi.mock("./memory-model", () => ({
  doneText: () => "Fitted to your reviews.",
  tooFewText: (reviews: number) => `Only ${reviews} reviews.`,
  memoryText: (memory: object | undefined) => (memory ? "Your own model." : "The default model."),
}));

beforeEach(() => void fitMemory.mockReset());
afterEach(cleanup);

const show = (memory?: object) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemorySection memory={memory as never} />
    </QueryClientProvider>,
  );
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test.each([
  ["a new model", { memory: {} }, "Fitted to your reviews."],
  ["too few reviews", { reviews: 12 }, "Only 12 reviews."],
])("S2.study.6 fitting announces %s", async (_, result, text) => {
  fitMemory.mockResolvedValue(result);
  show();
  expect(screen.getByRole("region", { name: "Memory model" }).textContent).toContain("The default model.");
  press("Fit memory model");
  await vi.waitFor(() => expect(screen.getByRole("status").textContent).toBe(text));
});

test("S2.study.6 if the model could not be fitted, the section shows the reason, and a retry can succeed", async () => {
  fitMemory.mockRejectedValueOnce(unreachableProblem()).mockResolvedValue({ memory: {} });
  show({});
  press("Update memory model");
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Could not reach/);
  press("Update memory model");
  expect(await screen.findByText("Fitted to your reviews.")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});
