import { vi } from "vitest";
import { ApiProblem, unreachableProblem } from "./problem";

/**
 * Mock of the API client for tests: `vi.mock("@/api/client", () => import("@/api/client-testing"))`. Tests set
 * `server.answer` and read `server.requests`.
 */

type Values = Record<string, string | number | boolean | undefined>;

interface Options {
  params?: { path?: Values; query?: Values };
  body?: unknown;
  keepalive?: boolean;
}

/** A request such as `PUT /api/me/email`, and its body. */
export type RecordedRequest = [request: string, body?: unknown];

const nothing = (): unknown => undefined;

export const server = {
  /** Requests in order. */
  requests: [] as RecordedRequest[],
  /** Simulates the response; throws to reject the request. */
  answer: nothing as (request: string, body: unknown) => unknown,
  /** Forgets all requests and answers them with nothing. */
  reset(): void {
    server.requests = [];
    server.answer = nothing;
  },
  /** Answers every request with an error. */
  reject(error: unknown = unreachableProblem()): void {
    server.answer = () => {
      throw error;
    };
  },
  /** Returns the requests whose text starts with `start`. */
  asked: (start: string): RecordedRequest[] => server.requests.filter(([request]) => request.startsWith(start)),
};

/** Creates the problem of a conflict. */
export const conflict = (detail = "It was changed."): ApiProblem =>
  new ApiProblem({ code: "conflict", status: 409, detail });

/** Creates the problem of a missing item. */
export const notFound = (detail = "There is no such item."): ApiProblem =>
  new ApiProblem({ code: "not_found", status: 404, detail });

function ask(method: string) {
  return async (path: string, { params = {}, body }: Options = {}): Promise<unknown> => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params.path?.[name]));
    const query = Object.entries(params.query ?? {}).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString();
    const request = `${method} ${filled}${search && `?${search}`}`;
    server.requests.push(body === undefined ? [request] : [request, body]);
    return server.answer(request, body);
  };
}

export const api = {
  GET: ask("GET"),
  POST: ask("POST"),
  PUT: ask("PUT"),
  PATCH: ask("PATCH"),
  DELETE: ask("DELETE"),
};

export const keepalive = { keepalive: true } as const;

export const unwrap = async (answer: Promise<unknown>): Promise<unknown> => answer;

export const setTokenSource = vi.fn();
