import { guide, guides, resources } from "@/contract/guide";
import { routes } from "@/lib/routes";
import { languageParameter } from "./languages";
import { resourceEndpoints } from "./reference";
import styles from "./reference.module.css";
import type { ContentSection } from "./table-of-contents";

/** The guides, as a section of a table of contents. */
export const guideSection: ContentSection = {
  title: "Guides",
  entries: Object.entries(guides).map(([name, title]) => ({ href: routes.guide(name), title })),
};

/** The sections of the overview. */
const overviewSections = [
  { id: "get-started", title: "Get started" },
  { id: "downloads", title: "Downloads" },
  { id: "guides", title: "Guides" },
  ...guide,
  { id: "resources", title: "Resources" },
  { id: "errors", title: "Errors" },
  { id: "changelog", title: "Changelog" },
];

/** Returns the path of a resource. Without JavaScript, the language of the samples is only in the URL, so links keep what it has. */
export const resourcePath = (id: string, language: string | undefined): string =>
  `${routes.docsResource(id)}${language ? `?${languageParameter}=${language}` : ""}`;

/** The contents of the API reference, with the calls of the current resource. `language` is what the URL has. */
export function referenceContents(current: string, language?: string): ContentSection[] {
  return [
    {
      title: "API reference",
      entries: [
        {
          href: routes.docs,
          title: "Introduction",
          isCurrent: current === routes.docs,
          entries: current === routes.docs ? overviewSections.map(({ id, title }) => ({ href: `#${id}`, title })) : [],
        },
        { href: routes.docsRecords, title: "Records", isCurrent: current === routes.docsRecords },
      ],
    },
    {
      title: "Resources",
      entries: resources.map((resource) => {
        const { id, title } = resource;
        const isCurrent = current === routes.docsResource(id);
        const calls = isCurrent ? resourceEndpoints(resource) : [];
        return {
          href: resourcePath(id, language),
          title,
          isCurrent,
          entries: calls.map(([name, endpoint]) => ({ href: `#${name}`, title: endpoint.summary })),
        };
      }),
    },
    guideSection,
  ];
}

/** Links to the resources before and after this one. */
export function Neighbors({ id, language }: { id: string; language: string | undefined }) {
  const index = resources.findIndex((resource) => resource.id === id);
  const [previous, next] = [resources[index - 1], resources[index + 1]];
  return (
    <nav className={styles.neighbors} aria-label="Previous and next">
      {previous && (
        <a href={resourcePath(previous.id, language)} rel="prev">
          <span>Previous</span> {previous.title}
        </a>
      )}
      {next && (
        <a href={resourcePath(next.id, language)} rel="next">
          <span>Next</span> {next.title}
        </a>
      )}
    </nav>
  );
}
