import { expect, test } from "vitest";
import { PROFILE_IMAGE_MAX_BYTES } from "@/core/limits";
import { centeredSquare, photoFileError } from "./picture";

const INVALID = "Please select a valid image file";

test("S5.pe.2 a photo must be an image, and not in a format that can contain scripts", () => {
  for (const type of ["application/pdf", "text/html", "image/svg+xml", "video/mp4"]) {
    expect(photoFileError({ type, size: 9 }), type).toBe(INVALID);
  }
  expect(photoFileError({ type: "image/png", size: 0 })).toBe(INVALID);
  for (const type of ["image/jpeg", "image/avif", "image/heic", ""]) {
    expect(photoFileError({ type, size: 9 }), type).toBeUndefined();
  }
});

test("S5.pe.3 a photo must be smaller than 5 MB", () => {
  expect(photoFileError({ type: "image/jpeg", size: PROFILE_IMAGE_MAX_BYTES })).toBe(
    "Image size must be less than 5MB",
  );
  expect(photoFileError({ type: "image/jpeg", size: PROFILE_IMAGE_MAX_BYTES - 1 })).toBeUndefined();
});

test("the default crop of an image is its largest centred square", () => {
  expect(centeredSquare({ bitmap: { width: 600, height: 300 } })).toEqual({ x: 150, y: 0, width: 300, height: 300 });
  expect(centeredSquare({ bitmap: { width: 30, height: 90 } })).toEqual({ x: 0, y: 30, width: 30, height: 30 });
});
