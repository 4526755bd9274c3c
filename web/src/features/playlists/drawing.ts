import { type Tone, toneOf } from "@/lib/urls/subjects";

/**
 * Generated cover of a playlist without a cover or artwork. The id selects the drawing, so that it never changes; the
 * subject of its first recording selects the colour. `d` is an SVG path in a square of 120.
 */
interface Drawing {
  d: string;
  tone: Tone;
}

const tones: readonly Tone[] = ["slate", "sand", "sage", "clay", "plum"];

/** Returns a stable hash (FNV-1a). */
function hashOf(text: string): number {
  let hash = 2166136261;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 16777619);
  }
  return hash >>> 0;
}

/** Returns the drawing of playlist `id`. `subject` is that of its first recording. */
export function playlistDrawing(id: string, subject: string | undefined): Drawing {
  const hash = hashOf(id);
  const draw = drawings[hash % drawings.length] ?? arcs;
  const tone = subject === undefined ? tones[(hash >>> 8) % tones.length] : toneOf(subject);
  return { d: draw(hash >>> 4), tone: tone ?? "stone" };
}

const drawings: readonly ((seed: number) => string)[] = [arcs, sheets, ripples, bars, steps];

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

function arcs(seed: number): string {
  const gap = 6 + (seed % 3);
  let d = "";
  for (let r = 50; r > 6; r -= gap) d += `M${60 - r} 96a${r} ${r} 0 0 1 ${2 * r} 0`;
  return d;
}

function sheets(seed: number): string {
  const lean = 7 + (seed % 4);
  let d = "";
  for (let k = 0; k < 5; k += 1) d += `M${20 + lean * k} ${16 + 9 * k}h48v52h-48z`;
  return d;
}

function ripples(seed: number): string {
  const [x, y] = [44 + (seed % 5) * 8, 44 + ((seed >> 3) % 5) * 8];
  let d = "";
  for (let r = 6; r <= 62; r += 8) d += circle(x, y, r);
  return d;
}

function bars(seed: number): string {
  let d = "";
  for (let k = 0; k < 11; k += 1) {
    const half = 8 + (((seed >> (k % 8)) + k * 13) % 34);
    d += `M${16 + 8.8 * k} ${60 - half}v${2 * half}`;
  }
  return d;
}

function steps(seed: number): string {
  const count = 5 + (seed % 3);
  const step = 88 / count;
  let d = "";
  for (let k = 0; k < 3; k += 1) {
    d += `M16 ${104 - 20 * k}`;
    for (let each = 0; each < count - k; each += 1) d += `h${step.toFixed(1)}v${(-step).toFixed(1)}`;
  }
  return d;
}
