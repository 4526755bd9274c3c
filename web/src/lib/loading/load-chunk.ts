import { blocksReload } from "../browser/unsaved";
import { isNewReleaseDeployed } from "./new-release";

/** Session storage key of the last automatic reload (Unix milliseconds). It prevents a reload loop. */
const RELOADED_KEY = "nn:reloaded";

/** Minimum time between two automatic reloads in milliseconds. */
const RELOAD_AGAIN_MS = 60_000;

/** Error of code that could not be fetched, as opposed to an error thrown by the code. */
class ChunkLoadError extends Error {}

export function isChunkLoadError(error: unknown): boolean {
  return error instanceof ChunkLoadError;
}

/**
 * Loads a chunk of the app. If the chunk is missing because the site was updated, reloads the page once, unless that
 * would stop playback or lose input.
 */
export async function loadChunk<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (!wasJustReloaded() && (await isNewReleaseDeployed()) && mayReload()) window.location.reload();
    throw new ChunkLoadError("A part of Note Ninja could not be fetched.", { cause: error });
  }
}

/** Returns true if the page was reloaded recently, or if session storage is not available. */
function wasJustReloaded(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) < RELOAD_AGAIN_MS;
  } catch {
    return true;
  }
}

/** Returns true if a reload stops no playback and loses no input. Records the reload. */
function mayReload(): boolean {
  const isPlaying = [...document.querySelectorAll("audio")].some((element) => !element.paused);
  if (isPlaying || blocksReload()) return false;
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  return true;
}
