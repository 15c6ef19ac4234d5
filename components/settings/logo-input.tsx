"use client";

import { useRef } from "react";
import { Logo } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { useField } from "@/components/ui/field";
import { updateProjectEndpoint, maxLogoLength } from "@/contract/project";
import { pageBackgrounds } from "@/lib/brand";

type LogoInputProps = {
  /** The project's name, whose initials stand where there is no logo. */
  name: string;
  value: string | null;
  onChange: (logo: string | null) => void;
  onInvalid: (message: string) => void;
};

const types = "image/png,image/jpeg,image/webp,image/svg+xml";

/** A picture's data URL. What is far too large is not read. */
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

/** A picture from this machine, shown on what pages stand on in each theme. */
export function LogoInput({ name, value, onChange, onInvalid }: LogoInputProps) {
  const picker = useRef<HTMLInputElement>(null);
  const field = useField();
  const words = value === null ? "Choose a picture" : "Choose another";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Preview name={name} logo={value} />
      <div className="flex gap-2">
        <input
          ref={picker}
          type="file"
          accept={types}
          hidden
          onChange={({ target }) => {
            void chooseLogo(target.files?.[0], { onChange, onInvalid });
            // So that the same file can be chosen again once it was mended.
            target.value = "";
          }}
        />
        <Button
          variant="outline"
          id={field?.id}
          aria-label={`${words}, logo`}
          aria-describedby={field?.["aria-describedby"]}
          onClick={() => picker.current?.click()}
        >
          {words}
        </Button>
        {value !== null && (
          <Button variant="ghost" aria-label="Remove the logo" onClick={() => onChange(null)}>
            Remove
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
