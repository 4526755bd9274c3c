import { Pause, Play, Settings2, SkipBack, SkipForward, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { NoteText } from "@/data/notes/note-text";
import { IconButton } from "@/ui/controls/icon-button";
import { Checkbox } from "@/ui/form/checkbox";
import { SelectField } from "@/ui/form/select-field";
import { Slider } from "@/ui/form/slider";
import { Popover } from "@/ui/overlay/popover";
import type { TextSelection } from "../highlights/use-highlights";
import type { BlockPlace, NoteView, ScrollPosition } from "../note-view";
import { textOfPage } from "../text/blocks";
import { aloudSettings, storeAloudSettings } from "./aloud-settings";
import { AloudController, type AloudState, browserSpeech, RATE } from "./controller";
import { installVoiceText } from "./install-voice";
import { onRecordingStart, pauseRecordings } from "./pause-recordings";
import { Sentences, type SkipOptions } from "./sentences";
import { findReadAloudStart, isFrom } from "./start-place";
import { useSpokenMarks } from "./use-spoken-marks";

/** Browsers load the list of voices after the page. After this time in milliseconds, an empty list is final. */
const VOICES_WAIT_MS = 1500;

interface AloudBarProps {
  text: NoteText;
  view: NoteView | undefined;
  container: RefObject<HTMLElement | null>;
  /** Selected words, where reading starts. */
  selected: TextSelection | undefined;
  /** Returns the place at the upper edge of the view. */
  placeAtTop: () => { spot: ScrollPosition; block: BlockPlace | undefined };
  /** Receives the function that marks the spoken words on a page whose text was rendered. */
  onMarks: (draw: (page: number) => void) => void;
  /** Stores the reading position. `isEnd`: the note was read to its end. */
  onPlace: (spot: ScrollPosition, isEnd?: boolean) => void;
  onClose: () => void;
}

/** Controls for reading a note aloud. Starts to read when it appears. */
export function AloudBar(props: AloudBarProps) {
  const engine = useRef(browserSpeech()).current;
  return engine ? (
    <Controls {...props} engine={engine} />
  ) : (
    <Unavailable reason="This browser cannot read aloud. Use another browser." onClose={props.onClose} />
  );
}

function Unavailable({ reason, onClose }: { reason: string; onClose: () => void }) {
  return (
    <section className="reader-aloud" aria-label="Read aloud">
      <p role="status">{reason}</p>
      <IconButton label="Close" icon={<X />} onClick={onClose} />
    </section>
  );
}

/** Creates the controller, which lives as long as the bar. */
function useController(text: NoteText, engine: NonNullable<ReturnType<typeof browserSpeech>>) {
  const [parts] = useState(() => {
    const { rate, voice, skip } = aloudSettings();
    const sentences = new Sentences(text, textOfPage, skip);
    return { sentences, controller: new AloudController(engine, sentences, { rate, voice }) };
  });
  const { controller } = parts;
  useEffect(() => {
    controller.open();
    const stop = onRecordingStart(() => controller.pause());
    const onHide = () => controller.stop();
    // Some browsers go on speaking after the page was left.
    window.addEventListener("pagehide", onHide);
    return () => {
      stop();
      window.removeEventListener("pagehide", onHide);
      controller.close();
    };
  }, [controller]);
  return { ...parts, state: useSyncExternalStore(controller.watch, controller.state) };
}

function Controls(props: AloudBarProps & { engine: NonNullable<ReturnType<typeof browserSpeech>> }) {
  const { text, view, container, selected, placeAtTop, onMarks, onPlace, onClose, engine } = props;
  const { sentences, controller, state } = useController(text, engine);
  const { status, sentence, voices, isFinished } = state;
  const draw = useSpokenMarks(view, container, sentences, state);
  useEffect(() => onMarks(draw), [onMarks, draw]);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), VOICES_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);

  function start() {
    const { spot, block } = placeAtTop();
    const from = findReadAloudStart(text.pages, selected, spot, block);
    document.getSelection()?.removeAllRanges();
    controller.playFrom(from.page, isFrom(from));
  }
  const latestStart = useRef(start);
  latestStart.current = start;
  const isReady = view !== undefined && voices.length > 0;
  const isStarted = useRef(false);
  useEffect(() => {
    if (!isReady || isStarted.current) return;
    isStarted.current = true;
    latestStart.current();
  }, [isReady]);

  const isSpeaking = status === "speaking";
  useEffect(() => {
    if (isSpeaking) pauseRecordings();
  }, [isSpeaking]);
  const latestPlace = useRef(onPlace);
  latestPlace.current = onPlace;
  const lastPlace = useRef<ScrollPosition>(undefined);
  useEffect(() => {
    const page = sentence?.parts[0]?.page;
    if (!sentence || page === undefined) return;
    lastPlace.current = { page, scrolledFraction: sentence.top };
    latestPlace.current(lastPlace.current);
  }, [sentence]);
  useEffect(() => {
    if (isFinished && lastPlace.current) latestPlace.current(lastPlace.current, true);
  }, [isFinished]);

  if (voices.length === 0) {
    if (!isLate) return <Unavailable reason="Looking for a voice…" onClose={onClose} />;
    const how = `No voice is installed on this device. ${installVoiceText(navigator.userAgent, navigator.maxTouchPoints)} Then restart the browser.`;
    return <Unavailable reason={how} onClose={onClose} />;
  }
  const play = isSpeaking
    ? { label: "Pause", icon: <Pause />, onClick: () => controller.pause() }
    : { label: "Play", icon: <Play />, onClick: () => (status === "paused" ? controller.resume() : start()) };
  const isIdle = status === "idle";
  return (
    <section className="reader-aloud" aria-label="Read aloud">
      <IconButton
        label="Previous sentence"
        icon={<SkipBack />}
        disabled={isIdle}
        onClick={() => controller.previous()}
      />
      <IconButton {...play} />
      <IconButton label="Next sentence" icon={<SkipForward />} disabled={isIdle} onClick={() => controller.next()} />
      <Popover
        label="Reading settings"
        trigger={<IconButton label="Reading settings" icon={<Settings2 />} />}
        className="text-settings-popover"
      >
        <AloudSettingsPanel controller={controller} state={state} />
      </Popover>
      <p role="status" className="reader-aloud-status">
        {statusText(state)}
      </p>
      <IconButton label="Stop reading aloud" icon={<X />} onClick={onClose} />
    </section>
  );
}

function statusText({ isFailed, isBlocked }: AloudState): string {
  if (isBlocked) return "Press Play to start reading.";
  return isFailed ? "Reading stopped. Press Play to try again." : "";
}

const rateText = (rate: number) => `${Math.round(rate * 10) / 10}×`;

function AloudSettingsPanel({ controller, state }: { controller: AloudController; state: AloudState }) {
  const { rate, voice, voices } = state;
  const [skip, setSkip] = useState<SkipOptions>(() => aloudSettings().skip);
  useEffect(() => storeAloudSettings({ rate, voice, skip }), [rate, voice, skip]);
  function change(changed: Partial<SkipOptions>) {
    const next = { ...skip, ...changed };
    setSkip(next);
    controller.setSkip(next);
  }
  return (
    <div className="text-settings">
      <div className="text-setting">
        <p>
          <span>Speed</span>
          <span className="tabular-nums">{rateText(rate)}</span>
        </p>
        <Slider
          label="Speed"
          value={rate}
          {...RATE}
          valueText={(value) => `${Math.round(value * 10) / 10} times normal speed`}
          onCommit={(value) => controller.setRate(value)}
        />
      </div>
      <SelectField
        label="Voice"
        options={voices.map(({ voiceURI, name, lang }) => ({ value: voiceURI, label: `${name} (${lang})` }))}
        value={voice ?? ""}
        placeholder="Automatic"
        onChange={({ target }) => controller.setVoice(target.value)}
      />
      <Checkbox
        label="Skip footnotes"
        checked={skip.footnotes}
        onChange={({ target }) => change({ footnotes: target.checked })}
      />
      <Checkbox
        label="Skip citations"
        hint="For example [12] or (Knuth, 1997)."
        checked={skip.citations}
        onChange={({ target }) => change({ citations: target.checked })}
      />
    </div>
  );
}
