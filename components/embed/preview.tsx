"use client";

import { useColorScheme } from "@/components/ui/use-color-scheme";
import { labels } from "./labels";
import { type EmbedOptions, frameHeight, frameUrl, previewUrl } from "./snippets";

const copy = labels.form;

/** The real form, as visitors see it. */
export function Preview({ options, publicKey }: { options: EmbedOptions; publicKey: string }) {
  const theme = useColorScheme();
  const url =
    options.method === "script"
      ? previewUrl(options, { key: publicKey, theme: theme ?? "light" })
      : frameUrl({ ...options, theme: options.theme === "system" ? (theme ?? "light") : options.theme });
  return (
    <figure className="grid content-start gap-2">
      <figcaption className="font-medium text-[13px]">{copy.preview}</figcaption>
      <div className="rounded-lg border bg-background p-4">
        {theme !== null && <iframe key={url} src={url} title={copy.preview} height={frameHeight(options)} className="block w-full" />}
      </div>
      <p className="text-[13px] text-muted-foreground">{copy.previewHint}</p>
    </figure>
  );
}
