import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { routes } from "@/lib/routes";
import styles from "./layout.module.css";
import { pageLabels, SkipLink } from "./page";

const { siteHeader: labels } = pageLabels;

/** The header of pages outside the dashboard. */
export function SiteHeader() {
  return (
    <header className={styles.masthead}>
      <SkipLink />
      {/* Not a Link: the home page is no page of Next.js. */}
      <a href={routes.home} className={styles.name}>
        <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
          <path fill="currentColor" d="M4 28V14a12 12 0 0 1 24 0v14h-6V14a6 6 0 0 0-12 0v14z" />
          <circle fill="currentColor" cx="16" cy="20" r="3" />
        </svg>
        {labels.name}
      </a>
      <nav aria-label={labels.nav}>
        <Link href={routes.overview}>{labels.dashboard}</Link>
      </nav>
    </header>
  );
}

/** A page with a single message. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className={cn("prose", styles.notice)}>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
