/**
 * The first script of the page: small, and run while the app is still being fetched. It asks for all that the page needs at
 * once, the session, then with its token the page's first questions, and the code of the page; the app finds the answers
 * in `lib/early`. Whatever fails here, the app asks again.
 */
import { owedSignOut } from "@/api/owed-sign-out";
import { mayHaveSession, underSessionLock } from "@/api/session-hint";
import { catalogueAddress, MANIFEST_ADDRESS } from "@/core/addresses";
import { coreClient } from "@/core/client";
import { keepEarly } from "@/lib/early";
import { earlyQuestions, pageAt, searchPages } from "./early-questions";
import { loadFrame, type PageName, pages, publicPages } from "./pages";

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

/** The access token that the refresh cookie is good for. */
async function token(): Promise<string> {
  const refreshed = underSessionLock(() =>
    fetch(REFRESH, {
      method: "POST",
      headers: { "X-Note-Ninja": "1" },
      credentials: "same-origin",
      priority: "high",
      keepalive: true,
    }),
  );
  keepEarly(`POST ${REFRESH}`, refreshed);
  const { accessToken } = (await (await refreshed).clone().json()) as { accessToken?: string };
  if (accessToken === undefined) throw new Error("There is no session.");
  return accessToken;
}

async function manifestAndFile(): Promise<Response> {
  const manifest = await fetch(MANIFEST_ADDRESS, { cache: "no-cache", priority: "high" });
  if (manifest.ok) {
    const { file } = (await manifest.clone().json()) as { file: string };
    // Before anybody has the manifest, so that nobody asks for the file beside this.
    keepEarly(`GET ${catalogueAddress(file)}`, fetch(catalogueAddress(file)));
  }
  return manifest;
}

function askForCourses(): void {
  coreClient();
  keepEarly(`GET ${MANIFEST_ADDRESS}`, manifestAndFile());
}

function start(): void {
  const isMember = !owedSignOut.is() && mayHaveSession();
  const access = isMember ? token() : undefined;
  access?.catch(() => undefined);
  const page = pageAt(location.pathname, Object.keys(pages) as PageName[]);
  if (!page || !(isMember || publicPages.has(page.name))) return;
  prepare(loadFrame, pages[page.name]);
  if (location.search === "") {
    for (const path of earlyQuestions(page.name, page.params, isMember)) {
      const ask = async () => {
        const headers = new Headers();
        if (access) headers.set("Authorization", `Bearer ${await access}`);
        return fetch(path, { headers, credentials: "same-origin", priority: "high" });
      };
      keepEarly(`GET ${path}`, ask());
    }
  }
  if (searchPages.has(page.name)) askForCourses();
}

start();
