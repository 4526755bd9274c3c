import { createWatchers } from "@/lib/watchers";
import type { Sentence, Sentences, SkipOptions } from "./sentences";

export const RATE = { min: 0.5, max: 3, step: 0.1 };

/** The part of the Web Speech API that is used. */
export interface SpeechEngine {
  synthesis: Pick<SpeechSynthesis, "speak" | "cancel" | "getVoices" | "addEventListener" | "removeEventListener">;
  createUtterance: (text: string) => SpeechSynthesisUtterance;
}

/** Returns the speech engine of the browser, or `undefined` if it has none. */
export function browserSpeech(): SpeechEngine | undefined {
  if (!("speechSynthesis" in window)) return undefined;
  return {
    synthesis: window.speechSynthesis,
    createUtterance: (text) => new SpeechSynthesisUtterance(text),
  };
}

export interface AloudState {
  status: "idle" | "speaking" | "paused";
  sentence: Sentence | undefined;
  /** Range of the spoken word in the text of the sentence, if the voice reports words. */
  word: readonly [from: number, to: number] | undefined;
  rate: number;
  /** Voices of this device. Others send the text to a server. */
  voices: readonly SpeechSynthesisVoice[];
  /** URI of the chosen voice, which is used for sentences in its language. */
  voice: string | undefined;
  /** Whether the last sentence failed. */
  isFailed: boolean;
  /** Whether the browser did not start to speak. iOS speaks only after a tap. */
  isBlocked: boolean;
  /** Whether the last sentence of the note was spoken to its end. */
  isFinished: boolean;
}

/** Time in which the first utterance must start, in milliseconds. */
const START_WAIT_MS = 3000;

/** Position of a sentence: the index of its page and its index there. */
interface Place {
  page: number;
  index: number;
}

const languageOf = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];

/** Reads sentences aloud, one utterance each. Independent of React and of the views. */
export class AloudController {
  readonly #engine: SpeechEngine;
  readonly #sentences: Sentences;
  readonly #watchers = createWatchers();
  readonly #onVoices = () => this.#change({ voices: this.#localVoices() });
  #place: Place = { page: 0, index: 0 };
  /** Start of the current utterance in its sentence. */
  #offset = 0;
  /** Number of the current utterance. Events of earlier ones are ignored: browsers send them late. */
  #utterance = 0;
  /** Kept because Chrome drops the events of an utterance that was garbage-collected. */
  #current: SpeechSynthesisUtterance | undefined;
  /** True once the browser spoke. */
  #hasSpoken = false;
  #startTimer: ReturnType<typeof setTimeout> | undefined;
  #state: AloudState;

  constructor(
    engine: SpeechEngine,
    sentences: Sentences,
    { rate, voice }: { rate: number; voice: string | undefined },
  ) {
    this.#engine = engine;
    this.#sentences = sentences;
    this.#state = {
      status: "idle",
      sentence: undefined,
      word: undefined,
      rate,
      voices: this.#localVoices(),
      voice,
      isFailed: false,
      isBlocked: false,
      isFinished: false,
    };
  }

  /** Follows changes of the voices until `close`: browsers load them after the page. */
  open(): void {
    this.#engine.synthesis.addEventListener("voiceschanged", this.#onVoices);
    this.#onVoices();
  }

  /** Stops speaking. */
  close(): void {
    this.stop();
    this.#engine.synthesis.removeEventListener("voiceschanged", this.#onVoices);
  }

  readonly state = (): AloudState => this.#state;

  /** Calls `watcher` after each change. Returns the unsubscribe function. */
  readonly watch = this.#watchers.watch;

  /** Starts at the first sentence that matches on a page. Without one, starts on the next page with text. */
  playFrom(page: number, matches: (sentence: Sentence) => boolean): void {
    const index = this.#sentences.indexOfPage(page);
    const sentences = this.#sentences.onPage(index);
    const found = sentences.findIndex(matches);
    const isAsked = this.#sentences.numberOf(index) === page;
    this.#place = { page: index, index: found < 0 ? (isAsked ? sentences.length : 0) : found };
    this.#settle(1);
    this.#speak(0);
  }

  /** Continues with the word at which reading was paused. */
  resume(): void {
    if (this.#state.status === "paused") this.#speak(this.#state.word?.[0] ?? this.#offset);
  }

  pause(): void {
    if (this.#state.status !== "speaking") return;
    this.#cancel();
    this.#change({ status: "paused" });
  }

  next(): void {
    this.#move(1);
  }

  previous(): void {
    this.#move(-1);
  }

  setRate(rate: number): void {
    this.#change({ rate: Math.min(RATE.max, Math.max(RATE.min, Math.round(rate * 10) / 10)) });
    this.#speakAgain();
  }

  setVoice(voice: string): void {
    this.#change({ voice });
    this.#speakAgain();
  }

  /** Changes which parts are left out, from the current page on. */
  setSkip(skip: SkipOptions): void {
    const { sentence } = this.#state;
    this.#sentences.skip(skip);
    if (!sentence) return;
    const [first] = sentence.parts;
    const same = this.#sentences
      .onPage(this.#place.page)
      .findIndex(({ parts: [part] }) => (part?.at ?? 0) >= (first?.at ?? 0));
    this.#place = { ...this.#place, index: same < 0 ? this.#sentences.onPage(this.#place.page).length : same };
    this.#settle(1);
    this.#showOrSpeak();
  }

  stop(): void {
    this.#cancel();
    this.#change({ status: "idle", sentence: undefined, word: undefined, isFailed: false, isBlocked: false });
  }

  #localVoices(): SpeechSynthesisVoice[] {
    return this.#engine.synthesis.getVoices().filter(({ localService }) => localService);
  }

  /** Returns the chosen voice if it speaks the language, or another one that does. */
  #voiceFor(lang: string | undefined): SpeechSynthesisVoice | undefined {
    const { voices, voice } = this.#state;
    const chosen = voices.find(({ voiceURI }) => voiceURI === voice);
    if (!lang) return chosen ?? voices.find((each) => each.default) ?? voices[0];
    const fitting = voices.filter((each) => languageOf(each.lang) === languageOf(lang));
    if (chosen && (fitting.includes(chosen) || fitting.length === 0)) return chosen;
    return fitting.find((each) => each.default) ?? fitting[0] ?? voices.find((each) => each.default) ?? voices[0];
  }

  #sentence(): Sentence | undefined {
    return this.#sentences.onPage(this.#place.page)[this.#place.index];
  }

  /** Skips pages without a sentence. */
  #settle(direction: 1 | -1): void {
    let { page, index } = this.#place;
    while (page >= 0 && page < this.#sentences.pageCount && !this.#sentences.onPage(page)[index]) {
      page += direction;
      index = direction > 0 ? 0 : Math.max(0, this.#sentences.onPage(page).length - 1);
    }
    this.#place = { page, index };
  }

  #move(direction: 1 | -1): void {
    if (this.#state.status === "idle") return;
    const before = this.#place;
    this.#place = { page: before.page, index: before.index + direction };
    this.#settle(direction);
    if (!this.#sentence()) {
      if (direction > 0) {
        this.stop();
        return;
      }
      this.#place = before;
    }
    this.#showOrSpeak();
  }

  /** Speaks the sentence of a new place from its start, or only shows it while reading is paused. */
  #showOrSpeak(): void {
    if (this.#state.status === "speaking" || !this.#sentence()) {
      this.#speak(0);
      return;
    }
    this.#offset = 0;
    this.#change({ sentence: this.#sentence(), word: undefined, isFailed: false, isBlocked: false });
  }

  #speakAgain(): void {
    if (this.#state.status === "speaking") this.#speak(this.#state.word?.[0] ?? this.#offset);
  }

  #speak(offset: number): void {
    this.#cancel();
    const sentence = this.#sentence();
    const voice = this.#voiceFor(sentence?.lang);
    // Without a voice of the device, the browser would choose one that sends the text to a server.
    if (!sentence || !voice) {
      this.stop();
      return;
    }
    const number = this.#utterance;
    const isCurrent = () => number === this.#utterance;
    const utterance = this.#engine.createUtterance(sentence.text.slice(offset));
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = this.#state.rate;
    utterance.onstart = () => {
      if (isCurrent()) this.#onSpeech();
    };
    utterance.onboundary = ({ name, charIndex, charLength }) => {
      if (!isCurrent() || name !== "word") return;
      this.#onSpeech();
      const from = offset + charIndex;
      const [word = ""] = sentence.text.slice(from).match(/^\S+/) ?? [];
      this.#change({ word: [from, from + (charLength || word.length)] });
    };
    utterance.onend = () => {
      if (!isCurrent()) return;
      this.#onSpeech();
      this.next();
      if (!this.#sentence()) this.#change({ isFinished: true });
    };
    utterance.onerror = ({ error }) => {
      if (!isCurrent()) return;
      console.warn(`Reading aloud failed: ${error}`);
      this.#cancel();
      this.#change({ status: "paused", isFailed: true });
    };
    this.#offset = offset;
    this.#current = utterance;
    this.#change({
      status: "speaking",
      sentence,
      word: undefined,
      isFailed: false,
      isBlocked: false,
      isFinished: false,
    });
    this.#engine.synthesis.speak(utterance);
    if (!this.#hasSpoken && isCurrent()) this.#startTimer = setTimeout(() => this.#block(), START_WAIT_MS);
  }

  #onSpeech(): void {
    this.#hasSpoken = true;
    clearTimeout(this.#startTimer);
  }

  /** Pauses because the browser does not speak. */
  #block(): void {
    this.#cancel();
    this.#change({ status: "paused", isBlocked: true });
  }

  #cancel(): void {
    this.#utterance += 1;
    clearTimeout(this.#startTimer);
    if (!this.#current) return;
    this.#current = undefined;
    this.#engine.synthesis.cancel();
  }

  #change(change: Partial<AloudState>): void {
    this.#state = { ...this.#state, ...change };
    this.#watchers.tell();
  }
}
