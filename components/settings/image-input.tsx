"use client";

import type { ReactNode } from "react";
import { Button, FileButton } from "@/components/ui/button";
import { useField } from "@/components/ui/field";
import { maxLogoLength, maxSocialImageLength, socialImageSize } from "@/contract/project";
import { settingsLabels } from "./labels";

const { image: labels } = settingsLabels;

/** A kind of image: its names, and the data URLs to try, best first, until one isn't too long. */
type ImageKind = {
  labels: { choose: string; replace: string; remove: string };
  maxLength: number;
  draw: (image: HTMLImageElement, isVector: boolean) => string[];
};

type ImageInputProps = {
  kind: ImageKind;
  hasImage: boolean;
  /** Gets the image as a data URL, or null if it's removed. */
  onChange: (image: string | null) => void;
  onInvalid: (message: string) => void;
  /** Shows the image. */
  children: ReactNode;
};

const acceptedTypes = "image/png,image/jpeg,image/webp,image/svg+xml";

/** The maximum size of a file, in bytes. Larger ones could exhaust the memory of a phone. */
const maxFileSize = 20 * 1024 * 1024;

async function chooseImage(file: File, { kind, onChange, onInvalid }: Omit<ImageInputProps, "children">): Promise<void> {
  if (file.size > maxFileSize) return onInvalid(labels.tooLarge(maxFileSize / 1024 / 1024));
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const dataUrl = kind.draw(image, file.type === "image/svg+xml").find(({ length }) => length <= kind.maxLength);
    if (dataUrl === undefined) onInvalid(labels.unreadable);
    else onChange(dataUrl);
  } catch {
    onInvalid(labels.unreadable);
  } finally {
    URL.revokeObjectURL(url);
  }
}

type Box = { x: number; y: number; width: number; height: number };

function drawImage(image: HTMLImageElement, canvasSize: { width: number; height: number }, { x, y, width, height }: Box) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(canvasSize.width));
  canvas.height = Math.max(1, Math.round(canvasSize.height));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser can't draw images");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, x, y, width, height);
  return canvas;
}

// SVG images can have no size of their own.
const imageSize = ({ naturalWidth, naturalHeight }: HTMLImageElement, fallback: number) => ({
  width: naturalWidth || fallback,
  height: naturalHeight || fallback,
});

/** Draws an image that fits into a square: lossless first. Vector images fill the square. */
function drawLogo(image: HTMLImageElement, side: number, isVector: boolean): string[] {
  const { width, height } = imageSize(image, side);
  const scale = Math.min(side / width, side / height, isVector ? Number.POSITIVE_INFINITY : 1);
  const size = { width: width * scale, height: height * scale };
  const canvas = drawImage(image, size, { x: 0, y: 0, ...size });
  return [canvas.toDataURL("image/png"), canvas.toDataURL("image/webp", 0.9)];
}

/** Draws the middle of an image at the size that social networks show. */
function drawSocialImage(image: HTMLImageElement): string[] {
  const { width, height } = imageSize(image, socialImageSize.width);
  const scale = Math.max(socialImageSize.width / width, socialImageSize.height / height);
  const box = { width: width * scale, height: height * scale };
  const offset = { x: (socialImageSize.width - box.width) / 2, y: (socialImageSize.height - box.height) / 2 };
  const canvas = drawImage(image, socialImageSize, { ...offset, ...box });
  // JPEG has no transparency: it would become black.
  const context = canvas.getContext("2d");
  if (context) {
    context.globalCompositeOperation = "destination-over";
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  return [0.9, 0.8, 0.65, 0.5, 0.3].map((quality) => canvas.toDataURL("image/jpeg", quality));
}

export const imageKinds = {
  logo: {
    labels: settingsLabels.logo,
    maxLength: maxLogoLength,
    // A photo as PNG can exceed the limit at the first size, in browsers that can't save WebP.
    draw: (image, isVector) => [256, 128].flatMap((side) => drawLogo(image, side, isVector)),
  },
  social: { labels: settingsLabels.socialImage, maxLength: maxSocialImageLength, draw: drawSocialImage },
} satisfies Record<string, ImageKind>;

/** Chooses or removes an image. */
export function ImageInput({ children, ...input }: ImageInputProps) {
  const { kind, hasImage, onChange } = input;
  const field = useField();

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      {children}
      <div className="flex gap-2">
        <FileButton
          accept={acceptedTypes}
          onFile={(file) => void chooseImage(file, input)}
          variant="outline"
          id={field?.id}
          aria-describedby={field?.["aria-describedby"]}
        >
          {hasImage ? kind.labels.replace : kind.labels.choose}
        </FileButton>
        {hasImage && (
          <Button variant="ghost" aria-label={kind.labels.remove} onClick={() => onChange(null)}>
            {labels.remove}
          </Button>
        )}
      </div>
    </div>
  );
}
