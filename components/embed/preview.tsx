"use client";

import { useColorScheme } from "@/components/ui/use-color-scheme";
import { type EmbedOptions, frameUrl, frameHeight, previewUrl } from "./snippets";

/** The form as visitors get it. It is the real one. */
export function Preview({ chosen, publicKey }: { chosen: EmbedOptions; publicKey: string }) {
  const theme = useColorScheme();
  const shown =
    chosen.method === "script"
      ? previewUrl(chosen, { key: publicKey, theme: theme ?? "light" })
      : frameUrl({ ...chosen, theme: chosen.theme === "system" ? (theme ?? "light") : chosen.theme });
  return (
    <figure className="grid content-start gap-2">
      <figcaption className="font-medium text-[13px]">Preview</figcaption>
      <div className="rounded-lg border bg-background p-4">
        {theme !== null && <iframe key={shown} src={shown} title="Preview" height={frameHeight(chosen)} className="block w-full" />}
      </div>
      <p className="text-[13px] text-muted-foreground">It is the real form: what you send with it is kept.</p>
    </figure>
  );
}
