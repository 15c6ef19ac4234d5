import { headers } from "next/headers";
import { SiteHeader } from "@/components/layout/site-header";
import styles from "@/components/reference/reference.module.css";
import { recordSchemas, schemasByOperation } from "@/components/reference/schema";
import { Changelog, ErrorTable, Group, Guide, RecordTable, referenceSections, TableOfContents } from "@/components/reference/sections";
import { tagDescriptions } from "@/contract/guide";
import { openApiDocument } from "@/contract/openapi";
import { cn } from "@/lib/cn";
import { env } from "@/lib/env";
import { requestOrigin } from "@/lib/request-origin";

export const metadata = { title: "API reference" };

export default async function Docs() {
  const origin = requestOrigin(await headers(), env().APP_URL);
  const document = openApiDocument();
  const schemas = schemasByOperation(document);
  return (
    <>
      <SiteHeader />
      <div className={styles.frame}>
        <TableOfContents sections={referenceSections} />
        <main id="content" tabIndex={-1} className={cn("prose", styles.reference)}>
          <Guide version={document.info.version} origin={origin} />
          {Object.keys(tagDescriptions).map((tag) => (
            <Group key={tag} tag={tag} schemas={schemas} />
          ))}
          <RecordTable records={recordSchemas(document)} />
          <ErrorTable />
          <Changelog />
        </main>
      </div>
    </>
  );
}
