/** Paper sheet of the background in a scene of 1440 × 900: centre, rotation in degrees, scale and depth. */
export interface BackgroundSheet {
  x: number;
  y: number;
  turn: number;
  scale: number;
  /** From 0 (far, faint) to 1 (near). */
  near: number;
}

export const SCENE_WIDTH = 1440;
export const SCENE_HEIGHT = 900;

export const sheets: readonly BackgroundSheet[] = [
  { x: 115, y: 144, turn: -24, scale: 1.15, near: 0.9 },
  { x: 288, y: 72, turn: -12, scale: 0.62, near: 0.6 },
  { x: 446, y: 180, turn: -30, scale: 0.5, near: 0.5 },
  { x: 202, y: 369, turn: 8, scale: 0.7, near: 0.55 },
  { x: 58, y: 612, turn: -14, scale: 1.5, near: 1 },
  { x: 331, y: 702, turn: -34, scale: 0.8, near: 0.65 },
  { x: 518, y: 810, turn: -6, scale: 0.55, near: 0.45 },
  { x: 1123, y: 81, turn: 22, scale: 0.58, near: 0.5 },
  { x: 1267, y: 162, turn: 10, scale: 1.05, near: 0.8 },
  { x: 1382, y: 378, turn: 32, scale: 0.7, near: 0.55 },
  { x: 1181, y: 522, turn: -8, scale: 0.5, near: 0.45 },
  { x: 1325, y: 684, turn: 18, scale: 1.5, near: 1 },
  { x: 1066, y: 792, turn: 30, scale: 0.75, near: 0.6 },
  { x: 864, y: 54, turn: 4, scale: 0.42, near: 0.4 },
  { x: 662, y: 855, turn: 14, scale: 0.5, near: 0.4 },
];
