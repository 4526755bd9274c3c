import { type RefObject, useRef, useState } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { Slider } from "@/ui/form/slider";
import type { CropRect, DecodedPicture } from "./picture";

/** Distance of one arrow key, in CSS pixels; a fifth of it with Shift. */
const KEY_STEP_PX = 10;
const ZOOM_MAX = 4;

interface CropFieldProps {
  picture: DecodedPicture;
  /** Called with the selected square at first and after each change. */
  onCrop: (part: CropRect) => void;
}

/** Selects a square of an image by dragging, arrow keys, wheel, pinch and slider. */
export function CropField({ picture, onCrop }: CropFieldProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const square = useRef<RefObject<HTMLDivElement>>(undefined);
  const hasFocused = useRef(false);

  function cutChanged(part: CropRect) {
    onCrop(part);
    // Focus the crop area when it is first ready, so that the arrow keys work immediately.
    if (!hasFocused.current) square.current?.current?.focus();
    hasFocused.current = true;
  }

  return (
    <>
      <div className="photo-crop">
        <Cropper
          image={picture.url}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          aspect={1}
          cropShape="round"
          objectFit="cover"
          showGrid={false}
          keyboardStep={KEY_STEP_PX}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_share, part) => cutChanged(part)}
          disableAutomaticStylesInjection
          setCropperRef={(ref) => {
            square.current = ref;
          }}
          classes={{ cropAreaClassName: "photo-cut" }}
          mediaProps={{ alt: `Your picture: ${picture.name}` }}
          cropperProps={{
            role: "group",
            "aria-label": "Part of the picture that is shown. Move it with the arrow keys.",
          }}
        />
      </div>
      <div className="photo-zoom">
        <span aria-hidden="true">Zoom</span>
        <Slider
          label="Zoom"
          value={zoom}
          min={1}
          max={ZOOM_MAX}
          step={0.01}
          keyStep={0.1}
          valueText={(value) => `${Math.round(value * 100)} percent`}
          onChange={setZoom}
        />
      </div>
    </>
  );
}
