/**
 * The first script of the page: small, and run while the app is still being fetched. It asks for all that the page needs at
 * once, the session, then with its token the page's first questions, and the code of the page; the app finds the answers
 * in `lib/loading/early`. Whatever fails here, the app asks again.
 */

import { type Answer, fetchTogether, responseOf } from "@/api/together";
import { catalogueAddress, MANIFEST_ADDRESS } from "@/core/catalogue/addresses";
import type { CatalogueManifest } from "@/core/engine";
import { coreClient } from "@/core/search/client";
import { NOTE_UPDATES, NOTE_UPDATES_MS, newStudyPath, noteUpdatesAtMs } from "@/data/me/first-marks";
import { START, startKeptFor, startTag } from "@/data/me/start-tag";
import { keepEarly } from "@/lib/loading/early";
import { otherTabs } from "@/offline/outbox/telling";
import { owedSignOut } from "@/session/owed-sign-out";
import { mayHaveSession, REFRESH_MS, underSessionLock } from "@/session/session-hint";
import { accountPages, loadFrame, type PageName, pages, publicPages } from "../pages";
import { earlyQuestions, pageAt, searchPages } from "./early-questions";

const REFRESH = "/api/auth/refresh";

/** What the page needs to know of a renewed session. */
interface Renewed {
  me?: { uid: string };
  answers?: Answer[];
}

/** Begins to fetch and run code that the app will ask for, and with it the app, which needs the whole document. */
function prepare(...loads: (() => Promise<unknown>)[]): void {
  const begin = () => {
    if (document.readyState === "loading") return;
    document.removeEventListener("readystatechange", begin);
    for (const load of loads) load().catch(() => undefined);
  };
  document.addEventListener("readystatechange", begin);
  begin();
}

interface Question {
  path: string;
  ifNoneMatch?: string;
  /** Whose answer it is: it leaves out what this device has kept for them. */
  keptFor?: string;
}

/** What a member's page asks first, without what this device has kept; and of those who study what is new in their log. */
function withoutKept(paths: readonly string[], page: PageName | undefined): Question[] {
  const kept = startKeptFor();
  if (kept === undefined) return paths.map((path) => ({ path }));
  const tag = startTag(kept);
  const log = newStudyPath(kept);
  // My Notes fetches them each time, the dashboard if they are not fresh.
  const hasUpdates = page !== "myNotes" && Date.now() - noteUpdatesAtMs(kept) < NOTE_UPDATES_MS;
  const questions = paths
    .filter((path) => path !== NOTE_UPDATES || !hasUpdates)
    .map((path) => (path === START && tag !== undefined ? { path, ifNoneMatch: tag, keptFor: kept } : { path }));
  return log === undefined ? questions : [...questions, { path: log, keptFor: kept }];
}

/**
 * Renews the session, and asks the page's first questions in the same call. Each answer waits for whoever asks; one that is
 * not there is asked for again.
 */
function beginSession(questions: readonly Question[]): void {
  const refreshed = underSessionLock(() =>
    fetch(REFRESH, {
      method: "POST",
      headers: { "X-Note-Ninja": "1", "Content-Type": "application/json" },
      body: JSON.stringify({ questions: questions.map(({ path, ifNoneMatch }) => ({ path, ifNoneMatch })) }),
      credentials: "same-origin",
      priority: "high",
      keepalive: true,
      signal: AbortSignal.timeout(REFRESH_MS),
    }),
  );
  keepEarly(`POST ${REFRESH}`, refreshed);
  const said = refreshed.then(async (answer) => (await answer.clone().json()) as Renewed);
  said.catch(() => undefined);
  for (const [at, { path, keptFor }] of questions.entries()) {
    const answer = said.then(({ answers, me }) => {
      // What somebody else had kept is not what this person has.
      const isTheirs = keptFor === undefined || me?.uid === keptFor;
      const response = isTheirs ? responseOf(answers?.[at]) : undefined;
      if (!response) throw new Error(`There is no answer to ${path} yet.`);
      return response;
    });
    keepEarly(`GET ${path}`, answer);
  }
}

async function manifestAndFiles(): Promise<Response> {
  const manifest = await fetch(MANIFEST_ADDRESS, { cache: "no-cache", priority: "high" });
  if (manifest.ok) {
    const { file, counts } = (await manifest.clone().json()) as Pick<CatalogueManifest, "file" | "counts">;
    // Before anybody has the manifest, so that nobody asks for the files beside this.
    for (const address of [file, ...(counts ? [counts.file] : [])].map(catalogueAddress)) {
      keepEarly(`GET ${address}`, fetch(address));
    }
  }
  return manifest;
}

function askForCourses(): void {
  coreClient();
  keepEarly(`GET ${MANIFEST_ADDRESS}`, manifestAndFiles());
}

/** What a visitor's page asks. */
function askOpenly(paths: readonly string[]): void {
  for (const path of paths) keepEarly(`GET ${path}`, fetchTogether(new Request(path)));
}

function start(): void {
  const isMember = !owedSignOut.is() && mayHaveSession();
  const page = pageAt(location.pathname, Object.keys(pages) as PageName[]);
  const isAccountPage = page && accountPages.has(page.name);
  const questions =
    page && !isAccountPage && location.search === "" ? earlyQuestions(page.name, page.params, isMember) : [];
  if (isMember) {
    // What they change from now on may be newer than what is asked here.
    otherTabs.hold();
    beginSession(isAccountPage ? [] : withoutKept(questions, page?.name));
  }
  if (!page) return;
  if (isAccountPage) {
    prepare(pages[page.name]);
    return;
  }
  if (!isMember && !publicPages.has(page.name)) {
    // Where the guard will send them.
    prepare(pages.signIn);
    return;
  }
  prepare(loadFrame, pages[page.name]);
  if (!isMember) askOpenly(questions);
  if (searchPages.has(page.name)) askForCourses();
}

start();
