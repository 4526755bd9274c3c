import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { thumbHashToDataURL } from "thumbhash";
import { COURSE_NOTES_STOCK_IMAGES } from "@/core/limits";
import { toneOf } from "@/lib/urls/subjects";

/** Figures of the drawings that replace a missing first page, on an area of 138 × 56 at (16, 68). */
const figures: readonly ReactNode[] = [
  <g key="boxes">
    <rect x="30" y="76" width="38" height="14" rx="2" />
    <rect x="102" y="76" width="38" height="14" rx="2" />
    <rect x="66" y="102" width="38" height="14" rx="2" />
    <path d="M49 90v7h36v5M121 90v7H85" />
  </g>,
  <g key="curve">
    <path d="M30 76v40h110" />
    <path d="M32 112Q70 108 92 92T138 77" />
    <path d="M32 98H138" strokeDasharray="3 3" opacity=".6" />
  </g>,
  <path key="bell" d="M28 114C60 114 66 78 85 78s25 36 57 36M28 118h114" />,
  <path key="code" strokeWidth="3" d="M30 80h68M40 90h36M40 100h58M40 110h24" />,
  <g key="tree">
    <circle cx="85" cy="80" r="5" />
    <circle cx="57" cy="97" r="5" />
    <circle cx="113" cy="97" r="5" />
    <circle cx="43" cy="114" r="4" />
    <circle cx="71" cy="114" r="4" />
    <path d="M81 83 61 94M89 83l20 11M54 101l-8 9M60 101l8 9" />
  </g>,
  <path key="table" d="M34 76h102v40H34zM34 89h102M34 102h102M68 76v40M102 76v40" />,
  <g key="sets">
    <circle cx="72" cy="96" r="20" />
    <circle cx="98" cy="96" r="20" />
  </g>,
  <g key="slope">
    <path d="M32 116h106L138 80z" />
    <path d="m78 92 12-5 4 10-12 5zM86 95V76M86 76l-3 5M86 76l3 5" />
  </g>,
];

/** Returns the width of a text line. It varies, so that no two drawings look alike. */
const lineWidth = (drawingSeed: number, line: number) => 60 + ((drawingSeed * 37 + line * 53) % 78);

function StockPage({ drawingSeed, course }: { drawingSeed: number; course: string }) {
  const tone = toneOf(course);
  const head = 52 + ((drawingSeed * 29) % 44);
  const lines = [40, 48, 56, 134, 142, 150, 158, 170, 178, 190, 198, 206];
  return (
    <svg viewBox="0 0 170 220" fill="var(--paper-ink)" aria-hidden="true">
      <rect x="16" y="16" width={head} height="6" rx="2" opacity=".95" />
      <rect x="16" y="26" width={head * 0.7} height="3" rx="1.5" opacity=".3" />
      {lines.map((y, line) => (
        <rect key={y} x="16" y={y} width={lineWidth(drawingSeed, line)} height="3" rx="1.5" opacity=".4" />
      ))}
      <rect
        x="16"
        y="68"
        width="138"
        height="56"
        rx="4"
        fill={`light-dark(var(--tone-${tone}),var(--ink-${tone}))`}
        opacity=".75"
      />
      <g stroke={`light-dark(var(--ink-${tone}),var(--tone-${tone}))`} strokeWidth="1.6" fill="none">
        {figures[drawingSeed % COURSE_NOTES_STOCK_IMAGES]}
      </g>
    </svg>
  );
}

export interface PagePicture {
  url: string;
  /** Base64 thumbhash, shown blurred until the thumbnail is loaded. */
  thumbhash?: string | undefined;
  /** Width in pixels. Without dimensions the page counts as portrait. */
  widthPx?: number | undefined;
  heightPx?: number | undefined;
}

type NotePreviewProps = {
  /** Thumbnail made by the server, if there is one. */
  picture?: PagePicture | undefined;
  course: string;
  /** Number of the stand-in drawing, from 0. It repeats after `COURSE_NOTES_STOCK_IMAGES`. */
  drawingSeed: number;
  /** True on the first screen: loads eagerly and decodes synchronously. */
  isFirst?: boolean;
};

/** Converts a thumbhash to a data URL. Returns `undefined` if it is invalid. */
function blurred(thumbhash: string | undefined): string | undefined {
  if (!thumbhash) return undefined;
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/**
 * Returns the blurred placeholder until the image is loaded. Decoding it is slow, so it waits until the page is painted
 * and is skipped for cached images.
 */
function useBlurred(thumbhash: string | undefined, image: RefObject<HTMLImageElement | null>): string | undefined {
  const [placeholder, setPlaceholder] = useState<string>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Runs after the next frame was painted; a timer alone may run before it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        if (!image.current?.complete) setPlaceholder(blurred(thumbhash));
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [thumbhash, image]);
  return placeholder;
}

/**
 * First page of a note, or a stand-in drawing. The frame is portrait and keeps its size while loading; landscape pages
 * are shown whole. Decorative: the title is shown beside it.
 */
export function NotePreview({ picture, course, drawingSeed, isFirst = false }: NotePreviewProps) {
  const [failed, setFailed] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  const placeholder = useBlurred(picture?.thumbhash, image);
  if (!picture || failed === picture.url) {
    return (
      <span className="pdf" data-stock={drawingSeed % COURSE_NOTES_STOCK_IMAGES}>
        <StockPage drawingSeed={drawingSeed} course={course} />
      </span>
    );
  }
  const { url, widthPx = 0, heightPx = 0 } = picture;
  return (
    <span className="pdf" data-wide={widthPx > heightPx || undefined}>
      <img
        ref={image}
        // Must precede `src`, which starts the request.
        loading={isFirst ? "eager" : "lazy"}
        decoding={isFirst ? "sync" : "async"}
        src={url}
        alt=""
        width={widthPx || undefined}
        height={heightPx || undefined}
        style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
        onError={() => setFailed(url)}
      />
    </span>
  );
}
