import { wouldBeLostByReload } from "../browser/unsaved";
import { isReplaced } from "./release";

/** When this page was loaded again for want of a file, so that it never is twice in a row. */
const RELOADED_KEY = "nn:reloaded";

/** A second reload within this time would help no more than the first, in milliseconds. */
const RELOAD_AGAIN_MS = 60_000;

/** Code that did not arrive, as opposed to code that failed. */
class MissingCode extends Error {}

/** Whether this is what `fetchCode` throws. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof MissingCode;
}

/**
 * Fetches a piece of the app's code. Where it is gone because the site was replaced since this page was loaded, the page
 * is loaded again, once, unless that would stop what plays or lose what was typed.
 */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (!wasJustReloaded() && (await isReplaced()) && mayReload()) window.location.reload();
    throw new MissingCode("A part of Note Ninja could not be fetched.", { cause: error });
  }
}

/** Whether this page was loaded for want of a file a moment ago; so it counts where nothing can remember it. */
function wasJustReloaded(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) < RELOAD_AGAIN_MS;
  } catch {
    return true;
  }
}

/** Whether loading the page again stops nothing and loses nothing; remembers that it is done. */
function mayReload(): boolean {
  const isPlaying = [...document.querySelectorAll("audio")].some((element) => !element.paused);
  if (isPlaying || wouldBeLostByReload()) return false;
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  return true;
}
