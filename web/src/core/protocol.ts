import type { CourseRecord, Explanation, Guides, Hit, LibraryHits } from "./engine";

/**
 * The messages between the page and the search worker. Every request carries a number and every reply repeats
 * it, so that late replies to withdrawn requests can be dropped.
 */

/** What is known of a student on this device, in codes of courses. */
export interface Interests {
  followed: readonly string[];
  /** The course of each note that they saved. */
  saved: readonly string[];
  /** The course of each recording that they listened to. */
  listened: readonly string[];
}

/** The files beside the courses: what everybody can find, and the notes of courses, which members can. */
export type LibraryName = "library" | "notes";

/** A question without its number; the client adds it. */
export type CoreQuestion =
  | { kind: "load"; bytes: ArrayBuffer }
  | { kind: "loadLibrary"; name: LibraryName; bytes: ArrayBuffer }
  | { kind: "dropLibrary"; name: LibraryName }
  | { kind: "search"; query: string; limit: number }
  | { kind: "find"; name: LibraryName; query: string; limit: number }
  | { kind: "explain"; query: string; code: string }
  | { kind: "enterMatch"; query: string }
  | ({ kind: "guides"; offset: number; limit: number } & Interests)
  | { kind: "top"; count: number }
  | { kind: "courses"; codes: readonly string[] };

/** What each kind of question is answered with. */
export interface CoreAnswers {
  load: { courses: number };
  loadLibrary: { things: number };
  dropLibrary: Record<string, never>;
  search: { hits: Hit[] };
  find: LibraryHits;
  explain: { explanation: Explanation | undefined };
  enterMatch: { code: string | undefined };
  guides: Guides;
  top: { courses: CourseRecord[] };
  courses: { courses: CourseRecord[] };
}

export type CoreRequest = CoreQuestion & { id: number };

/** Why the worker could not answer: bytes that are no catalogue, or anything else. */
type CoreFailureReason = "catalogue" | "internal";

export type CoreReply =
  | { id: number; ok: true; answer: CoreAnswers[keyof CoreAnswers] }
  | { id: number; ok: false; reason: CoreFailureReason; message: string };

/** The worker refused or failed. */
export class CoreFailure extends Error {
  override readonly name = "CoreFailure";
  readonly reason: CoreFailureReason;

  constructor(reason: CoreFailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The part of a `Worker` that the client needs. */
export interface CorePort {
  postMessage(message: CoreRequest, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<CoreReply>) => void): void;
  addEventListener(type: "error" | "messageerror", listener: (event: Event) => void): void;
}

interface Waiting {
  resolve: (answer: CoreAnswers[keyof CoreAnswers]) => void;
  reject: (error: Error) => void;
}

/** Sends questions to the worker and hands each answer to the question it belongs to. */
export class CoreClient {
  readonly #port: CorePort;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(port: CorePort) {
    this.#port = port;
    port.addEventListener("message", (event) => this.#receive(event.data));
    port.addEventListener("error", () => this.#failAll());
    port.addEventListener("messageerror", () => this.#failAll());
  }

  /** Asks; when `signal` aborts, the promise rejects with its reason and a later reply is dropped. */
  ask<Kind extends CoreQuestion["kind"]>(
    question: Extract<CoreQuestion, { kind: Kind }>,
    signal?: AbortSignal,
  ): Promise<CoreAnswers[Kind]> {
    if (signal?.aborted) {
      return Promise.reject(signal.reason);
    }
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      // The worker answers a question with the answer of its own kind, which `answer` in worker.ts proves.
      this.#waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
      signal?.addEventListener(
        "abort",
        () => {
          if (this.#waiting.delete(id)) {
            reject(signal.reason);
          }
        },
        { once: true },
      );
      const request: CoreRequest = { ...(question as CoreQuestion), id };
      this.#port.postMessage(request, "bytes" in request ? [request.bytes] : []);
    });
  }

  #receive(reply: CoreReply): void {
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) {
      return; // Late: the question was withdrawn.
    }
    this.#waiting.delete(reply.id);
    if (reply.ok) {
      waiting.resolve(reply.answer);
    } else {
      waiting.reject(new CoreFailure(reply.reason, reply.message));
    }
  }

  #failAll(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) {
      reject(new CoreFailure("internal", "Search stopped working. Reload the page to start it again."));
    }
  }
}
