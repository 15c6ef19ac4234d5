import { tagDescriptions } from "@/contract/guide";
import { endpoints } from "@/contract/index";
import { Operation } from "./operation";
import styles from "./reference.module.css";
import type { OperationSchemas } from "./schema";

/** The endpoints with one tag. */
export function Group({ tag, schemas }: { tag: string; schemas: ReadonlyMap<string, OperationSchemas> }) {
  const id = tag.toLowerCase();
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.group}>
      <h2 id={`${id}-title`}>{tag}</h2>
      <p>{tagDescriptions[tag]}</p>
      {Object.entries(endpoints).map(([name, endpoint]) => {
        const operation = schemas.get(name);
        return endpoint.tag === tag && operation && <Operation key={name} name={name} endpoint={endpoint} schemas={operation} />;
      })}
    </section>
  );
}
