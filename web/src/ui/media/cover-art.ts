import { prefixOf } from "@/lib/urls/subjects";

/**
 * Returns the `d` of an SVG path for a course cover, computed from the course code. The subject selects the drawing and
 * the number its variant. Coordinates refer to 232 × 160, cropped from the top right corner.
 */
export function coverArt(code: string): string {
  const number = Number(/[0-9]+/.exec(code)?.[0] ?? 0);
  const draw = families[prefixOf(code)] ?? pages;
  return draw(number);
}

export function hasCoverArt(code: string): boolean {
  return prefixOf(code) in families;
}

type Family = (number: number) => string;

const families: Record<string, Family> = {
  CS: (number) => (number % 2 === 0 ? frames() : tree()),
  MATH: (number) => [star, curves, waves, star][number % 4]?.() ?? star(),
  STAT: distribution,
  PHYS: rings,
  CHEM: lattice,
};

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function point(x: number, y: number): string {
  return `${fixed(x)} ${fixed(y)}`;
}

function circle(x: number, y: number, r: number): string {
  return `M${point(x - r, y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

function roundedSquare(x: number, y: number, side: number, r: number): string {
  const edge = side - 2 * r;
  const turn = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${point(x + r, y)}h${edge}${turn(r, r)}v${edge}${turn(-r, r)}h${-edge}${turn(-r, -r)}v${-edge}${turn(r, -r)}`;
}

/** Nested frames, like scopes. */
function frames(): string {
  let d = "";
  for (let k = 0; k < 6; k += 1) {
    d += roundedSquare(110 + 8.5 * k, -34 + 8.5 * k, 150 - 17 * k, 26 - 4 * k);
  }
  return d;
}

function tree(): string {
  const spread = [40, 20, 10];
  const node = (x: number, y: number, level: number): string => {
    let d = circle(x, y, 7);
    const half = spread[level];
    if (half === undefined) return d;
    for (const side of [-1, 1]) {
      const childX = x + side * half;
      const lean = Math.min(4.5, half - 5);
      d += `M${point(x + side * lean, y + 5.5)}L${point(childX - side * lean, y + 25.5)}`;
      d += node(childX, y + 31, level + 1);
    }
    return d;
  };
  return node(170, 20, 0);
}

function curves(): string {
  let d = "";
  for (let k = 0; k < 9; k += 1) {
    d += `M${point(60.3 + 5 * k, -12)}C${point(111.4 + 9 * k, 156.8 - 7 * k)},${point(162.4 + 9 * k, 144 - 9 * k)},${point(242, -34 + 12 * k)}`;
  }
  return d;
}

function waves(): string {
  let d = "";
  for (let k = 0; k < 6; k += 1) {
    for (let x = 0; x <= 232; x += 4) {
      const swell = (6 + 0.11 * x) * (1 - 0.11 * k);
      const y = 50 + 3 * k + swell * Math.sin(((x - 2.4 * k) * 2 * Math.PI) / 108);
      d += (x === 0 ? "M" : "L") + point(x, y);
    }
  }
  return d;
}

/** Multiplication by 7 modulo 20 on a circle. */
function star(): string {
  const at = (step: number): string => {
    const angle = (step * Math.PI) / 10;
    return point(166 + 62 * Math.cos(angle), 52 + 62 * Math.sin(angle));
  };
  let d = circle(166, 52, 62);
  for (let k = 1; k < 20; k += 1) if (k !== 10) d += `M${at(k)}L${at((k * 7) % 20)}`;
  return d;
}

function distribution(number: number): string {
  const middle = 156 - (number % 3) * 12 + 24;
  const width = 24 + (number % 5) * 3;
  let d = "";
  for (let k = 0; k < 24; k += 1) {
    const x = 55.7 + 7.73 * k;
    const height = 4 + 80 * Math.exp(-((x - middle) ** 2) / (2 * width ** 2));
    d += `M${point(x, 99.2)}v${fixed(-height)}`;
  }
  return d;
}

function rings(number: number): string {
  let d = "";
  const twoSources = number % 2 === 0;
  for (let r = 12; r <= 96; r += 12) {
    d += circle(188, 28, r);
    if (twoSources && r <= 72) d += circle(128, 28, r);
  }
  return d;
}

/** Hexagonal lattice, as in graphite. */
function lattice(): string {
  const side = 17;
  const step = side * Math.sqrt(3);
  let d = "";
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 5; column += 1) {
      const x = 106 + column * step + (row % 2) * (step / 2);
      const y = -6 + row * side * 1.5;
      if (row + (4 - column) > 6) continue;
      for (let corner = 0; corner < 6; corner += 1) {
        const angle = (Math.PI / 3) * corner + Math.PI / 6;
        const next = point(x + side * Math.cos(angle), y + side * Math.sin(angle));
        d += (corner === 0 ? "M" : "L") + next;
      }
      d += "Z";
    }
  }
  return d;
}

/** Pages of a book, for all other subjects. The number changes their angle. */
function pages(number: number): string {
  const fan = 4 + (number % 4);
  let d = "";
  for (let k = 0; k < 9; k += 1) {
    const angle = ((18 + k * fan) * Math.PI) / 180;
    const corner = point(120 + 150 * Math.cos(angle), 118 - 150 * Math.sin(angle));
    d += `M${point(120, 118)}L${corner}`;
    d += `M${point(120 + 60 * Math.cos(angle), 118 - 60 * Math.sin(angle))}l${point(14 * Math.sin(angle), 14 * Math.cos(angle))}`;
  }
  return d + circle(120, 118, 4);
}
