import { CopyButton } from "./copy-button";
import styles from "./snippet.module.css";

/** A code example with a label and an optional copy button. */
export function Snippet({ label, text, copy = false }: { label: string; text: string; copy?: boolean }) {
  return (
    <figure className={styles.snippet}>
      <figcaption>
        {label}
        {copy && <CopyButton text={text} label={label} />}
      </figcaption>
      <pre translate="no">
        <code translate="no">{text}</code>
      </pre>
    </figure>
  );
}
