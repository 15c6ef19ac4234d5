"use client";

import { useRef } from "react";
import { Logo } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { useField } from "@/components/ui/field";
import { maxLogoLength } from "@/contract/project";
import { pageBackgrounds } from "@/lib/brand";
import { settingsLabels } from "./labels";

const { logo: labels } = settingsLabels;

type LogoInputProps = {
  /** The project's name. Its initials are shown without a logo. */
  name: string;
  value: string | null;
  onChange: (logo: string | null) => void;
  onInvalid: (message: string) => void;
};

const acceptedTypes = "image/png,image/jpeg,image/webp,image/svg+xml";

/** The maximum size of a file, in bytes. Larger ones could exhaust the memory of a phone. */
const maxFileSize = 20 * 1024 * 1024;

/** The sides to try, in pixels. A photo as PNG can exceed the limit at the first one, in browsers that can't save WebP. */
const sides = [256, 128] as const;

async function chooseLogo(file: File | undefined, { onChange, onInvalid }: Pick<LogoInputProps, "onChange" | "onInvalid">): Promise<void> {
  if (!file) return;
  if (file.size > maxFileSize) return onInvalid(labels.tooLarge(maxFileSize / 1024 / 1024));
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const isVector = file.type === "image/svg+xml";
    onChange(sides.flatMap((side) => drawImage(image, side, isVector)).find(({ length }) => length <= maxLogoLength) ?? null);
  } catch {
    onInvalid(labels.unreadable);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Draws an image that fits into a square, and returns it as data URLs: lossless first. Vector images fill the square. */
function drawImage(image: HTMLImageElement, side: number, isVector: boolean): string[] {
  // SVG images can have no size of their own.
  const width = image.naturalWidth || side;
  const height = image.naturalHeight || side;
  const scale = Math.min(side / width, side / height, isVector ? Number.POSITIVE_INFINITY : 1);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser can't draw images");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return [canvas.toDataURL("image/png"), canvas.toDataURL("image/webp", 0.9)];
}

/** Uploads a logo and previews it in each theme. */
export function LogoInput({ name, value, onChange, onInvalid }: LogoInputProps) {
  const picker = useRef<HTMLInputElement>(null);
  const field = useField();

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Preview name={name} logo={value} />
      <div className="flex gap-2">
        <input
          ref={picker}
          type="file"
          accept={acceptedTypes}
          hidden
          onChange={({ target }) => {
            void chooseLogo(target.files?.[0], { onChange, onInvalid });
            // Lets the same file be chosen again after it was changed.
            target.value = "";
          }}
        />
        <Button variant="outline" id={field?.id} aria-describedby={field?.["aria-describedby"]} onClick={() => picker.current?.click()}>
          {value === null ? labels.choose : labels.replace}
        </Button>
        {value !== null && (
          <Button variant="ghost" aria-label={labels.removeLabel} onClick={() => onChange(null)}>
            {labels.remove}
          </Button>
        )}
      </div>
    </div>
  );
}

function Preview({ name, logo }: { name: string; logo: string | null }) {
  return (
    <div aria-hidden="true" className="flex gap-2">
      {(["light", "dark"] as const).map((theme) => (
        <div key={theme} style={{ background: pageBackgrounds[theme] }} className="grid size-14 place-items-center rounded-lg border">
          <Logo project={{ name, logo }} className="size-8" />
        </div>
      ))}
    </div>
  );
}
