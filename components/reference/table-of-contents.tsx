"use client";

import styles from "./reference.module.css";

type Entry = { href: string; title: string; isCurrent?: boolean; entries?: readonly Entry[] };
export type ContentSection = { title: string; entries: readonly Entry[] };

/** The table of contents: a sidebar on wide screens, collapsed above the page on narrow ones. */
export function TableOfContents({ sections }: { sections: readonly ContentSection[] }) {
  return (
    <>
      <nav className={styles.sidebar} aria-label="Contents">
        <ContentLinks sections={sections} />
      </nav>
      <details className={styles.collapsed}>
        <summary>Contents</summary>
        <nav aria-label="Contents (collapsed)">
          <ContentLinks sections={sections} />
        </nav>
      </details>
    </>
  );
}

function ContentLinks({ sections }: { sections: readonly ContentSection[] }) {
  return sections.map(({ title, entries }) => (
    <section key={title}>
      <p>{title}</p>
      <Entries entries={entries} />
    </section>
  ));
}

function Entries({ entries, className }: { entries: readonly Entry[]; className?: string }) {
  return (
    <ul className={className}>
      {entries.map(({ href, title, isCurrent, entries: nested = [] }) => (
        <li key={href}>
          <a href={href} aria-current={isCurrent ? "page" : undefined}>
            {title}
          </a>
          {nested.length > 0 && <Entries entries={nested} className={styles.nested} />}
        </li>
      ))}
    </ul>
  );
}
