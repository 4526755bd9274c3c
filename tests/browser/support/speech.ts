import type { Page } from "@playwright/test";

/** A simulated speech engine in the page. */
interface FakeSpeech {
  spoken: string[];
  /** Reports the next word of the current utterance. */
  word: (charIndex: number, charLength: number) => void;
  end: () => void;
}

declare global {
  interface Window {
    fakeSpeech: FakeSpeech;
  }
}

/** Replaces the speech engine of the browser by one that speaks nothing and has these voices. */
export async function fakeSpeech(page: Page, voices: { name: string; lang: string; localService: boolean }[]) {
  await page.addInitScript((list) => {
    let current: SpeechSynthesisUtterance | undefined;
    const spoken: string[] = [];
    const send = (type: string, more: object) =>
      current?.[type as "onend"]?.(Object.assign(new Event(type.slice(2)), more) as SpeechSynthesisEvent);
    const synthesis = Object.assign(new EventTarget(), {
      getVoices: () => list.map((voice, index) => ({ ...voice, voiceURI: voice.name, default: index === 0 })),
      speak: (utterance: SpeechSynthesisUtterance) => {
        // An empty utterance only unlocks speech on iPhones.
        if (!utterance.text) return;
        current = utterance;
        spoken.push(utterance.text);
        send("onstart", {});
      },
      cancel: () => {
        current = undefined;
      },
    });
    class Utterance {
      constructor(public text: string) {}
    }
    Object.defineProperty(window, "speechSynthesis", { value: synthesis });
    Object.defineProperty(window, "SpeechSynthesisUtterance", { value: Utterance });
    window.fakeSpeech = {
      spoken,
      word: (charIndex, charLength) => send("onboundary", { name: "word", charIndex, charLength }),
      end: () => send("onend", {}),
    };
  }, voices);
}

export const spokenIn = (page: Page) => page.evaluate(() => window.fakeSpeech.spoken);
export const endSentence = (page: Page) => page.evaluate(() => window.fakeSpeech.end());
