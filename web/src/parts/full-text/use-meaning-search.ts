import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { askByMeaning, fusePages, loadVectors, startMeaning, stopMeaning } from "@/core/meaning/meaning";
import { type FullTextHit, loadFullTextIndexes, readPassages } from "@/core/search/full-text";
import { WorkerError } from "@/core/search/protocol";
import { type FullTextIndex, fullTextIndexBytes, vectorsBytes, vectorsFor } from "@/data/search/full-text-indexes";
import { type MeaningModel, readModel, removeModel, usableModel, useModelState } from "@/data/search/meaning-model";
import { prefersSaveData } from "@/lib/browser/save-data";
import { session } from "@/session/session";

// Only members may read the passages of notes, and another user may sign in on this device.
session.onEnd(stopMeaning);

/** Maximum number of passages, and of their pages, that are compared with the pages found by words. */
const PASSAGES_MAX = 40;
const PAGES_MAX = 10;

/** Minimum similarity of a passage: most texts about other subjects are below it. */
const SIMILARITY_MIN = 0.25;

/** Delay after the last key, in milliseconds. */
const TYPING_MS = 150;

/** Minimum number of words of a question. Fewer words are a search for these words. */
const QUESTION_MIN_WORDS = 3;

/** Returns true for a text that may be a question in the student's own words. */
export const isQuestion = (text: string): boolean =>
  text.split(/\s+/).filter((word) => word !== "").length >= QUESTION_MIN_WORDS;

export interface MeaningSearch {
  places: readonly string[];
  versions: readonly FullTextIndex[];
  /** Pages found by words for this text, or `undefined` while they are searched. */
  words: readonly FullTextHit[] | undefined;
  limit: number;
  maxPerNote: number;
  isEnabled: boolean;
  /** Loads the model and the vectors before the user types. */
  shouldPrefetch: boolean;
}

/**
 * Adds pages with a similar meaning to the pages found by words. The model, the vectors and the question stay on this
 * device. `pages` is `undefined` if search by meaning is off or the text is no question.
 */
export function useMeaningSearch(text: string, search: MeaningSearch) {
  const { places, versions, words, limit, maxPerNote, isEnabled, shouldPrefetch } = search;
  const state = useModelState();
  const model = usableModel(state);
  // Another tab may have removed the model.
  const isGone = state.status === "absent";
  useEffect(() => {
    if (isGone) stopMeaning();
  }, [isGone]);
  const vectors = model ? vectorsFor(model.sha256, versions) : [];
  const isOn = isEnabled && vectors.length > 0;
  const isAsking = isOn && isQuestion(text);
  const hashes = [model?.sha256, ...versions.map(({ sha256 }) => sha256), ...vectors.map(({ sha256 }) => sha256)];
  const common = {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    networkMode: "offlineFirst",
  } as const;
  useQuery({
    queryKey: ["inside", "meaning", "load", places, hashes] as const,
    queryFn: async () => {
      if (model) await prepare(model, places, versions);
      return null;
    },
    // The files of many courses are large, so they are loaded only for a question.
    enabled: isOn && shouldPrefetch && places.length === 1 && !prefersSaveData(),
    ...common,
  });
  const asked = useQuery({
    queryKey: ["inside", "meaning", "ask", places, hashes, text, limit, maxPerNote] as const,
    queryFn: async ({ signal }) => {
      if (!model || !words) return { isEnglish: true, pages: undefined };
      // The next key cancels this request before the question is encoded.
      await wait(TYPING_MS, signal);
      await prepare(model, places, versions);
      return findPages(text, { places, words, limit, maxPerNote }, signal);
    },
    enabled: isAsking && words !== undefined,
    ...common,
  });
  return {
    pages: isAsking ? asked.data?.pages : undefined,
    isPending: isAsking && words !== undefined && asked.isPending,
    /** False if the text is a question in another language. */
    isEnglish: !isAsking || asked.data?.isEnglish !== false,
    isError: isAsking && asked.isError,
    retry: () => void asked.refetch(),
  };
}

function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Loads the model, the texts and the vectors, unless they are loaded. */
async function prepare(model: MeaningModel, places: readonly string[], versions: readonly FullTextIndex[]) {
  try {
    await startMeaning(model.sha256, () => readModel(model));
  } catch (error) {
    // Without the damaged model, the user can turn search by meaning on again.
    if (error instanceof WorkerError && error.reason === "catalogue") await removeModel();
    throw error;
  }
  await Promise.all([
    loadFullTextIndexes(places, versions, fullTextIndexBytes),
    loadVectors(places, vectorsFor(model.sha256, versions), vectorsBytes),
  ]);
}

type Found = Pick<MeaningSearch, "places" | "limit" | "maxPerNote"> & { words: readonly FullTextHit[] };

async function findPages(question: string, { places, words, limit, maxPerNote }: Found, signal: AbortSignal) {
  const { isEnglish, near } = await askByMeaning({ question, places, limit: PASSAGES_MAX }, signal);
  if (!isEnglish) return { isEnglish, pages: undefined };
  const passages = near.filter(({ similarity }) => similarity >= SIMILARITY_MIN);
  const texts = await readPassages(passages, signal);
  const byMeaning = passages.flatMap(({ place, note, page, similarity }, at): FullTextHit[] => {
    const found = texts[at];
    if (!found) return [];
    const { title, text } = found;
    return [
      {
        place,
        note,
        title,
        page,
        score: similarity,
        hasAll: false,
        staysFirst: false,
        snippet: text,
        ranges: [],
        mark: "",
        passage: text,
      },
    ];
  });
  // Numbers the pages. Of several passages the nearest counts. A page with all words keeps its highlighted words; of any
  // other, the passage says more than the few words that it has.
  const pages = new Map<string, { number: number; hit: FullTextHit }>();
  const numberOf = (hit: FullTextHit) => {
    const key = `${hit.place} ${hit.note} ${hit.page}`;
    const known = pages.get(key);
    const isBetter = known?.hit.hasAll === false && known.hit.passage === undefined && hit.passage !== undefined;
    const number = known?.number ?? pages.size;
    pages.set(key, { number, hit: known && !isBetter ? known.hit : hit });
    return number;
  };
  const ranked = words.map((hit) => ({ page: numberOf(hit), hasAll: hit.hasAll, staysFirst: hit.staysFirst }));
  const nearest = [...new Set(byMeaning.map(numberOf))].slice(0, PAGES_MAX);
  const order = await fusePages(ranked, nearest, signal);
  const hits = [...pages.values()].map(({ hit }) => hit);
  const perNote = new Map<string, number>();
  const fused = order.flatMap((number) => {
    const hit = hits[number];
    if (!hit) return [];
    const count = (perNote.get(hit.note) ?? 0) + 1;
    perNote.set(hit.note, count);
    return count <= maxPerNote ? [hit] : [];
  });
  return { isEnglish, pages: fused.slice(0, limit) };
}
