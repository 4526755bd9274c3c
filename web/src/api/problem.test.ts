import { expect, test } from "vitest";
import { ApiProblem, isTransient, problemDetail, problemFrom, problemText, unreachableProblem } from "./problem";

const body = { code: "internal", detail: "It failed.", traceId: "Jk3rEhMyoAMEJHw=" } as const;

test("the message of a server error ends with the request id", () => {
  const text = problemText(new ApiProblem({ ...body, status: 500 }));
  expect(text).toBe("It failed. If it keeps happening, report it with this reference: Jk3rEhMyoAMEJHw=");
});

test("other errors have no request id", () => {
  expect(problemText(new ApiProblem({ ...body, status: 409 }))).toBe("It failed.");
  expect(problemText(unreachableProblem())).not.toContain("reference");
});

test.each([
  [new ApiProblem({ code: "unreachable", status: 0, detail: "" }), true],
  [new ApiProblem({ code: "unauthorized" as never, status: 401, detail: "" }), true],
  [new ApiProblem({ code: "too_many_requests", status: 429, detail: "" }), true],
  [new ApiProblem({ code: "unavailable", status: 500, detail: "" }), true],
  [new ApiProblem({ code: "conflict", status: 409, detail: "" }), false],
  [new ApiProblem({ code: "validation", status: 499, detail: "" }), false],
  [new Error("Anything else"), true],
])("whether a retry may succeed after %o: %s", (error, isWorthIt) => {
  expect(isTransient(error)).toBe(isWorthIt);
});

test.each([
  [null, 500, "unavailable"],
  ["<html>", 404, "internal"],
  [{ code: 1, detail: "x" }, 503, "unavailable"],
  [{ code: "conflict", detail: 2 }, 409, "internal"],
  [{ code: "conflict" }, 409, "internal"],
  [{ detail: "x" }, 409, "internal"],
])("a foreign body %j with status %i becomes the problem %s", (body, status, code) => {
  const problem = problemFrom(body, status);
  expect([problem.code, problem.status]).toEqual([code, status]);
  expect(problem.detail).toBe("Note Ninja had a problem. Please try again in a moment.");
});

test("a problem of the API keeps its fields, and has the status of the response", () => {
  const fields = [{ field: "name", code: "required", message: "Name is required." }];
  const problem = problemFrom({ code: "validation", status: 1, detail: "No.", fields, traceId: "t1" }, 422);
  expect(problem).toMatchObject({
    code: "validation",
    status: 422,
    detail: "No.",
    message: "No.",
    fields,
    traceId: "t1",
  });
  expect(problemFrom({ code: "validation", detail: "No." }, 422).fields).toEqual([]);
});

test("an error without a problem is described in general", () => {
  expect(problemDetail(new Error("Internals"))).toBe("Something went wrong. Please try again.");
  expect(problemDetail(unreachableProblem())).toBe("Could not reach Note Ninja. Check your connection and try again.");
  expect([unreachableProblem().code, unreachableProblem().status]).toEqual(["unreachable", 0]);
});
