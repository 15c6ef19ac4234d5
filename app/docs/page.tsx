import { Masthead } from "@/components/layout/masthead";
import { Chapters } from "@/components/reference/chapters";
import { Contents } from "@/components/reference/contents";
import { Group } from "@/components/reference/group";
import styles from "@/components/reference/reference.module.css";
import { recordsOf, shapesOf } from "@/components/reference/schema";
import { Records, Refusals } from "@/components/reference/tables";
import { groups } from "@/contract/guide";
import { openApiDocument } from "@/contract/openapi";
import { cn } from "@/lib/cn";

export const metadata = { title: "API reference" };

export default function Docs() {
  const document = openApiDocument();
  const shapes = shapesOf(document);
  return (
    <>
      <Masthead />
      <div className={styles.frame}>
        <Contents />
        <main id="content" tabIndex={-1} className={cn("prose", styles.reference)}>
          <Chapters version={document.info.version} />
          {Object.keys(groups).map((tag) => (
            <Group key={tag} tag={tag} shapes={shapes} />
          ))}
          <Records records={recordsOf(document)} />
          <Refusals />
        </main>
      </div>
    </>
  );
}
