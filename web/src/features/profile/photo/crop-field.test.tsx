import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubResizeObserver } from "@/ui/testing";
import { CropField } from "./crop-field";

const cropper = vi.hoisted(() => ({ props: {} as Record<string, never>, focus: vi.fn() }));
vi.mock("react-easy-crop", () => ({
  default: (props: {
    cropperProps: object;
    mediaProps: { alt: string };
    image: string;
    setCropperRef: (ref: object) => void;
  }) => {
    cropper.props = props as never;
    props.setCropperRef({ current: { focus: cropper.focus } });
    return (
      <div {...props.cropperProps}>
        <img src={props.image} alt={props.mediaProps.alt} />
      </div>
    );
  },
}));

const part = { x: 1, y: 2, width: 3, height: 3 };
beforeEach(() => {
  stubResizeObserver();
  cropper.focus.mockReset();
});
afterEach(cleanup);

function show() {
  const onCrop = vi.fn();
  render(<CropField picture={{ name: "me.png", url: "/me.png" } as never} onCrop={onCrop} />);
  return onCrop;
}
const does = (name: string, ...given: unknown[]) =>
  act(async () => (cropper.props[name] as unknown as (...given: unknown[]) => void)(...given));

test("the picture and its part have names, and the part is a circle", () => {
  show();
  expect(screen.getByRole("img", { name: "Your picture: me.png" }).getAttribute("src")).toBe("/me.png");
  expect(
    screen.getByRole("group", { name: "Part of the picture that is shown. Move it with the arrow keys." }),
  ).toBeDefined();
  expect(cropper.props).toMatchObject({
    aspect: 1,
    cropShape: "round",
    objectFit: "cover",
    showGrid: false,
    disableAutomaticStylesInjection: true,
    zoom: 1,
  });
});

test("a moved picture reports its part, and takes the focus only at first", async () => {
  const onCrop = show();
  await does("onCropAreaChange", { x: 0 }, part);
  await does("onCropAreaChange", { x: 0 }, { ...part, x: 9 });
  expect(onCrop.mock.calls).toEqual([[part], [{ ...part, x: 9 }]]);
  expect(cropper.focus).toHaveBeenCalledTimes(1);
  await does("onCropChange", { x: 5, y: 6 });
  expect(cropper.props.crop).toEqual({ x: 5, y: 6 });
});

test("the slider zooms, and follows zooming with the wheel", async () => {
  show();
  const slider = screen.getByRole("slider", { name: "Zoom" });
  expect([slider.getAttribute("aria-valuetext"), slider.getAttribute("aria-valuemin")]).toEqual(["100 percent", "1"]);
  await act(async () => void fireEvent.keyDown(slider, { key: "ArrowRight" }));
  expect(cropper.props.zoom).toBeCloseTo(1.1);
  await does("onZoomChange", 2);
  expect(slider.getAttribute("aria-valuetext")).toBe("200 percent");
  expect(slider.getAttribute("aria-valuemax")).toBe(`${cropper.props.maxZoom}`);
});
