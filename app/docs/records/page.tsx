import { referenceContents } from "@/components/reference/contents";
import { DocsPage } from "@/components/reference/docs-page";
import { FieldList } from "@/components/reference/operation";
import { getReference } from "@/components/reference/reference";
import styles from "@/components/reference/reference.module.css";
import { routes } from "@/lib/routes";

export const metadata = { title: "Records · API reference" };

/** The records that responses contain. */
export default function Records() {
  return (
    <DocsPage contents={referenceContents(routes.docsRecords)}>
      <h1>Records</h1>
      <div className={styles.records}>
        {getReference().records.map(([name, fields]) => (
          <article key={name} id={name} aria-labelledby={`${name}-title`}>
            <h2 id={`${name}-title`}>
              <a href={`#${name}`}>{name}</a>
            </h2>
            <FieldList fields={fields} />
          </article>
        ))}
      </div>
    </DocsPage>
  );
}
