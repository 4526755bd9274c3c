import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { MyRequests } from "./my-requests";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/requests/requests", () => ({
  myRequestsQuery: { queryKey: ["mine"], queryFn: () => new Promise(() => undefined), initialPageParam: undefined },
  useIsVoteWithdrawn: () => () => false,
  useVoteForCourse: () => ({}),
  useUnsentRequests: () => [{ id: "r1", courseCode: "CS999", courseName: "Everything Else" }],
}));

test("S4.out.4 a pending request is listed with its state", () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <MyRequests />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const [line, ...others] = screen.getAllByRole("listitem");
  expect(line?.textContent).toBe("CS 999Everything ElseOn this device");
  expect(others).toEqual([]);
});
