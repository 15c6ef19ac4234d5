import { tagDescriptions, guide } from "@/contract/guide";
import { endpoints } from "@/contract/index";
import styles from "./reference.module.css";

type Entry = { id: string; title: string };

const sections: readonly { title: string; entries: readonly Entry[] }[] = [
  { title: "Guide", entries: [{ id: "begin", title: "Begin" }, ...guide] },
  ...Object.keys(tagDescriptions).map((tag) => ({
    title: tag,
    entries: Object.entries(endpoints).flatMap(([id, endpoint]) => (endpoint.tag === tag ? [{ id, title: endpoint.summary }] : [])),
  })),
  {
    title: "Tables",
    entries: [
      { id: "records", title: "Records" },
      { id: "refusals", title: "Refusals" },
    ],
  },
];

/** What is on the page: beside it where there is room, folded above it where there is not. */
export function TableOfContents() {
  return (
    <>
      <nav className={styles.aside} aria-label="Contents">
        <ContentLinks />
      </nav>
      <details className={styles.folded}>
        <summary>Contents</summary>
        <nav aria-label="Contents, folded">
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
