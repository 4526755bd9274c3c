import { expect, test } from "vitest";
import { ApiProblem, problemText, unreachable } from "./problem";

const body = { code: "internal", detail: "It failed.", traceId: "Jk3rEhMyoAMEJHw=" } as const;

test("the text of a server failure ends with the reference of the request", () => {
  const text = problemText(new ApiProblem({ ...body, status: 500 }));
  expect(text).toBe("It failed. If it keeps happening, report it with this reference: Jk3rEhMyoAMEJHw=");
});

test("other failures have no reference", () => {
  expect(problemText(new ApiProblem({ ...body, status: 409 }))).toBe("It failed.");
  expect(problemText(unreachable())).not.toContain("reference");
});
