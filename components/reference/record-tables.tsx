import { TextWithCode } from "@/components/ui/text-with-code";
import { apiErrors } from "@/contract/errors";
import { Fields } from "./fields";
import styles from "./reference.module.css";
import type { Schema } from "./schema";

/** The records that responses contain. */
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

/** Every error with its status and message. */
export function ErrorTable() {
  return (
    <section id="errors" aria-labelledby="errors-title" className={styles.group}>
      <h2 id="errors-title">Errors</h2>
      <p>Error names are stable. Messages can be more specific than the ones listed here.</p>
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
