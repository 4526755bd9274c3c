/**
 * Says how to install a voice on a device without one. `userAgent` and `touchPoints` are those of `navigator`. Safari on
 * an iPad reports the user agent of a Mac, but no Mac has a touch screen.
 */
export function installVoiceText(userAgent: string, touchPoints: number): string {
  const isMac = /Mac/.test(userAgent);
  if (/iPhone|iPad/.test(userAgent) || (isMac && touchPoints > 1))
    return "Open Settings > Accessibility > Spoken Content > Voices and download a voice.";
  if (isMac) {
    return "Open System Settings > Accessibility > Spoken Content > System voice > Manage Voices and download a voice.";
  }
  if (/Android/.test(userAgent)) {
    return "Install “Speech Recognition & Synthesis” from Google Play, then choose it in Settings > Accessibility > Text-to-speech output.";
  }
  if (/Windows/.test(userAgent)) return "Open Settings > Time & language > Speech and choose Add voices.";
  if (/CrOS/.test(userAgent)) return "Open Settings > Accessibility > Text-to-Speech and add a voice.";
  return "Install speech-dispatcher and espeak-ng with your package manager.";
}
