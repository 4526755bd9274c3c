const known = new Map<string, boolean>();

/** Returns whether this browser says that it plays audio of this type, such as `audio/mp4; codecs=opus`. */
export function canPlayAudio(contentType: string): boolean {
  let can = known.get(contentType);
  if (can === undefined) {
    const element = document.createElement("audio");
    // Safari knows Opus in MP4 only with the capital letter that its specification uses.
    const names = [contentType, contentType.replace("codecs=opus", "codecs=Opus")];
    can = names.some((name) => element.canPlayType(name) !== "");
    known.set(contentType, can);
  }
  return can;
}
