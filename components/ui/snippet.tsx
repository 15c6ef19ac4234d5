import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";
import styles from "./snippet.module.css";

/** A code example with a label and an optional copy button. `caption` is shown instead of the label. */
export function Snippet({
  label,
  caption = label,
  text,
  copy = false,
}: {
  label: string;
  caption?: ReactNode;
  text: string;
  copy?: boolean;
}) {
  return (
    <figure className={styles.snippet}>
      <figcaption>
        {caption}
        {copy && <CopyButton text={text} label={label} />}
      </figcaption>
      <pre translate="no">
        <code translate="no">{text}</code>
      </pre>
    </figure>
  );
}
