import { TextWithCode } from "@/components/ui/text-with-code";
import { apiErrors } from "@/contract/errors";
import { Fields } from "./fields";
import styles from "./reference.module.css";
import type { Schema } from "./schema";

/** The records that answers are made of. */
export function RecordTable({ records }: { records: readonly [string, Schema][] }) {
  return (
    <section id="records" aria-labelledby="records-title" className={styles.group}>
      <h2 id="records-title">Records</h2>
      <div className={styles.records}>
        {records.map(([name, schema]) => (
          <article key={name} id={name} aria-labelledby={`${name}-title`}>
            <h3 id={`${name}-title`}>
              <a href={`#${name}`}>{name}</a>
            </h3>
            <Fields schema={schema} />
          </article>
        ))}
      </div>
    </section>
  );
}

/** Every refusal with its status and its sentence. */
export function ErrorTable() {
  return (
    <section id="refusals" aria-labelledby="refusals-title" className={styles.group}>
      <h2 id="refusals-title">Refusals</h2>
      <p>Everything the service says no with. Some answers have a more exact sentence than the one here; the name is always the same.</p>
      <dl className={`${styles.fields} ${styles.columns}`}>
        {Object.entries(apiErrors).map(([name, { status, message }]) => (
          <div key={name} id={name}>
            <dt>
              <code>{name}</code> <span className={styles.type}>{status}</span>
            </dt>
            <dd>
              <TextWithCode text={message} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
