import { CopyButton } from "./copy-button";

/** A text with a copy button, such as an API key. */
export function CopyableText({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex items-start gap-1 rounded-lg border bg-sunken py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 break-all py-1 font-mono text-[13px]">{text}</code>
      <CopyButton text={text} label={label} icon />
    </div>
  );
}
