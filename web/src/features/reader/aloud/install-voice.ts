/** Says how to install a voice on a device without one. `platform` is the user agent. */
export function installVoiceText(platform: string): string {
  if (/iPhone|iPad/.test(platform))
    return "Open Settings > Accessibility > Spoken Content > Voices and download a voice.";
  if (/Mac/.test(platform)) {
    return "Open System Settings > Accessibility > Spoken Content > System voice > Manage Voices and download a voice.";
  }
  if (/Android/.test(platform)) {
    return "Install “Speech Recognition & Synthesis” from Google Play, then choose it in Settings > Accessibility > Text-to-speech output.";
  }
  if (/Windows/.test(platform)) return "Open Settings > Time & language > Speech and choose Add voices.";
  if (/CrOS/.test(platform)) return "Open Settings > Accessibility > Text-to-Speech and add a voice.";
  return "Install speech-dispatcher and espeak-ng with your package manager.";
}
