import "@/styles/slider.css";
import { Slider as Primitive } from "radix-ui";
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { cn } from "@/lib/text/cn";

interface SliderProps {
  /** Name for screen readers. */
  label: string;
  value: number;
  min?: number;
  max: number;
  /** The smallest difference that a pointer can make. */
  step?: number;
  /** How far an arrow key goes; with Shift it goes three times as far. Otherwise one `step`. */
  keyStep?: number;
  /** A value in words: '72 percent', '3 minutes 5 seconds of 41 minutes'. */
  words: (value: number) => string;
  /** Called while the value moves. */
  onChange?: (value: number) => void;
  /** Called once when the move is over: the pointer was let go, or a key pressed. */
  onCommit?: (value: number) => void;
  /** Where a second, fainter part ends, such as what has been loaded. */
  buffered?: number | undefined;
  /** What stands above the thumb while it is moved, and above a mouse that points at the line. */
  bubble?: ((value: number) => ReactNode) | undefined;
  /** How long the bubble stays after the move, in milliseconds. */
  bubbleMs?: number;
  /** Drawn instead of the plain line, over the whole width. `--played` is the share that is done, in percent. */
  picture?: ReactNode;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

const FORWARD = ["ArrowRight", "ArrowUp"];
const BACK = ["ArrowLeft", "ArrowDown"];

/** A value between two ends, moved by pointer and keyboard. What it is now is told in words. */
export function Slider({
  label,
  value,
  min = 0,
  max,
  step = 1,
  keyStep,
  words,
  onChange,
  onCommit,
  buffered,
  bubble,
  bubbleMs = 0,
  picture,
  disabled,
  className,
}: SliderProps) {
  // While it is moved it shows where it is held, whatever `value` does meanwhile.
  const [held, setHeld] = useState<number>();
  const [isGrabbed, setGrabbed] = useState(false);
  const isPointing = useRef(false);
  const [isTelling, tellForAWhile] = useBriefly(bubbleMs);
  const [pointedAt, setPointedAt] = useState<number>();
  const shown = Math.min(max, Math.max(min, held ?? value));
  const share = (part: number) => (max > min ? (100 * (Math.min(max, part) - min)) / (max - min) : 0);

  function grab() {
    if (disabled) return;
    isPointing.current = true;
    setGrabbed(true);
  }
  function move(to: number) {
    if (isPointing.current) setHeld(to);
    onChange?.(to);
  }
  function settle(to: number) {
    setHeld(undefined);
    onCommit?.(to);
  }
  function letGo() {
    isPointing.current = false;
    setHeld(undefined);
    setGrabbed(false);
    tellForAWhile();
  }
  function onPointerMove({ pointerType, currentTarget, clientX }: PointerEvent<HTMLElement>) {
    if (!bubble || disabled || pointerType !== "mouse") return;
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointedAt(min + Math.min(1, Math.max(0, (clientX - left) / width)) * (max - min));
  }
  function onKeyDown(event: KeyboardEvent) {
    const direction = FORWARD.includes(event.key) ? 1 : BACK.includes(event.key) ? -1 : 0;
    if (keyStep === undefined || direction === 0) return;
    event.preventDefault();
    if (disabled) return;
    const to = Math.min(max, Math.max(min, value + direction * keyStep * (event.shiftKey ? 3 : 1)));
    onChange?.(to);
    onCommit?.(to);
    tellForAWhile();
  }

  return (
    <Primitive.Root
      className={cn("slider", picture !== undefined && "pictured", className)}
      style={{ "--played": `${share(shown)}%` } as CSSProperties}
      value={[shown]}
      min={min}
      max={max}
      step={step}
      disabled={disabled ?? false}
      onValueChange={([to = min]) => move(to)}
      onValueCommit={([to = min]) => settle(to)}
      onPointerDown={grab}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setPointedAt(undefined)}
      onLostPointerCapture={letGo}
      onKeyDown={onKeyDown}
    >
      <Primitive.Track className="slider-track">
        {picture ?? (
          <>
            {buffered !== undefined && <u style={{ width: `${share(buffered)}%` }} />}
            <Primitive.Range className="slider-range" />
          </>
        )}
      </Primitive.Track>
      {bubble && pointedAt !== undefined && !isGrabbed && !isTelling && (
        <span className="tip slider-bubble num" style={{ left: `${share(pointedAt)}%` }} aria-hidden="true">
          {bubble(pointedAt)}
        </span>
      )}
      <Primitive.Thumb
        className="slider-thumb"
        aria-label={label}
        aria-valuetext={words(shown)}
        onKeyDown={(event) => {
          // Alt and an arrow key lead back in the browser's history, and so on.
          if (event.altKey || event.ctrlKey || event.metaKey) event.stopPropagation();
        }}
      >
        {bubble && (isGrabbed || isTelling) && (
          <span className="tip slider-bubble num" aria-hidden="true">
            {bubble(shown)}
          </span>
        )}
      </Primitive.Thumb>
    </Primitive.Root>
  );
}

/** True for some milliseconds after each call of the function. */
function useBriefly(durationMs: number): [boolean, () => void] {
  const [isOn, setOn] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  function start() {
    if (durationMs === 0) return;
    clearTimeout(timer.current);
    setOn(true);
    timer.current = setTimeout(() => setOn(false), durationMs);
  }
  return [isOn, start];
}
