// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { ApiProblem, problemText } from "@/api/problem";
import { toRejection } from "./outbox-channel";
import { toRejected } from "./retry-policy";
import { like } from "./sending-testing";

vi.mock("@/session/session", () => import("@/api/testing"));

const failure = new ApiProblem({ code: "internal", status: 500, detail: "It failed.", fields: [], traceId: "abc123" });

test("the error of a rejected change, including its reference, can be shown in another tab", () => {
  const received = new ApiProblem(structuredClone(toRejection(failure)));
  expect(problemText(received)).toBe(problemText(failure));
  expect(problemText(received)).toContain("abc123");
});

test("a change rejected by a server failure shows its reference", () => {
  const entry = { id: "e1", seq: 1, change: like("a"), state: "sending", attempts: 0, isDeferred: true } as const;
  expect(toRejected(entry, failure)?.problem).toBe(problemText(failure));
});
