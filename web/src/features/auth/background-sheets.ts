/** Paper sheet of the background in a scene of 1440 × 900: centre, rotation in degrees, scale and depth. */
export interface BackgroundSheet {
  x: number;
  y: number;
  rotationDeg: number;
  scale: number;
  /** From 0 (far, faint) to 1 (near). */
  closeness: number;
}

export const SCENE_WIDTH = 1440;
export const SCENE_HEIGHT = 900;

export const sheets: readonly BackgroundSheet[] = [
  { x: 115, y: 144, rotationDeg: -24, scale: 1.15, closeness: 0.9 },
  { x: 288, y: 72, rotationDeg: -12, scale: 0.62, closeness: 0.6 },
  { x: 446, y: 180, rotationDeg: -30, scale: 0.5, closeness: 0.5 },
  { x: 202, y: 369, rotationDeg: 8, scale: 0.7, closeness: 0.55 },
  { x: 58, y: 612, rotationDeg: -14, scale: 1.5, closeness: 1 },
  { x: 331, y: 702, rotationDeg: -34, scale: 0.8, closeness: 0.65 },
  { x: 518, y: 810, rotationDeg: -6, scale: 0.55, closeness: 0.45 },
  { x: 1123, y: 81, rotationDeg: 22, scale: 0.58, closeness: 0.5 },
  { x: 1267, y: 162, rotationDeg: 10, scale: 1.05, closeness: 0.8 },
  { x: 1382, y: 378, rotationDeg: 32, scale: 0.7, closeness: 0.55 },
  { x: 1181, y: 522, rotationDeg: -8, scale: 0.5, closeness: 0.45 },
  { x: 1325, y: 684, rotationDeg: 18, scale: 1.5, closeness: 1 },
  { x: 1066, y: 792, rotationDeg: 30, scale: 0.75, closeness: 0.6 },
  { x: 864, y: 54, rotationDeg: 4, scale: 0.42, closeness: 0.4 },
  { x: 662, y: 855, rotationDeg: 14, scale: 0.5, closeness: 0.4 },
];
