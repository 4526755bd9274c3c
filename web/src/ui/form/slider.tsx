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
  /** Accessible name. */
  label: string;
  value: number;
  min?: number;
  max: number;
  /** Smallest change by pointer. */
  step?: number;
  /** Change per arrow key, tripled with Shift. Default: `step`. */
  keyStep?: number;
  /** Formats a value for screen readers, for example "72 percent" or "3 minutes 5 seconds of 41 minutes". */
  valueText: (value: number) => string;
  /** Called while the value changes. */
  onChange?: (value: number) => void;
  /** Called once at the end of a change: on pointer release or after a key press. */
  onCommit?: (value: number) => void;
  /** End of the secondary range, for example of the buffered data. */
  buffered?: number | undefined;
  /** Renders a label above the thumb while it moves, and above the mouse pointer. */
  bubble?: ((value: number) => ReactNode) | undefined;
  /** Time in milliseconds that the bubble stays after a change. */
  bubbleDelayMs?: number;
  /** Replaces the plain track. The CSS property `--played` is the share of the value in percent. */
  picture?: ReactNode;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

const FORWARD = ["ArrowRight", "ArrowUp"];
const BACK = ["ArrowLeft", "ArrowDown"];

/** Slider for pointer and keyboard. Screen readers announce the formatted value. */
export function Slider({
  label,
  value,
  min = 0,
  max,
  step = 1,
  keyStep,
  valueText,
  onChange,
  onCommit,
  buffered,
  bubble,
  bubbleDelayMs = 0,
  picture,
  disabled,
  className,
}: SliderProps) {
  // While the pointer is down, the slider ignores changes of `value`.
  const [held, setHeld] = useState<number>();
  const [isGrabbed, setGrabbed] = useState(false);
  const isPointing = useRef(false);
  const [isTelling, tellForAWhile] = useBriefly(bubbleDelayMs);
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
  function release() {
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
      onLostPointerCapture={release}
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
        <span className="tip slider-bubble tabular-nums" style={{ left: `${share(pointedAt)}%` }} aria-hidden="true">
          {bubble(pointedAt)}
        </span>
      )}
      <Primitive.Thumb
        className="slider-thumb"
        aria-label={label}
        aria-valuetext={valueText(shown)}
        onKeyDown={(event) => {
          // With modifiers, arrow keys are browser shortcuts, for example for the history.
          if (event.altKey || event.ctrlKey || event.metaKey) event.stopPropagation();
        }}
      >
        {bubble && (isGrabbed || isTelling) && (
          <span className="tip slider-bubble tabular-nums" aria-hidden="true">
            {bubble(shown)}
          </span>
        )}
      </Primitive.Thumb>
    </Primitive.Root>
  );
}

/** Returns a flag and a function that sets it for some milliseconds. */
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
