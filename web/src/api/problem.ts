import { requestIdOf, requestIdText } from "@/lib/text/reference";
import type { components } from "./schema";

type ProblemBody = components["schemas"]["ProblemBody"];

/** One invalid field of a form. */
export type ProblemField = ProblemBody["fields"][number];

/** Error code; `unreachable` is set by the client if there was no response. */
type ProblemCode = ProblemBody["code"] | "unreachable";

/** Failure of an API request. `detail` is a sentence for the user. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly code: ProblemCode;
  /** HTTP status, 0 if there was no response. */
  readonly status: number;
  readonly detail: string;
  readonly fields: readonly ProblemField[];
  /** Request id for the server's logs. */
  readonly traceId: string | undefined;

  constructor(body: Pick<ProblemBody, "code" | "status" | "detail"> & Partial<ProblemBody>);
  constructor(body: { code: ProblemCode; status: number; detail: string });
  constructor(body: {
    code: ProblemCode;
    status: number;
    detail: string;
    fields?: ProblemField[];
    traceId?: string;
  }) {
    super(body.detail);
    this.code = body.code;
    this.status = body.status;
    this.detail = body.detail;
    this.fields = body.fields ?? [];
    this.traceId = body.traceId;
  }
}

function isProblemBody(body: unknown): body is ProblemBody {
  return (
    typeof body === "object" &&
    body !== null &&
    "code" in body &&
    typeof body.code === "string" &&
    "detail" in body &&
    typeof body.detail === "string"
  );
}

/** Returns the problem in a parsed body. A foreign body, such as a proxy's page, becomes a generic problem. */
export function problemFrom(body: unknown, status: number): ApiProblem {
  if (isProblemBody(body)) return new ApiProblem({ ...body, status });
  return new ApiProblem({
    code: status >= 500 ? "unavailable" : "internal",
    status,
    detail: "Note Ninja had a problem. Please try again in a moment.",
  });
}

/** Returns the problem for a missing response: offline, or the connection broke. */
export function unreachableProblem(): ApiProblem {
  return new ApiProblem({
    code: "unreachable",
    status: 0,
    detail: "Could not reach Note Ninja. Check your connection and try again.",
  });
}

/** Returns true for errors after which a retry may succeed. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return true;
  return error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500;
}

/** Returns a sentence about any failure, for the user. Show `RequestIdCopy` beside it, or use `problemText`. */
export function problemDetail(error: unknown): string {
  return error instanceof ApiProblem ? error.detail : "Something went wrong. Please try again.";
}

/** Like `problemDetail`, for plain text such as toasts: for a server failure, it ends with the request id. */
export function problemText(error: unknown): string {
  const reference = requestIdOf(error);
  const detail = problemDetail(error);
  return reference === undefined ? detail : `${detail} ${requestIdText(reference)}`;
}
