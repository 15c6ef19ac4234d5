import { guide, tagDescriptions } from "@/contract/guide";
import { endpoints } from "@/contract/index";
import styles from "./reference.module.css";

type Entry = { id: string; title: string };

const sections: readonly { title: string; entries: readonly Entry[] }[] = [
  { title: "Guide", entries: [{ id: "get-started", title: "Get started" }, ...guide] },
  ...Object.keys(tagDescriptions).map((tag) => ({
    title: tag,
    entries: Object.entries(endpoints).flatMap(([id, endpoint]) => (endpoint.tag === tag ? [{ id, title: endpoint.summary }] : [])),
  })),
  {
    title: "Reference",
    entries: [
      { id: "records", title: "Records" },
      { id: "errors", title: "Errors" },
    ],
  },
];

/** The table of contents: a sidebar on wide screens, collapsed above the page on narrow ones. */
export function TableOfContents() {
  return (
    <>
      <nav className={styles.sidebar} aria-label="Contents">
        <ContentLinks />
      </nav>
      <details className={styles.collapsed}>
        <summary>Contents</summary>
        <nav aria-label="Contents (collapsed)">
          <ContentLinks />
        </nav>
      </details>
    </>
  );
}

function ContentLinks() {
  return sections.map(({ title, entries }) => (
    <section key={title}>
      <p>{title}</p>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <a href={`#${entry.id}`}>{entry.title}</a>
          </li>
        ))}
      </ul>
    </section>
  ));
}
