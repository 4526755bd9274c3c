/** Scripts of this page. Their names contain a content hash. */
export const startScripts: readonly string[] = [
  ...document.querySelectorAll<HTMLScriptElement>("script[type=module][src]"),
].flatMap((script) => script.getAttribute("src") ?? []);

/** Returns true if the site uses other scripts than this page. Returns false if that is unknown. */
export async function isReplaced(signal?: AbortSignal): Promise<boolean> {
  if (startScripts.length === 0) return false;
  try {
    const answer = await fetch("/", { cache: "no-cache", signal: signal ?? null, headers: { accept: "text/html" } });
    const isPage = answer.ok && answer.headers.get("content-type")?.startsWith("text/html") === true;
    if (!isPage) return false;
    const page = await answer.text();
    return page.includes("<script") && startScripts.some((script) => !page.includes(`"${script}"`));
  } catch {
    return false;
  }
}
