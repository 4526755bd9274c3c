/** Scripts of this page. Their names contain a content hash. */
export const entryScripts: readonly string[] = [
  ...document.querySelectorAll<HTMLScriptElement>("script[type=module][src]"),
].flatMap((script) => script.getAttribute("src") ?? []);

/** Returns true if the site uses other scripts than this page. Returns false if that is unknown. */
export async function isNewReleaseDeployed(signal?: AbortSignal): Promise<boolean> {
  if (entryScripts.length === 0) return false;
  try {
    const response = await fetch("/", { cache: "no-cache", signal: signal ?? null, headers: { accept: "text/html" } });
    const isPage = response.ok && response.headers.get("content-type")?.startsWith("text/html") === true;
    if (!isPage) return false;
    const page = await response.text();
    return page.includes("<script") && entryScripts.some((script) => !page.includes(`"${script}"`));
  } catch {
    return false;
  }
}
