/** Speaks an empty text. iOS lets a page speak later only if it spoke within a tap first. */
export function unlockSpeech(): void {
  if ("speechSynthesis" in window) window.speechSynthesis.speak(new SpeechSynthesisUtterance(""));
}
