import type { ReactNode } from "react";
import { SiteHeader } from "@/components/layout/site-header";
import { cn } from "@/lib/cn";
import styles from "./reference.module.css";
import { type ContentSection, TableOfContents } from "./table-of-contents";

/** A page of the docs with its table of contents. */
export function DocsPage({
  contents,
  className,
  children,
}: {
  contents: readonly ContentSection[];
  className?: string;
  children: ReactNode;
}) {
  return (
    <>
      <SiteHeader />
      <div className={styles.frame}>
        <TableOfContents sections={contents} />
        <main id="content" tabIndex={-1} className={cn("prose", styles.reference, className)}>
          {children}
        </main>
      </div>
    </>
  );
}
