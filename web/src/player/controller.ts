import type { AudioChapter } from "@/api/models";
import type { PlayerCore, PlayerModule } from "@/core/player";
import { watchSaveData } from "@/lib/browser/save-data";
import { session } from "@/session/session";
import { AudioElementAdapter } from "./audio/audio-element-adapter";
import { MediaSessionControls } from "./audio/media-session";
import { Preloader } from "./audio/preload";
import { SignedUrlCache } from "./audio/signed-url-cache";
import { Silences } from "./audio/silences";
import { clock } from "./clock";
import { type EffectTargets, runEffect, showPlaybackError } from "./effects";
import { claimPlayback, onPlaybackClaimed } from "./playback-channel";
import { PlaybackTelemetry } from "./playback-telemetry";
import { PlaybackPositions } from "./positions/playback-positions";
import {
  type PlayerSettings,
  playbackRateOf,
  readQueue,
  readSettings,
  writeQueue,
  writeSettings,
} from "./positions/player-storage";
import { addedTracksText, QueueUndo, restoreQueue } from "./queue-undo";
import { SleepCountdown } from "./sleep-timer";
import { initialPosition, initialState, isShallowEqual, playerPosition, playerState } from "./store";
import { TrackRegistry } from "./track-registry";
import type { PlayableTrack, PlayerCommands, PlayerState, QueueContext, RepeatMode } from "./types";

/**
 * Connects the core, the audio element and the page. Each command and event is one step of the core, and its effects
 * run before the step returns. Phones permit playback only synchronously, in a press or at the end of a track.
 */
export class Controller implements PlayerCommands {
  readonly #core: PlayerCore;
  readonly #addresses = new SignedUrlCache(() => this.#core.listIds().slice(this.#core.index + 1));
  readonly #preloader = new Preloader(this.#addresses);
  readonly #telemetry = new PlaybackTelemetry();
  readonly #sleep = new SleepCountdown(() => this.pause());
  readonly #audioElement: AudioElementAdapter;
  readonly #targets: EffectTargets;
  readonly #system: MediaSessionControls;
  readonly #canSetVolume: boolean;
  readonly #tracks = new TrackRegistry((id) => this.#positions.startSecsOf(id));
  #settings = readSettings();
  #source: QueueContext | undefined;
  #uid: string | undefined;
  readonly #positions: PlaybackPositions;
  /** True while the next track starts because the previous one ended. */
  #isAdvancing = false;
  readonly #queueUndo = new QueueUndo();
  #listVersion = -1;
  #chapters: { id: string; list: readonly AudioChapter[] } | undefined;
  readonly #silences = new Silences();
  /** True after a skipped silence, until the system has the new position. */
  #hasSkipped = false;
  /** Shelf whose speed is applied. */
  #ratedShelf: string | undefined;
  /** Nesting depth of steps. Commands during a step become part of it. */
  #depth = 0;

  /** `canSetVolume`: false if the element ignores its `volume` property. */
  constructor(module: PlayerModule, element: HTMLAudioElement | undefined, canSetVolume = true) {
    this.#core = new module.PlayerCore();
    this.#positions = new PlaybackPositions(module, (ids) => this.#hearNews(ids));
    this.#canSetVolume = canSetVolume;
    this.#audioElement = new AudioElementAdapter(element, this.#addresses, this.#elementEvents());
    this.#targets = this.#effectTargets();
    this.#system = new MediaSessionControls(this, playerPosition.get);
    this.#applySound();
    this.#step((core) => core.setRepeat(clock(), this.#settings.repeat));
    watchSaveData((isOn) => this.#step((core) => core.setDataSaving(clock(), isOn)));
    onPlaybackClaimed(() => this.pause());
    this.#watchPage();
    session.onEnd(() => this.#end());
  }

  /** Restores the queue and positions of a user. Does nothing if the user has not changed. */
  begin(uid: string): void {
    if (this.#uid === uid) return;
    this.#uid = uid;
    this.#positions.begin(uid);
    const before = readQueue(uid);
    if (before) {
      this.#source = before.source;
      this.#step((core) => core.takeUp(clock(), this.#tracks.addAll(before.tracks), before.index));
    }
    this.#positions.refresh();
  }

  playList(tracks: readonly PlayableTrack[], index: number, source: QueueContext): void {
    this.#change(`Now playing ${source.title}`, (core) => {
      this.#source = source;
      core.setList(clock(), this.#tracks.addAll(tracks));
      // `setList` removes duplicates and keeps the first occurrence.
      core.playAt(clock(), core.listIds().indexOf(tracks[index]?.id ?? ""));
    });
  }

  playTrack(track: PlayableTrack, source: QueueContext): void {
    if (playerState.get().list.length === 0) this.#source = source;
    this.#change(addedTracksText([track]), (core) => core.playTrack(clock(), this.#tracks.add(track)));
  }

  unlock = () => this.#audioElement.unlock();
  playAt = (index: number) => this.#step((core) => core.playAt(clock(), index));
  toggle = () => this.#step((core) => core.toggle(clock()));
  pause = () => this.#step((core) => core.pause(clock()));
  resume = () => this.#step((core) => core.resume(clock()));
  next = () => this.#step((core) => core.next(clock()));
  previous = () => this.#step((core) => core.previous(clock()));
  seek = (positionSecs: number) => this.#jump((core) => core.seek(clock(), positionSecs));
  jumpBack = () => this.#jump((core) => core.jumpBack(clock()));
  jumpForward = () => this.#jump((core) => core.jumpForward(clock()));
  remove = (index: number) => this.#change(`Removed ${titleAt(index)}`, (core) => core.remove(clock(), index));
  move = (from: number, to: number) => this.#change(`Moved ${titleAt(from)}`, (core) => core.move(clock(), from, to));
  clear = () => this.#change("Queue cleared", (core) => core.clear(clock()));
  reset = () => this.#step((core) => core.reset(clock()));

  nextChapter = () => this.#jump((core) => core.nextChapter(clock()));
  previousChapter = () => this.#jump((core) => core.previousChapter(clock()));
  setSilences = (id: string, silences: readonly number[]) => this.#silences.set(id, silences);

  setChapters(id: string, list: readonly AudioChapter[]): void {
    this.#chapters = { id, list };
    const starts = Float64Array.from(list, ({ startMs }) => startMs / 1000);
    this.#step((core) => core.setChapters(clock(), id, starts));
  }

  shuffle(): void {
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    this.#step((core) => core.shuffle(clock(), seed));
  }

  setRepeat(repeat: RepeatMode): void {
    this.#remember({ repeat });
    this.#step((core) => core.setRepeat(clock(), repeat));
  }

  setRate(rate: number): void {
    this.#step((core) => core.setRate(clock(), rate));
    const shelf = playerState.get().currentAudio?.shelf;
    if (shelf) this.#remember({ rates: { ...this.#settings.rates, [shelf]: this.#core.rate } });
  }

  playNext = (track: PlayableTrack) =>
    this.#change(`${track.title} plays next`, (core) => core.playNext(clock(), this.#tracks.add(track)));
  append = (tracks: readonly PlayableTrack[]) =>
    this.#change(addedTracksText(tracks), (core) => core.append(clock(), this.#tracks.addAll(tracks)));
  insert = (index: number, tracks: readonly PlayableTrack[]) =>
    this.#change(addedTracksText(tracks), (core) => core.insert(clock(), index, this.#tracks.addAll(tracks)));

  playNextThenStop(track: PlayableTrack): void {
    this.playNext(track);
    this.#sleep.afterTrack(track);
    this.#show();
  }

  undoQueueChange(): void {
    const former = this.#queueUndo.take();
    if (!former) return;
    this.#source = former.source;
    this.#step((core) => {
      restoreQueue(core, former, this.#tracks.addAll(former.list), this.#audioElement.wantsSound);
    });
  }

  appendPages(sourceId: string, tracks: readonly PlayableTrack[]): void {
    if (this.#source?.id !== sourceId) return;
    const listed = new Set(playerState.get().list.map((track) => track.id));
    const further = tracks.filter((track) => !listed.has(track.id));
    if (further.length === 0) return;
    this.#queueUndo.extend(sourceId, further);
    this.#step((core) => core.append(clock(), this.#tracks.addAll(further)));
  }

  setVolume(volume: number): void {
    const within = Math.min(1, Math.max(0, volume));
    this.#setSound({ volume: within, isMuted: within > 0 ? false : this.#settings.isMuted });
  }

  setMuted = (isMuted: boolean) => this.#setSound({ isMuted });
  setLoudnessEven = (isLoudnessEven: boolean) => this.#setSound({ isLoudnessEven });
  setPassesSilences = (passesSilences: boolean) => this.#setSound({ passesSilences });

  setSleepTimer(when: number | "chapter" | "end" | undefined): void {
    this.#sleep.start(when);
    this.#show();
  }

  prefetch(ids: readonly string[]): void {
    for (const id of ids) this.#addresses.get(id).catch(() => undefined);
  }

  /** Runs a step, which may contain others. Afterwards runs the effects and updates the page. */
  #step(work: (core: PlayerCore) => void): void {
    this.#depth += 1;
    try {
      work(this.#core);
      if (this.#depth === 1) this.#carryOut();
    } finally {
      this.#depth -= 1;
    }
    if (this.#depth === 0) this.#show();
  }

  /** Runs a step that changes the list and can be undone. */
  #change(text: string, work: (core: PlayerCore) => void): void {
    const before = playerState.get();
    this.#step((core) => {
      work(core);
      this.#source ??= { kind: "queue", id: "queue", title: "Queue" };
      if (core.listVersion !== this.#listVersion) this.#queueUndo.record(before, core.listIds(), text);
    });
  }

  #jump(work: (core: PlayerCore) => void): void {
    this.#positions.onSeek();
    this.#step(work);
  }

  #carryOut(): void {
    // Effects may cause further steps with effects of their own.
    this.#applyRate();
    let effects = this.#core.takeEffects();
    do {
      for (const effect of effects) runEffect(effect, this.#targets);
      this.#audioElement.applyLoad();
      this.#applyRate();
      effects = this.#core.takeEffects();
    } while (effects.length > 0);
  }

  /** Applies the speed of the current track's shelf. */
  #applyRate(): void {
    const track = this.#tracks.get(this.#core.currentId);
    if (!track || track.shelf === this.#ratedShelf) return;
    this.#ratedShelf = track.shelf;
    this.#core.setRate(clock(), playbackRateOf(this.#settings, track.shelf));
  }

  #effectTargets(): EffectTargets {
    return {
      audioElement: this.#audioElement,
      telemetry: this.#telemetry,
      onPlay: () => this.#positions.onPlay(this.#core.currentId, this.#core.positionSecs, this.#isAdvancing),
      preload: (effect) =>
        this.#preloader.preload({ ...effect, list: this.#core.listVersion, current: this.#core.currentId }),
      onChapterEnded: () => {
        if (this.#sleep.endsAfterChapter()) this.pause();
      },
      retry: (load) => this.#step((core) => core.onRetryDue(clock(), load)),
      report: (effect) => this.#positions.record({ ...effect, audioId: effect.trackId }),
    };
  }

  #elementEvents(): ConstructorParameters<typeof AudioElementAdapter>[2] {
    return {
      onNotMounted: (load) => this.#step((core) => core.onNotMounted(clock(), load)),
      onReady: (load, durationSecs) => this.#step((core) => core.onReady(clock(), load, durationSecs)),
      onPlaying: (load) => this.#step((core) => core.onPlaying(clock(), load)),
      onWaiting: (load) => this.#step((core) => core.onWaiting(clock(), load)),
      onProgress: (load, positionSecs, durationSecs) => {
        this.#step((core) => core.onProgress(clock(), load, positionSecs, durationSecs));
        this.#passSilence(load, positionSecs);
        this.#sleep.stopIfDue();
      },
      onEnded: (load) => {
        this.#isAdvancing = true;
        try {
          this.#step((core) => {
            // Pausing first finishes the track without starting the next one.
            if (this.#sleep.endsAfter(core.currentId)) core.pause(clock());
            core.onEnded(clock(), load);
          });
        } finally {
          this.#isAdvancing = false;
        }
      },
      onFailed: (load, isMedia) => this.#step((core) => core.onFailed(clock(), load, isMedia)),
      onPaused: () => this.pause(),
      onResumed: () => this.resume(),
      onPlayRejected: () => {
        this.pause();
        showPlaybackError("Your browser blocked playback. Press Play to listen.");
      },
      onStarting: () => claimPlayback(),
      onBuffered: () => this.#showPosition(),
    };
  }

  #show(): void {
    const core = this.#core;
    const before = playerState.get();
    const phase = core.phase;
    const isListNew = core.listVersion !== this.#listVersion;
    this.#listVersion = core.listVersion;
    if (isListNew) this.#sleep.keepIfListed(core.listIds());
    const next: PlayerState = {
      ...this.#shownSettings(),
      currentAudio: this.#tracks.get(core.currentId),
      waveformVersion: this.#addresses.waveformVersionOf(core.currentId),
      phase,
      isPlaying: phase === "playing",
      isLoading: core.isLoading,
      list: isListNew ? core.listIds().flatMap((id) => this.#tracks.get(id) ?? []) : before.list,
      index: core.index,
      source: this.#source,
      chapters: (this.#chapters?.id === core.currentId && this.#chapters?.list) || initialState.chapters,
      chapter: core.chapterIndex,
      repeat: core.repeat,
      rate: core.rate,
      sleep: this.#sleep.timer,
      queueChange: this.#queueUndo.change,
    };
    this.#showPosition();
    if (isShallowEqual(next, before)) return;
    playerState.set(next);
    this.#system.show(next);
    if (next.phase !== before.phase || next.rate !== before.rate || next.currentAudio !== before.currentAudio) {
      this.#system.showPosition(next.rate);
    }
    if (next.list !== before.list || next.index !== before.index) this.#rememberQueue(next);
  }

  #showPosition(): void {
    const before = playerPosition.get();
    const next = {
      positionSecs: this.#core.positionSecs,
      durationSecs: this.#core.durationSecs,
      bufferedSecs: this.#audioElement.bufferedSecs,
    };
    if (isShallowEqual(next, before)) return;
    playerPosition.set(next);
    // A difference above 2 s is a seek, not a tick.
    const hasMoved = next.positionSecs !== before.positionSecs;
    const isSeek = Math.abs(next.positionSecs - before.positionSecs) > 2 || (hasMoved && this.#hasSkipped);
    if (hasMoved) this.#hasSkipped = false;
    if (isSeek || next.durationSecs !== before.durationSecs) this.#system.showPosition(this.#core.rate);
  }

  #setSound(change: Partial<PlayerSettings>): void {
    this.#remember(change);
    this.#applySound();
    this.#show();
  }

  #applySound(): void {
    const { volume, isMuted, isLoudnessEven } = this.#settings;
    this.#audioElement.setVolume(volume, isMuted, isLoudnessEven);
  }

  /** Continues after the silence at this position. The next progress event reports the new position to the core. */
  #passSilence(load: number, positionSecs: number): void {
    const { passesSilences, savedSecs } = this.#settings;
    if (!passesSilences || this.#core.phase !== "playing") return;
    const skip = (toSecs: number) => this.#audioElement.skipTo(load, toSecs);
    const skippedSecs = this.#silences.pass(this.#core.currentId, positionSecs, skip);
    if (skippedSecs === 0) return;
    this.#hasSkipped = true;
    this.#remember({ savedSecs: savedSecs + skippedSecs / this.#core.rate });
    this.#show();
  }

  #remember(change: Partial<PlayerSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    writeSettings(this.#settings);
  }

  #rememberQueue({ list, index, source }: PlayerState): void {
    if (this.#uid === undefined) return;
    writeQueue(this.#uid, index >= 0 && source ? { tracks: [...list], index, source } : undefined);
  }

  #hearNews(ids: readonly string[]): void {
    const current = this.#core.currentId;
    this.#step((core) => {
      for (const id of ids) core.setStart(clock(), id, this.#positions.startSecsOf(id));
      const start = current !== undefined && ids.includes(current) ? this.#positions.startSecsOf(current) : 0;
      // The current track keeps its position unless it is paused or started before the position was known.
      const mayJump = core.phase === "paused" || this.#positions.hasJustStarted(current, core.positionSecs);
      if (start > 0 && mayJump) core.seek(clock(), start);
    });
  }

  #watchPage(): void {
    const hide = () => {
      this.#step((core) => core.hide(clock()));
      this.#positions.flushOnPageHide();
      this.#telemetry.flush();
    };
    window.addEventListener("pagehide", hide);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") return hide();
      this.#sleep.stopIfDue();
      // While playing here, the user was not listening on another device.
      if (this.#core.phase !== "playing") this.#positions.refresh();
    });
  }

  /** Stops playback and clears the user's data at the end of the session. */
  #end(): void {
    this.#positions.end();
    this.#uid = undefined;
    this.#source = undefined;
    this.#ratedShelf = undefined;
    this.#sleep.start(undefined);
    this.#queueUndo.take();
    this.#step((core) => {
      core.reset(clock());
      core.setList(clock(), []);
    });
    this.#preloader.clear();
    this.#addresses.clear();
    this.#tracks.clear();
    this.#chapters = undefined;
    playerState.set({ ...initialState, ...this.#shownSettings() });
    playerPosition.set(initialPosition);
  }

  #shownSettings() {
    const { rates: _rates, ...shown } = this.#settings;
    return { ...shown, canSetVolume: this.#canSetVolume };
  }
}

const titleAt = (index: number) => playerState.get().list[index]?.title ?? "";
