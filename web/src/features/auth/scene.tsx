import { useEffect, useRef, useState } from "react";
import { SCENE_HEIGHT, SCENE_WIDTH, sheets } from "./sheets";

/** Longest wait for a quiet moment before the moving scene is fetched, in milliseconds. */
const IDLE_TIMEOUT_MS = 4000;

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, IDLE_TIMEOUT_MS / 2);
  return () => clearTimeout(timer);
}

/** Whether this person and this connection want a moving picture. */
function wantsMotion(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return !connection?.saveData && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** What browsers call a processor that draws because there is no graphics card. */
const PROCESSOR = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * Whether this browser can draw the scene, and not by the processor, which has other things to do; asked here, because the
 * library complains on the console where it cannot.
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
 * Sheets of paper in flight. A drawing at once; the moving scene is fetched when the page has nothing else
 * to do, and whatever goes wrong with it, the drawing stays.
 */
export function Scene() {
  const host = useRef<HTMLDivElement>(null);
  const [isMoving, setIsMoving] = useState(false);

  useEffect(() => {
    if (!wantsMotion()) return undefined;
    let stop: (() => void) | undefined;
    const cancel = whenIdle(() => {
      if (!canDraw()) return;
      import("./moving-scene")
        .then(({ startScene }) => {
          // The page was left while it was fetched.
          if (!host.current) return;
          stop = startScene(host.current);
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
        {sheets.map(({ x, y, turn, scale, near }) => (
          <g key={`${x} ${y}`} transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`} opacity={near}>
            <path d="M-44-52 24-60 44 52-24 60z" fill="var(--surface)" stroke="var(--edge)" strokeWidth="1.2" />
            <path d="M-44-52 44 52-24 60z" fill="var(--hover)" />
            <path d="M-44-52l13-1.6L44 52z" fill="var(--accent)" opacity=".34" />
          </g>
        ))}
      </svg>
    </div>
  );
}
