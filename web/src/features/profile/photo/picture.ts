import { PHOTO_INVALID, PHOTO_TOO_LARGE, PROFILE_IMAGE_MAX_BYTES } from "@/core/limits";

/** Edge of the uploaded square in pixels; the server scales it. */
const EDGE_PX = 640;
/** From 0 to 1. Higher values add size without visible quality. */
const JPEG_QUALITY = 0.9;

export interface DecodedPicture {
  name: string;
  /** Object URL of the file. */
  url: string;
  bitmap: ImageBitmap;
}

/** Rectangle of an image, in its pixels. */
export interface CropRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the validation error of a file, by its type and size. */
export function photoFileError({ type, size }: Pick<File, "type" | "size">): string | undefined {
  // Some systems report no type for newer image formats, so try to decode those.
  const isPicture = type === "" || (type.startsWith("image/") && !type.startsWith("image/svg"));
  if (!isPicture || size === 0) return PHOTO_INVALID;
  return size >= PROFILE_IMAGE_MAX_BYTES ? PHOTO_TOO_LARGE : undefined;
}

/** Decodes an image file. Throws an error with a user-facing message if the browser cannot decode it. */
export async function openPicture(file: File): Promise<DecodedPicture> {
  const problem = photoFileError(file);
  if (problem !== undefined) throw new Error(problem);
  try {
    return { name: file.name, bitmap: await createImageBitmap(file), url: URL.createObjectURL(file) };
  } catch {
    throw new Error(PHOTO_INVALID);
  }
}

export function closePicture({ bitmap, url }: DecodedPicture): void {
  bitmap.close();
  URL.revokeObjectURL(url);
}

export function centeredSquare({ bitmap: { width, height } }: { bitmap: { width: number; height: number } }): CropRect {
  const edge = Math.min(width, height);
  return { x: (width - edge) / 2, y: (height - edge) / 2, width: edge, height: edge };
}

/** Crops an image to a JPEG with a white background. Never enlarges it. */
export async function cropToJpeg(picture: DecodedPicture, part: CropRect): Promise<File> {
  const edge = Math.max(1, Math.min(EDGE_PX, Math.round(part.width)));
  const canvas = document.createElement("canvas");
  canvas.width = edge;
  canvas.height = edge;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't show the picture. Close other tabs and try again.");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, edge, edge);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture.bitmap, part.x, part.y, part.width, part.height, 0, 0, edge, edge);
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY));
  if (!jpeg) throw new Error("This browser can't convert this picture. Choose another one.");
  return new File([jpeg], `${picture.name.replace(/\.[^.]*$/, "") || "photo"}.jpg`, { type: "image/jpeg" });
}
