import type { CourseRecord, Guides, Hit, LibraryHits } from "../engine";

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
  /** Courses, or those that are there already, with what they count now. */
  | { kind: "load"; bytes?: ArrayBuffer | undefined; counts?: ArrayBuffer | undefined }
  | { kind: "loadLibrary"; name: LibraryName; bytes: ArrayBuffer }
  | { kind: "dropLibrary"; name: LibraryName }
  | { kind: "search"; query: string; limit: number }
  | { kind: "find"; name: LibraryName; query: string; limit: number }
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
  enterMatch: { code: string | undefined };
  guides: Guides;
  top: { courses: CourseRecord[] };
  courses: { courses: CourseRecord[] };
}

/** A question on its way. */
export type Request<Question> = Question & { id: number };
export type CoreRequest = Request<CoreQuestion>;

/** Why the worker could not answer: bytes that are no catalogue, or anything else. */
type CoreFailureReason = "catalogue" | "internal";

export type Reply<Answer> =
  | { id: number; ok: true; answer: Answer }
  | { id: number; ok: false; reason: CoreFailureReason; message: string };
export type CoreReply = Reply<CoreAnswers[keyof CoreAnswers]>;

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
export interface Port<Question, Answer> {
  postMessage(message: Request<Question>, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<Reply<Answer>>) => void): void;
  addEventListener(type: "error" | "messageerror", listener: (event: Event) => void): void;
}

export type CorePort = Port<CoreQuestion, CoreAnswers[keyof CoreAnswers]>;

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** Sends questions to the worker and hands each answer to the question it belongs to. */
export class WorkerClient<Question extends { kind: string }, Answers extends Record<Question["kind"], unknown>> {
  readonly #port: Port<Question, Answers[keyof Answers]>;
  readonly #waiting = new Map<number, Waiting<Answers[keyof Answers]>>();
  #lastId = 0;

  constructor(port: Port<Question, Answers[keyof Answers]>) {
    this.#port = port;
    port.addEventListener("message", (event) => this.#receive(event.data));
    port.addEventListener("error", () => this.#failAll());
    port.addEventListener("messageerror", () => this.#failAll());
  }

  /** Asks; when `signal` aborts, the promise rejects with its reason and a later reply is dropped. */
  ask<Kind extends Question["kind"]>(
    question: Extract<Question, { kind: Kind }>,
    signal?: AbortSignal,
  ): Promise<Answers[Kind]> {
    if (signal?.aborted) {
      return Promise.reject(signal.reason);
    }
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      // The worker answers a question with the answer of its own kind, which `answer` in worker.ts proves.
      this.#waiting.set(id, { resolve: resolve as Waiting<Answers[keyof Answers]>["resolve"], reject });
      signal?.addEventListener(
        "abort",
        () => {
          if (this.#waiting.delete(id)) {
            reject(signal.reason);
          }
        },
        { once: true },
      );
      const bytes = "bytes" in question && question.bytes instanceof ArrayBuffer ? [question.bytes] : [];
      this.#port.postMessage({ ...question, id }, bytes);
    });
  }

  #receive(reply: Reply<Answers[keyof Answers]>): void {
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

/** The client of the worker that searches courses. */
export class CoreClient extends WorkerClient<CoreQuestion, CoreAnswers> {}
