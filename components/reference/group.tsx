import { tagDescriptions } from "@/contract/guide";
import { endpoints } from "@/contract/index";
import { Operation } from "./operation";
import styles from "./reference.module.css";
import type { Shapes } from "./schema";

/** The endpoints of one group. */
export function Group({ tag, shapes }: { tag: string; shapes: ReadonlyMap<string, Shapes> }) {
  const id = tag.toLowerCase();
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.group}>
      <h2 id={`${id}-title`}>{tag}</h2>
      <p>{tagDescriptions[tag]}</p>
      {Object.entries(endpoints).map(([name, endpoint]) => {
        const operationShapes = shapes.get(name);
        return endpoint.tag === tag && operationShapes && <Operation key={name} name={name} endpoint={endpoint} shapes={operationShapes} />;
      })}
    </section>
  );
}
