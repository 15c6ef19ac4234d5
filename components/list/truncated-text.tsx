import { cn } from "@/lib/cn";

type TruncatedTextProps = { text: string; mono?: boolean; className?: string };

/** A text that is truncated to its container, with the full text in the title. `dir="auto"` truncates right-to-left text at its own end. */
export function TruncatedText({ text, mono = false, className }: TruncatedTextProps) {
  return (
    <span dir="auto" title={text} className={cn("block truncate text-left", mono && "font-mono text-[13px]", className)}>
      {text}
    </span>
  );
}
