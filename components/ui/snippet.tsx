import { CopyButton } from "./copy-button";
import styles from "./snippet.module.css";

/** Text for a machine, with its label and, for what people take elsewhere, a button that copies it. */
export function Snippet({ label, text, copy = false }: { label: string; text: string; copy?: boolean }) {
  return (
    <figure className={styles.snippet}>
      <figcaption>
        {label}
        {copy && <CopyButton text={text} label={label} />}
      </figcaption>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
