import { JUMP_BACK_SECS, JUMP_FORWARD_SECS, UNKNOWN_ARTIST } from "@/core/limits";
import type { PlayerCommands, PlayerPosition, PlayerState } from "../types";

/** Chapters in the metadata of a track. Some browsers show them; TypeScript does not know them yet. */
interface MetadataWithChapters extends MediaMetadataInit {
  chapterInfo?: { title: string; startTime: number }[];
}

/** Commands of the lock screen, headphones and media keys. */
type Controls = Pick<
  PlayerCommands,
  "resume" | "pause" | "next" | "previous" | "seek" | "jumpBack" | "jumpForward" | "reset"
>;

export class MediaSessionControls {
  readonly #session: MediaSession | undefined;
  readonly #position: () => PlayerPosition;
  #shownId: string | undefined;
  #shownChapters: PlayerState["chapters"] | undefined;

  constructor(controls: Controls, position: () => PlayerPosition, session = navigator.mediaSession) {
    this.#session = session;
    this.#position = position;
    const jump = (secs: number | undefined, usual: number, sign: 1 | -1, or: () => void) =>
      secs === undefined || secs === usual ? or() : controls.seek(position().positionSecs + sign * secs);
    this.#handle("play", () => controls.resume());
    this.#handle("pause", () => controls.pause());
    this.#handle("stop", () => controls.reset());
    this.#handle("nexttrack", () => controls.next());
    this.#handle("previoustrack", () => controls.previous());
    this.#handle("seekto", ({ seekTime }) => seekTime !== undefined && controls.seek(seekTime));
    this.#handle("seekbackward", ({ seekOffset }) => jump(seekOffset, JUMP_BACK_SECS, -1, () => controls.jumpBack()));
    this.#handle("seekforward", ({ seekOffset }) =>
      jump(seekOffset, JUMP_FORWARD_SECS, 1, () => controls.jumpForward()),
    );
  }

  /**
   * Shows the current track and its chapters. Called after each change. The keys for the next and the previous track do
   * not move by chapters, as in other players, because the system shows the same symbols for them.
   */
  show({ currentAudio, isPlaying, source, chapters }: PlayerState): void {
    const session = this.#session;
    if (!session) return;
    session.playbackState = currentAudio ? (isPlaying ? "playing" : "paused") : "none";
    if (currentAudio?.id === this.#shownId && chapters === this.#shownChapters) return;
    this.#shownId = currentAudio?.id;
    this.#shownChapters = chapters;
    if (!currentAudio) {
      session.metadata = null;
      return;
    }
    const metadata: MetadataWithChapters = {
      title: currentAudio.title,
      artist: currentAudio.uploaderName || UNKNOWN_ARTIST,
      album: source?.title ?? currentAudio.subject,
      artwork: currentAudio.artworkUrl ? [{ src: currentAudio.artworkUrl }] : [],
    };
    if (chapters.length > 0) {
      metadata.chapterInfo = chapters.map(({ title, startMs }) => ({ title, startTime: startMs / 1000 }));
    }
    session.metadata = new MediaMetadata(metadata);
  }

  /** Reports the position after each seek and change of speed. The system extrapolates in between. */
  showPosition(rate: number): void {
    const { positionSecs, durationSecs } = this.#position();
    try {
      if (durationSecs === undefined) this.#session?.setPositionState();
      else {
        this.#session?.setPositionState({
          duration: durationSecs,
          position: Math.min(Math.max(positionSecs, 0), durationSecs),
          playbackRate: rate,
        });
      }
    } catch (error) {
      console.warn("The system did not take the position.", error);
    }
  }

  #handle(action: MediaSessionAction, handler: MediaSessionActionHandler): void {
    try {
      this.#session?.setActionHandler(action, handler);
    } catch {
      // The browser does not support this action.
    }
  }
}
