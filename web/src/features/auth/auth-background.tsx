import { useEffect, useRef, useState } from "react";
import { SCENE_HEIGHT, SCENE_WIDTH, sheets } from "./background-sheets";

/** Longest wait for an idle page before the animation loads, in milliseconds. */
const IDLE_TIMEOUT_MS = 4000;

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, IDLE_TIMEOUT_MS / 2);
  return () => clearTimeout(timer);
}

/** Returns false if the user prefers reduced motion or saves data. */
function wantsMotion(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return !connection?.saveData && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Names that browsers report for software renderers. */
const PROCESSOR = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * Returns true if the browser has hardware WebGL; software rendering would occupy the processor. Checked here, because
 * three.js logs an error without WebGL.
 */
function canDraw(): boolean {
  const context = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (!context) return false;
  const names = context.getExtension("WEBGL_debug_renderer_info");
  const drawnBy = names ? String(context.getParameter(names.UNMASKED_RENDERER_WEBGL)) : "";
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return !PROCESSOR.test(drawnBy);
}

/**
 * Decorative background of paper sheets. Shows a static drawing first. The animation loads when the page is idle; if it
 * fails, the drawing stays.
 */
export function AuthBackground() {
  const host = useRef<HTMLDivElement>(null);
  const [isMoving, setIsMoving] = useState(false);

  useEffect(() => {
    if (!wantsMotion()) return undefined;
    let stop: (() => void) | undefined;
    const cancel = whenIdle(() => {
      if (!canDraw()) return;
      import("./animate-background")
        .then(({ animateBackground }) => {
          // The component was unmounted while the code was loading.
          if (!host.current) return;
          stop = animateBackground(host.current);
          setIsMoving(stop !== undefined);
        })
        .catch(() => undefined);
    });
    return () => {
      cancel();
      stop?.();
    };
  }, []);

  return (
    <div ref={host} className="scene" data-moving={isMoving || undefined} aria-hidden="true">
      <svg viewBox={`0 0 ${SCENE_WIDTH} ${SCENE_HEIGHT}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {sheets.map(({ x, y, rotationDeg, scale, closeness }) => (
          <g
            key={`${x} ${y}`}
            transform={`translate(${x} ${y}) rotate(${rotationDeg}) scale(${scale})`}
            opacity={closeness}
          >
            <path d="M-44-52 24-60 44 52-24 60z" fill="var(--surface)" stroke="var(--edge)" strokeWidth="1.2" />
            <path d="M-44-52 44 52-24 60z" fill="var(--hover)" />
            <path d="M-44-52l13-1.6L44 52z" fill="var(--accent)" opacity=".34" />
          </g>
        ))}
      </svg>
    </div>
  );
}
