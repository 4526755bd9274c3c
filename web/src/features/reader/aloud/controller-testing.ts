import { vi } from "vitest";
import type { SpeechEngine } from "./controller";

export type FakeVoice = Pick<SpeechSynthesisVoice, "voiceURI" | "name" | "lang" | "localService" | "default">;

export const voice = (voiceURI: string, lang: string, more: Partial<FakeVoice> = {}): FakeVoice => ({
  voiceURI,
  name: voiceURI,
  lang,
  localService: true,
  default: false,
  ...more,
});

type Utterance = Pick<
  SpeechSynthesisUtterance,
  "text" | "voice" | "rate" | "onstart" | "onboundary" | "onend" | "onerror"
>;

/** Simulated speech engine. */
export class FakeSpeech {
  voices: FakeVoice[] = [voice("Ava", "en-US")];
  readonly spoken: Utterance[] = [];
  readonly cancel = vi.fn();
  readonly #listeners = new Set<() => void>();
  readonly engine: SpeechEngine = {
    synthesis: {
      speak: (utterance: Utterance) => void this.spoken.push(utterance),
      cancel: this.cancel,
      getVoices: () => this.voices as SpeechSynthesisVoice[],
      addEventListener: (_: string, listener: () => void) => void this.#listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => void this.#listeners.delete(listener),
    } as unknown as SpeechEngine["synthesis"],
    createUtterance: (text) => ({ text }) as SpeechSynthesisUtterance,
  };

  get last(): Utterance | undefined {
    return this.spoken.at(-1);
  }

  loadVoices(voices: FakeVoice[]): void {
    this.voices = voices;
    for (const listener of this.#listeners) listener();
  }

  start(utterance = this.last): void {
    utterance?.onstart?.call(utterance as never, {} as never);
  }

  end(utterance = this.last): void {
    utterance?.onend?.call(utterance as never, {} as never);
  }

  word(charIndex: number, charLength?: number, utterance = this.last): void {
    utterance?.onboundary?.call(utterance as never, { name: "word", charIndex, charLength } as never);
  }

  fail(error: string, utterance = this.last): void {
    utterance?.onerror?.call(utterance as never, { error } as never);
  }
}
