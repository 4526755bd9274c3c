// Initial content, and changes by other users during the visits.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { pdf } from "./pdf.mjs";
import { admin, apiAs, ask, makeStudent, manifest, publishNote, until } from "./server.mjs";

/** Number of courses in the catalogue whose size is measured. */
export const COURSES = 10_000;
/** Number of notes in the members' list whose size is measured: the content of a thousand stored PDFs. */
export const LISTED_NOTES = 1_000;
const BATCH = 100;
/** Courses of the sample content. Each student follows all of them. */
export const FOLLOWED = ["CS246", "MATH137", "STAT230", "MATH138", "CS245", "MATH135", "PHYS121", "CHEM120"];
/** Courses that a visit opens. */
export const STUDIED = FOLLOWED.slice(0, 3);
/** Courses that others like during the visits. Out of ten thousand courses, hardly any of these is open on a page. */
export const ELSEWHERE = Array.from({ length: 50 }, (_, at) => `ELSE${100 + at}`);
/** Number of additional notes by course. */
const NOTES = { CS246: 24, MATH137: 14, STAT230: 10 };
/** The newest notes of a course, which visits read, have 1 MB; the others have one page. */
const LONG = 7;
const PAGES = 10;
const CARDS = 30;
/** The first notes, which every enrolled student likes. */
const LIKED = 24;
const AT_ONCE = 4;

async function each(items, work) {
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Fills the server with notes and chapters with cards. Only the sample's courses exist, so that publishing is fast. */
export async function fill(say) {
  const elsewhere = ELSEWHERE.map((courseCode) => ({ courseCode, title: `Elsewhere ${courseCode}` }));
  await admin.post("/courses/import", { courses: elsewhere });
  // The sample's own notes are published at the same time.
  const wanted = Object.entries(NOTES).flatMap(([code, many]) =>
    Array.from({ length: many }, (_, at) => ({
      code,
      title: `${code} lecture ${at + 1}`,
      pages: many - at > LONG ? 1 : PAGES,
    })),
  );
  const shortFirst = wanted.toSorted((one, other) => one.pages - other.pages);
  await each(shortFirst, ({ code, title, pages }) => publishNote(code, title, pdf(pages, title)));
  for (const code of STUDIED) {
    for (const number of [11, 12, 13]) {
      const { id } = await admin.post(`/courses/${code}/chapters`, {
        number,
        title: `Questions ${number}`,
        description: "",
      });
      await each(Array.from({ length: CARDS }), (_, at) =>
        admin.post(`/courses/${code}/chapters/${id}/cards`, {
          title: `Question ${number}.${at}?`,
          content: `Answer ${at}.`,
        }),
      );
    }
  }
  const recordings = await until("the sample's recordings are there", async () => {
    const { audio } = await (await ask("GET", "/api/shelves/deep-dive")).json();
    return audio.items.length >= 3 ? audio.items : undefined;
  });
  const notes = {};
  for (const code of FOLLOWED) notes[code] = (await admin.get(`/courses/${code}/notes`)).notes.items;
  say(`${Object.values(notes).flat().length} notes and ${recordings.length} recordings of one shelf are there`);
  return { notes, recordings };
}

/**
 * Returns the sizes in bytes of the catalogue files for `COURSES` courses, by part of the manifest. `root` is the
 * folder of the project.
 */
export async function weigh(root, others) {
  const rows = brotliDecompressSync(readFileSync(join(root, "wasm-core/benches/data/courses.tsv.br")))
    .toString()
    .split("\n");
  const courses = rows.slice(0, COURSES).map((row) => {
    const [courseCode, title] = row.split("\t");
    return { courseCode, title };
  });
  const batches = Array.from({ length: COURSES / BATCH }, (_, at) => courses.slice(at * BATCH, (at + 1) * BATCH));
  await each(batches, (batch) => admin.post("/courses/import", { courses: batch }));
  await until("all courses are published", async () => {
    await others.look();
    return (JSON.parse(others.current).courses ?? 0) >= COURSES;
  });
  const sizes = {};
  for (const file of others.files()) {
    const answer = await ask("GET", `/catalogue/${file}`);
    if (answer.ok) sizes[`catalogue: ${others.kinds.get(file)}`] = Number(answer.headers.get("content-length"));
  }
  return sizes;
}

/** Creates a student in the middle of a term. */
export async function enrol(name, { notes, recordings }, friend) {
  const student = await makeStudent(name);
  const api = apiAs(student);
  await api.put("/me/profile", { username: name, name, faculty: "Mathematics", year: "2" });
  await api.put("/me/study/settings", { newADay: 999, reviewsADay: 999, retentionPercent: 90 });
  for (const code of FOLLOWED) {
    await api.put(`/me/courses/${code}`);
    await api.put(`/likes/courses/${code}`);
  }
  const all = Object.values(notes).flat();
  for (const [at, note] of all.entries()) {
    if (at < LIKED) await api.put(`/likes/notes/${note.id}`);
    // The other notes are saved during the month.
    if (at % 5 > 0) await api.put(`/me/notes/${note.id}`);
  }
  const position = (at) => ({
    positionMs: 30_000,
    durationMs: 900_000,
    counter: Date.now() - at,
    device: "phone",
    isFinished: false,
    isRestart: false,
  });
  await api.put("/me/positions", { items: recordings.map(({ id }, at) => ({ audioId: id, position: position(at) })) });
  const { playlist } = await api.post("/me/playlists", { name: "Tonight", audioIds: recordings.map(({ id }) => id) });
  if (friend) await api.put(`/me/students/${friend.username}`);
  return { ...student, playlist: playlist.id, friend: friend?.username };
}

/** All other students, as a page notices them: something new is published whenever it polls for news. */
export class Others {
  #api;
  #liked;
  #isLiking = true;
  #at = 0;
  #pending;
  /** The latest manifest. */
  current;
  /** Part of the manifest by file name. */
  kinds = new Map();
  /** Number of changes by others. */
  changes = 0;

  /** `student` likes the courses in `liked` on behalf of all other students. */
  constructor(student, liked) {
    this.#api = apiAs(student);
    this.#liked = liked;
  }

  async look() {
    const found = await manifest();
    this.#note(found, []);
    this.current = JSON.stringify(found);
    return this.current;
  }

  /** Names the files of a manifest by their keys, such as `file` and `library.file`. */
  #note(value, path) {
    if (typeof value === "string") {
      if (/^(counts-)?[0-9a-f]{64}\.\w+$/.test(value))
        this.kinds.set(value, path.filter((name) => name !== "file").join(" ") || "courses");
    } else if (value && typeof value === "object") {
      for (const [name, inner] of Object.entries(value)) this.#note(inner, [...path, name]);
    }
  }

  /** Returns the newest manifest, which differs from `seen`. */
  news(seen) {
    if (this.current !== seen) return this.current;
    this.#pending ??= this.#like().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #like() {
    const before = this.current;
    const like = `/likes/courses/${this.#liked[this.#at % this.#liked.length]}`;
    await (this.#isLiking ? this.#api.put(like) : this.#api.delete(like));
    this.#at += 1;
    if (this.#at % this.#liked.length === 0) this.#isLiking = !this.#isLiking;
    this.changes += 1;
    return this.#published(before);
  }

  /** Returns the files of the newest manifest. */
  files() {
    return [...this.kinds.keys()].filter((file) => this.current.includes(file));
  }

  /** Edits a course as an administrator, so that a new course file is published. */
  async editCourse(code, word) {
    const before = this.current;
    const course = await admin.get(`/admin/courses/${code}`);
    await admin.patch(`/admin/courses/${code}`, {
      title: course.title,
      description: `In its week ${word}.`,
      version: course.version,
    });
    return this.#published(before);
  }

  #published(before) {
    return until("a change is published", async () => ((await this.look()) === before ? undefined : this.current));
  }
}
