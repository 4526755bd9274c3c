import {
  BufferGeometry,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  Scene,
  WebGLRenderer,
} from "three";
import { onThemeChange } from "@/lib/browser/theme";
import { type BackgroundSheet, SCENE_HEIGHT, SCENE_WIDTH, sheets } from "./background-sheets";

/** A higher resolution is not visible on the faint background and slows down old computers. */
const MAX_PIXEL_RATIO = 1.5;

type Corner = readonly [x: number, y: number];

/** Outlines of the static drawing, with y pointing up. */
const whole: readonly Corner[] = [
  [-44, 52],
  [24, 60],
  [44, -52],
  [-24, -60],
];
const fold: readonly Corner[] = [
  [-44, 52],
  [44, -52],
  [-24, -60],
];
const stroke: readonly Corner[] = [
  [-44, 52],
  [-31, 53.6],
  [44, -52],
];

function fan(corners: readonly Corner[], z: number): BufferGeometry {
  const positions: number[] = [];
  const first = corners[0];
  for (let k = 1; first && k + 1 < corners.length; k += 1) {
    for (const corner of [first, corners[k], corners[k + 1]]) if (corner) positions.push(...corner, z);
  }
  return new BufferGeometry().setAttribute("position", new Float32BufferAttribute(positions, 3));
}

/** Returns the current colour of a design token. Uses a canvas, because the browser converts any colour space. */
function readToken(name: string): { color: Color; alpha: number } {
  const probe = document.createElement("canvas");
  probe.width = 1;
  probe.height = 1;
  const context = probe.getContext("2d", { willReadFrequently: true });
  const holder = document.createElement("span");
  holder.style.color = `var(${name})`;
  document.body.append(holder);
  const value = getComputedStyle(holder).color;
  holder.remove();
  if (!context) return { color: new Color(1, 1, 1), alpha: 0 };
  context.fillStyle = value;
  context.fillRect(0, 0, 1, 1);
  const [red = 255, green = 255, blue = 255, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return { color: new Color().setRGB(red / 255, green / 255, blue / 255, "srgb"), alpha: alpha / 255 };
}

interface Flying {
  sheet: BackgroundSheet;
  group: Group;
  materials: { paper: MeshBasicMaterial; shade: MeshBasicMaterial; mark: MeshBasicMaterial; edge: LineBasicMaterial };
}

function makeSheet(sheet: BackgroundSheet, order: number): Flying {
  const flat = { side: DoubleSide, transparent: true, depthTest: false } as const;
  const materials = {
    paper: new MeshBasicMaterial(flat),
    shade: new MeshBasicMaterial(flat),
    mark: new MeshBasicMaterial(flat),
    edge: new LineBasicMaterial({ transparent: true, depthTest: false }),
  };
  const outline = [...whole, whole[0] ?? [0, 0]].flatMap(([x, y]) => [x, y, 0]);
  const parts = [
    new Mesh(fan(whole, 0), materials.paper),
    new Mesh(fan(fold, 0), materials.shade),
    new Mesh(fan(stroke, 0), materials.mark),
    new Line(new BufferGeometry().setAttribute("position", new Float32BufferAttribute(outline, 3)), materials.edge),
  ];
  const group = new Group();
  for (const [place, part] of parts.entries()) {
    part.renderOrder = order * parts.length + place;
    group.add(part);
  }
  return { sheet, group, materials };
}

/**
 * Renders the animated scene into `host` and returns a function that stops it, or `undefined` without WebGL. Each sheet
 * starts at its position in the static drawing, so that the change is not visible.
 */
export function animateBackground(host: HTMLElement): (() => void) | undefined {
  let renderer: WebGLRenderer;
  try {
    renderer = new WebGLRenderer({ alpha: true, antialias: true, powerPreference: "low-power" });
  } catch {
    return undefined;
  }
  const scene = new Scene();
  const camera = new OrthographicCamera(0, SCENE_WIDTH, 0, -SCENE_HEIGHT, -2000, 2000);
  const flying = sheets.map(makeSheet);
  for (const { group } of flying) scene.add(group);

  function paint(): void {
    const paper = readToken("--surface");
    const shade = readToken("--hover");
    const mark = readToken("--accent");
    const edge = readToken("--edge");
    for (const { sheet, materials } of flying) {
      materials.paper.color = paper.color;
      materials.paper.opacity = sheet.closeness;
      materials.shade.color = shade.color;
      materials.shade.opacity = shade.alpha * sheet.closeness;
      materials.mark.color = mark.color;
      materials.mark.opacity = 0.34 * sheet.closeness;
      materials.edge.color = edge.color;
      materials.edge.opacity = edge.alpha * sheet.closeness;
    }
  }

  function resize(): void {
    const { clientWidth: width, clientHeight: height } = host;
    renderer.setPixelRatio(Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO));
    renderer.setSize(width, height);
    // Like `xMidYMid slice`: cover the window and crop the rest.
    const scale = Math.max(width / SCENE_WIDTH, height / SCENE_HEIGHT);
    const halfWidth = width / scale / 2;
    const halfHeight = height / scale / 2;
    camera.left = SCENE_WIDTH / 2 - halfWidth;
    camera.right = SCENE_WIDTH / 2 + halfWidth;
    camera.top = -SCENE_HEIGHT / 2 + halfHeight;
    camera.bottom = -SCENE_HEIGHT / 2 - halfHeight;
    camera.updateProjectionMatrix();
  }

  function place(seconds: number): void {
    for (const [order, { sheet, group }] of flying.entries()) {
      const pace = 0.35 + 0.04 * order;
      const sway = Math.sin(seconds * pace);
      const drift = Math.sin(seconds * pace * 0.6);
      group.position.set(sheet.x + 26 * drift * sheet.closeness, -sheet.y - 18 * sway * sheet.closeness, 0);
      group.rotation.set(0.35 * drift, 0.5 * sway, (-sheet.rotationDeg * Math.PI) / 180 + 0.12 * drift);
      group.scale.setScalar(sheet.scale);
    }
  }

  let startedMs: number | undefined;
  let frame = 0;
  function draw(nowMs: number): void {
    startedMs ??= nowMs;
    place((nowMs - startedMs) / 1000);
    renderer.render(scene, camera);
    frame = requestAnimationFrame(draw);
  }

  const darkness = window.matchMedia("(prefers-color-scheme: dark)");
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const run = () => {
    cancelAnimationFrame(frame);
    if (!document.hidden && !calm.matches) frame = requestAnimationFrame(draw);
  };
  const size = new ResizeObserver(resize);
  const stopTheme = onThemeChange(paint);
  darkness.addEventListener("change", paint);
  calm.addEventListener("change", run);
  document.addEventListener("visibilitychange", run);
  size.observe(host);
  resize();
  paint();
  host.append(renderer.domElement);
  run();

  return () => {
    cancelAnimationFrame(frame);
    size.disconnect();
    stopTheme();
    darkness.removeEventListener("change", paint);
    calm.removeEventListener("change", run);
    document.removeEventListener("visibilitychange", run);
    for (const { group, materials } of flying) {
      for (const part of group.children) if (part instanceof Mesh || part instanceof Line) part.geometry.dispose();
      for (const material of Object.values(materials)) material.dispose();
    }
    renderer.dispose();
    renderer.domElement.remove();
  };
}
