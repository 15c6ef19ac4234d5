"use client";

import { useRef } from "react";
import { Logo } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { useField } from "@/components/ui/field";
import { maxLogoLength, updateProjectEndpoint } from "@/contract/project";
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

/** Reads an image as a data URL. Files over the limit aren't read; an oversized placeholder makes validation fail instead. */
async function readAsDataUrl(file: File): Promise<string> {
  if (file.size > maxLogoLength) return "x".repeat(maxLogoLength + 1);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

async function chooseLogo(file: File | undefined, { onChange, onInvalid }: Pick<LogoInputProps, "onChange" | "onInvalid">): Promise<void> {
  if (!file) return;
  const { success, data, error } = updateProjectEndpoint.body.shape.logo.safeParse(await readAsDataUrl(file).catch(() => ""));
  if (success) onChange(data ?? null);
  else onInvalid(error.issues[0]?.message ?? "");
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
