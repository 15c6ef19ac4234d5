import { Fragment, type ReactNode } from "react";
import { parseLinkedText } from "@/contract/linked-text";
import { cn } from "@/lib/cn";
import { sanitizeName } from "@/lib/sanitize-name";

/** Fills the `{name}` placeholders of a sentence with elements, so that the sentence stays whole in `labels.ts`. Their direction doesn't change its own. */
export function Interpolate({ text, values }: { text: string; values: Readonly<Record<string, ReactNode>> }) {
  return text.split(/\{(\w+)\}/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    <Fragment key={index}>{index % 2 === 1 ? <bdi>{values[part]}</bdi> : part}</Fragment>
  ));
}

/** Text in which backticks mark code. */
export function TextWithCode({ text }: { text: string }) {
  return text.split("`").map((part, index) => {
    if (index % 2 === 0) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move
      <code key={index} translate="no">
        {part}
      </code>
    );
  });
}

/** Text with values, such as an email, which no browser translates. Their direction doesn't change that of the text. */
export function TextWithValues({ text, values }: { text: string; values: readonly string[] }): ReactNode {
  const [value, ...others] = values;
  if (!value) return text;
  return text.split(value).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    <Fragment key={index}>
      {index > 0 && <bdi translate="no">{value}</bdi>}
      <TextWithValues text={part} values={others} />
    </Fragment>
  ));
}

/** A sentence in which the names in quotation marks don't change its direction. */
export function Sentence({ text }: { text: string }): ReactNode {
  const parts = sanitizeName(text).split(/(?<=“)([^”]+)(?=”)/);
  if (parts.length === 1) return parts[0];
  // Browsers that translate move texts, so another sentence is another element.
  return (
    <span key={text}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
        <Fragment key={index}>{index % 2 === 1 ? <bdi>{part}</bdi> : part}</Fragment>
      ))}
    </span>
  );
}

/** Text with Markdown links, which open in a new tab. */
export function LinkedText({ text }: { text: string }) {
  return parseLinkedText(text).map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <a key={index} href={part.url} target="_blank" rel="noopener noreferrer" className="text-link underline underline-offset-3">
        {part.text}
      </a>
    ),
  );
}

/** A key of the keyboard. */
export function Kbd({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <kbd
      translate="no"
      className={cn(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-sm border bg-muted px-1 font-sans text-2xs text-muted-foreground",
        className,
      )}
    >
      {children}
    </kbd>
  );
}

type TruncatedTextProps = { text: string; mono?: boolean };

/** A text that is truncated to its container, with the full text in the title. `dir="auto"` truncates right-to-left text at its own end. */
export function TruncatedText({ text, mono = false }: TruncatedTextProps) {
  return (
    <span
      dir="auto"
      translate={mono ? "no" : undefined}
      title={text}
      className={cn("block truncate text-left", mono && "font-mono text-2sm")}
    >
      {text}
    </span>
  );
}

/** A name that wraps, so that two names that begin alike don't look the same. The full name is also in the title. */
export function WrappedName({ text, mono = false }: TruncatedTextProps) {
  return (
    <span
      dir="auto"
      translate={mono ? "no" : undefined}
      title={text}
      className={cn("wrap-anywhere line-clamp-4 whitespace-normal py-1 text-left", mono && "font-mono text-2sm")}
    >
      {text}
    </span>
  );
}
