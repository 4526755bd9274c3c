import { api } from "./client";

type Answer = Promise<{ data?: unknown; error?: unknown; response: Response }>;

interface Init {
  params?: { path?: Record<string, string>; query?: Record<string, string> };
  body?: unknown;
  signal?: AbortSignal;
  /** Whether the request outlives the page. */
  keepalive?: boolean;
}

/** The client for routes that the API's description does not name yet; their types are written by hand. */
export const untyped = api as unknown as Record<
  "GET" | "PUT" | "POST" | "PATCH" | "DELETE",
  (path: string, init?: Init) => Answer
>;
