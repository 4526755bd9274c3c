import type { CourseRecord, Guides, Hit, LibraryHits } from "../wasm";

/**
 * Messages between the page and the search worker. Every request has a number and every reply repeats it, so that late
 * replies to cancelled requests can be dropped.
 */

/** The student's interests on this device, as course codes. */
export interface RecommendationSignals {
  followed: readonly string[];
  /** Course of each saved note. */
  saved: readonly string[];
  /** Course of each recording that the student listened to. */
  listened: readonly string[];
}

/** The files besides the courses: the library for everyone, and the course notes for members. */
export type LibraryFile = "library" | "notes";

/** A request without its number, which the client adds. */
export type SearchRequest =
  /** Loads courses, or only newer counts of the loaded courses. */
  | { kind: "load"; bytes?: ArrayBuffer | undefined; counts?: ArrayBuffer | undefined }
  | { kind: "loadLibrary"; name: LibraryFile; bytes: ArrayBuffer }
  | { kind: "dropLibrary"; name: LibraryFile }
  | { kind: "search"; query: string; limit: number }
  | { kind: "searchLibrary"; name: LibraryFile; query: string; limit: number }
  | { kind: "enterMatch"; query: string }
  | ({ kind: "recommend"; offset: number; limit: number } & RecommendationSignals)
  | { kind: "top"; count: number }
  | { kind: "courses"; codes: readonly string[] };

/** Responses by kind of request. */
export interface SearchResponses {
  load: { courses: number };
  loadLibrary: { items: number };
  dropLibrary: Record<string, never>;
  search: { hits: Hit[] };
  searchLibrary: LibraryHits;
  enterMatch: { code: string | undefined };
  recommend: Guides;
  top: { courses: CourseRecord[] };
  courses: { courses: CourseRecord[] };
}

/** A request with its number. */
export type WithId<Message> = Message & { id: number };
export type NumberedSearchRequest = WithId<SearchRequest>;

/** Reason of a failure: invalid catalogue bytes, or anything else. */
type WorkerErrorReason = "catalogue" | "internal";

export type WorkerReply<Result> =
  | { id: number; ok: true; result: Result }
  | { id: number; ok: false; reason: WorkerErrorReason; message: string };
export type SearchReply = WorkerReply<SearchResponses[keyof SearchResponses]>;

/** Failure reported by the worker. */
export class WorkerError extends Error {
  override readonly name = "WorkerError";
  readonly reason: WorkerErrorReason;

  constructor(reason: WorkerErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The part of a `Worker` that the client needs. */
export interface WorkerPort<Message, Result> {
  postMessage(message: WithId<Message>, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<WorkerReply<Result>>) => void): void;
  addEventListener(type: "error" | "messageerror", listener: (event: Event) => void): void;
}

export type SearchPort = WorkerPort<SearchRequest, SearchResponses[keyof SearchResponses]>;

interface Waiting<Result> {
  resolve: (value: Result) => void;
  reject: (error: Error) => void;
}

/** Sends requests to the worker and resolves each with its reply. */
export class WorkerClient<Message extends { kind: string }, Results extends Record<Message["kind"], unknown>> {
  readonly #port: WorkerPort<Message, Results[keyof Results]>;
  readonly #waiting = new Map<number, Waiting<Results[keyof Results]>>();
  #lastId = 0;

  constructor(port: WorkerPort<Message, Results[keyof Results]>) {
    this.#port = port;
    port.addEventListener("message", (event) => this.#receive(event.data));
    port.addEventListener("error", () => this.#failAll());
    port.addEventListener("messageerror", () => this.#failAll());
  }

  /** Rejects all open requests, because the worker is about to be terminated and will not answer them. */
  close(): void {
    this.#failAll("Search was stopped.");
  }

  /** Sends a request. If `signal` aborts, the promise rejects with its reason and a later reply is dropped. */
  call<Kind extends Message["kind"]>(
    message: Extract<Message, { kind: Kind }>,
    signal?: AbortSignal,
  ): Promise<Results[Kind]> {
    if (signal?.aborted) {
      return Promise.reject(signal.reason);
    }
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      // The worker replies with the response of the same kind, which the type of `answer` in worker.ts guarantees.
      this.#waiting.set(id, { resolve: resolve as Waiting<Results[keyof Results]>["resolve"], reject });
      signal?.addEventListener(
        "abort",
        () => {
          if (this.#waiting.delete(id)) {
            reject(signal.reason);
          }
        },
        { once: true },
      );
      const bytes = "bytes" in message && message.bytes instanceof ArrayBuffer ? [message.bytes] : [];
      this.#port.postMessage({ ...message, id }, bytes);
    });
  }

  #receive(reply: WorkerReply<Results[keyof Results]>): void {
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) {
      return; // A late reply to a cancelled request.
    }
    this.#waiting.delete(reply.id);
    if (reply.ok) {
      waiting.resolve(reply.result);
    } else {
      waiting.reject(new WorkerError(reply.reason, reply.message));
    }
  }

  #failAll(message = "Search stopped working. Reload the page to start it again."): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) {
      reject(new WorkerError("internal", message));
    }
  }
}

/** Client of the course search worker. */
export class SearchWorkerClient extends WorkerClient<SearchRequest, SearchResponses> {}
