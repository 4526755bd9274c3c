import { expect, test } from "vitest";
import { ApiProblem, problemText, unreachableProblem } from "./problem";

const body = { code: "internal", detail: "It failed.", traceId: "Jk3rEhMyoAMEJHw=" } as const;

test("the message of a server error ends with the request id", () => {
  const text = problemText(new ApiProblem({ ...body, status: 500 }));
  expect(text).toBe("It failed. If it keeps happening, report it with this reference: Jk3rEhMyoAMEJHw=");
});

test("other errors have no request id", () => {
  expect(problemText(new ApiProblem({ ...body, status: 409 }))).toBe("It failed.");
  expect(problemText(unreachableProblem())).not.toContain("reference");
});
