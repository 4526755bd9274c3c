import type { ShelfId } from "@/api/models";
import { cn } from "@/lib/text/cn";
import { shelves } from "./shelves";

interface Stroke {
  d: string;
  width: number;
  opacity: number;
}

const fixed = (value: number) => String(Math.round(value * 10) / 10);

function strokes(count: number, stroke: (step: number) => Stroke): Stroke[] {
  return Array.from({ length: count }, (_, step) => stroke(step));
}

function depths(): Stroke[] {
  return strokes(9, (step) => {
    const y = 18 + 1.35 * step ** 2 + 1.6 * step;
    const swell = 9 - step;
    const d = `M-4 ${fixed(y)}Q30 ${fixed(y - swell)} 60 ${fixed(y)}T124 ${fixed(y)}`;
    return { d, width: 0.8 + 0.43 * step, opacity: 0.3 + 0.075 * step };
  });
}

function chevrons(): Stroke[] {
  return strokes(7, (step) => {
    const x = 8 + 1.1 * step ** 2 + 6 * step;
    return {
      d: `M${fixed(x)} 22L${fixed(x + 26)} 60L${fixed(x)} 98`,
      width: 4.4 - 0.5 * step,
      opacity: 0.95 - 0.1 * step,
    };
  });
}

function hills(): Stroke[] {
  const sun: Stroke = { d: "M70 44a18 18 0 1 0 36 0a18 18 0 1 0-36 0", width: 1.6, opacity: 0.6 };
  const ridges = strokes(6, (step) => {
    const y = 66 + 11 * step;
    const lean = step % 2 === 0 ? 14 : -14;
    const d = `M-4 ${y}C30 ${y - 22 - lean} 50 ${y - 16 + lean} 70 ${y - 4}S110 ${y - 16 - lean} 124 ${y - 8}`;
    return { d, width: 1.2 + 0.45 * step, opacity: 0.4 + 0.1 * step };
  });
  return [sun, ...ridges];
}

function rings(): Stroke[] {
  const mast: Stroke = { d: "M60 66V124M52 124L60 66L68 124", width: 2, opacity: 0.8 };
  const waves = strokes(6, (step) => {
    const r = 10 + 9.5 * step;
    const x = r * Math.cos(Math.PI / 5);
    const y = r * Math.sin(Math.PI / 5);
    const side = (sign: 1 | -1) =>
      `M${fixed(60 + sign * x)} ${fixed(56 - y)}A${fixed(r)} ${fixed(r)} 0 0 ${sign === 1 ? 1 : 0} ${fixed(60 + sign * x)} ${fixed(56 + y)}`;
    return { d: side(1) + side(-1), width: 3.6 - 0.45 * step, opacity: 0.95 - 0.12 * step };
  });
  return [mast, ...waves, { d: "M56 56a4 4 0 1 0 8 0a4 4 0 1 0-8 0", width: 3, opacity: 1 }];
}

const drawings: Record<ShelfId, () => Stroke[]> = {
  "deep-dive": depths,
  "quick-recap": chevrons,
  "chill-review": hills,
  radio: rings,
};

export function ShelfDrawing({ id }: { id: ShelfId }) {
  return (
    <svg viewBox="0 0 120 120" className={cn("shelf-art", `tone-${shelves[id].tone}`)} aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round">
        {drawings[id]().map(({ d, width, opacity }) => (
          <path key={d} d={d} strokeWidth={width} opacity={opacity} />
        ))}
      </g>
    </svg>
  );
}
