/**
 * The first script of the page: small, and run while the app is still being fetched. It asks for all that the page needs at
 * once, the session, then with its token the page's first questions, and the code of the page; the app finds the answers
 * in `lib/early`. Whatever fails here, the app asks again.
 */
import { owedSignOut } from "@/api/owed-sign-out";
import { mayHaveSession, REFRESH_MS, underSessionLock } from "@/api/session-hint";
import { START, startTag } from "@/api/start-tag";
import { fetchTogether } from "@/api/together";
import { catalogueAddress, MANIFEST_ADDRESS } from "@/core/addresses";
import { coreClient } from "@/core/client";
import type { CatalogueManifest } from "@/core/engine";
import { keepEarly } from "@/lib/early";
import { earlyQuestions, pageAt, searchPages } from "./early-questions";
import { accountPages, loadFrame, type PageName, pages, publicPages } from "./pages";

const REFRESH = "/api/auth/refresh";

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

interface Access {
  token: string;
  uid: string;
}

/** The access token that the refresh cookie is good for, and whose it is. */
async function access(): Promise<Access> {
  const refreshed = underSessionLock(() =>
    fetch(REFRESH, {
      method: "POST",
      headers: { "X-Note-Ninja": "1" },
      credentials: "same-origin",
      priority: "high",
      keepalive: true,
      signal: AbortSignal.timeout(REFRESH_MS),
    }),
  );
  keepEarly(`POST ${REFRESH}`, refreshed);
  const { accessToken, me } = (await (await refreshed).clone().json()) as {
    accessToken?: string;
    me?: { uid: string };
  };
  if (accessToken === undefined || me === undefined) throw new Error("There is no session.");
  return { token: accessToken, uid: me.uid };
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

function start(): void {
  const isMember = !owedSignOut.is() && mayHaveSession();
  const session = isMember ? access() : undefined;
  session?.catch(() => undefined);
  const page = pageAt(location.pathname, Object.keys(pages) as PageName[]);
  if (!page) return;
  if (accountPages.has(page.name)) {
    prepare(pages[page.name]);
    return;
  }
  if (!isMember && !publicPages.has(page.name)) {
    // Where the guard will send them.
    prepare(pages.signIn);
    return;
  }
  prepare(loadFrame, pages[page.name]);
  if (location.search === "") {
    for (const path of earlyQuestions(page.name, page.params, isMember)) {
      const ask = async () => {
        const headers = new Headers();
        if (session) {
          const { token, uid } = await session;
          headers.set("Authorization", `Bearer ${token}`);
          const known = path === START ? startTag(uid) : undefined;
          if (known !== undefined) headers.set("If-None-Match", known);
        }
        return fetchTogether(new Request(path, { headers }));
      };
      keepEarly(`GET ${path}`, ask());
    }
  }
  if (searchPages.has(page.name)) askForCourses();
}

start();
