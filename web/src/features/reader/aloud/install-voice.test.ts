import { expect, test } from "vitest";
import { installVoiceText } from "./install-voice";

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "Spoken Content > Voices"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "System Settings"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9)", "Google Play"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Add voices"],
  ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)", "Text-to-Speech"],
  ["Mozilla/5.0 (X11; Linux x86_64)", "espeak-ng"],
])("S2.aloud.3 without a voice, the message says what to install on %s", (platform, expected) => {
  expect(installVoiceText(platform, 0)).toContain(expected);
});

test("S2.aloud.3 an iPad that reports the user agent of a Mac gets the instructions for an iPad", () => {
  const userAgent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
  expect(installVoiceText(userAgent, 5)).toContain("Open Settings > Accessibility");
});
