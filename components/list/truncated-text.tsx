import { cn } from "@/lib/cn";

type TruncatedTextProps = { text: string; mono?: boolean; className?: string };

/** A text that is cut where its place ends, and whole in the title. One that is written from the right keeps to itself, and is cut at its own end. */
export function TruncatedText({ text, mono = false, className }: TruncatedTextProps) {
  return (
    <span dir="auto" title={text} className={cn("block truncate text-left", mono && "font-mono text-[13px]", className)}>
      {text}
    </span>
  );
}
