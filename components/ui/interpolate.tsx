import { Fragment, type ReactNode } from "react";

/** Fills the `{name}` placeholders of a sentence with elements, so that the sentence stays whole in `labels.ts`. */
export function Interpolate({ text, values }: { text: string; values: Readonly<Record<string, ReactNode>> }) {
  return text.split(/\{(\w+)\}/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    <Fragment key={index}>{index % 2 === 1 ? values[part] : part}</Fragment>
  ));
}
