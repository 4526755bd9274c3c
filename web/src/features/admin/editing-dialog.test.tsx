import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import { LoadEditDialog } from "./editing-dialog";

const calls = { load: vi.fn(), onClose: vi.fn() };
let queries: QueryClient;

beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  calls.load.mockReset();
  calls.onClose.mockReset();
});
afterEach(cleanup);

function Editing() {
  const detail = useQuery<string>({ queryKey: ["course"], queryFn: calls.load });
  return (
    <LoadEditDialog title="Edit CS 246" description="Its texts." detail={detail} onClose={calls.onClose}>
      {(opened, reload) => (
        <button type="button" onClick={() => reload().then((latest) => queries.setQueryData(["seen"], latest))}>
          {opened} of {detail.data}
        </button>
      )}
    </LoadEditDialog>
  );
}
const show = () =>
  render(
    <QueryClientProvider client={queries}>
      <Editing />
    </QueryClientProvider>,
  );

test("S6.adm.6 the form keeps the version that was opened, and can load the latest one", async () => {
  calls.load.mockResolvedValueOnce("first").mockResolvedValue("second");
  show();
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  expect(await screen.findByRole("button", { name: "first of first" })).toBeDefined();
  await act(() => queries.refetchQueries());
  fireEvent.click(await screen.findByRole("button", { name: "first of second" }));
  await vi.waitFor(() => expect(queries.getQueryData(["seen"])).toBe("second"));
});

test("S6.adm.6 an item that cannot be loaded shows the reason and a retry", async () => {
  calls.load.mockRejectedValueOnce(unreachableProblem()).mockResolvedValue("first");
  show();
  expect(await screen.findByText(/Could not reach Note Ninja/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("button", { name: "first of first" })).toBeDefined();
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(calls.onClose).toHaveBeenCalledOnce();
});
