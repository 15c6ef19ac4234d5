import { TextWithCode } from "@/components/ui/text";
import { changelog } from "@/contract/changelog";
import { isRetryable } from "@/contract/error-body";
import { apiErrors } from "@/contract/errors";
import { guide, guides, tagDescriptions } from "@/contract/guide";
import { endpoints } from "@/contract/index";
import { routes } from "@/lib/routes";
import { Fields, Operation } from "./operation";
import styles from "./reference.module.css";
import type { OperationSchemas, Schema } from "./schema";
import { ShellSetup } from "./shell-setup";

export type ContentSection = { title: string; entries: readonly { href: string; title: string }[] };

/** The guides, as a section of a table of contents. */
export const guideSection: ContentSection = {
  title: "Guides",
  entries: Object.entries(guides).map(([name, title]) => ({ href: routes.guide(name), title })),
};

const inPage = (title: string, entries: readonly { id: string; title: string }[]): ContentSection => ({
  title,
  entries: entries.map((entry) => ({ href: `#${entry.id}`, title: entry.title })),
});

/** The contents of the API reference, after the guides. */
export const referenceSections: readonly ContentSection[] = [
  guideSection,
  inPage("API", [{ id: "get-started", title: "Get started" }, ...guide]),
  ...Object.keys(tagDescriptions).map((tag) =>
    inPage(
      tag,
      Object.entries(endpoints).flatMap(([id, endpoint]) => (endpoint.tag === tag ? [{ id, title: endpoint.summary }] : [])),
    ),
  ),
  inPage("Reference", [
    { id: "records", title: "Records" },
    { id: "errors", title: "Errors" },
    { id: "changelog", title: "Changelog" },
  ]),
];

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
      <ul>
        {entries.map((entry) => (
          <li key={entry.href}>
            <a href={entry.href}>{entry.title}</a>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** The introduction: setup and the rules that apply to all endpoints. */
export function Guide({ version, origin }: { version: string; origin: string }) {
  return (
    <div className={styles.guide}>
      <h1>API reference</h1>
      <p className={styles.quiet}>
        Version {version} (<a href="#changelog">changelog</a>). Also available as an <a href="/api/openapi.json">OpenAPI document</a>, or as
        one of <a href="/api/openapi-keys.json">what API keys can do</a>. New here? Start with{" "}
        <a href={routes.guide("gate-a-sign-up")}>{guides["gate-a-sign-up"]}</a>.
      </p>
      <section id="get-started" aria-labelledby="get-started-title">
        <h2 id="get-started-title">Get started</h2>
        <p>Set these variables in your shell. The examples use them, so you can paste each one as is.</p>
        <ShellSetup origin={origin} />
      </section>
      {guide.map(({ id, title, paragraphs }) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>
              <TextWithCode text={paragraph} />
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}

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

/** The records that responses contain. */
export function RecordTable({ records }: { records: readonly [string, Schema][] }) {
  return (
    <section id="records" aria-labelledby="records-title" className={styles.group}>
      <h2 id="records-title">Records</h2>
      <div className={styles.records}>
        {records.map(([name, schema]) => (
          <article key={name} id={name} aria-labelledby={`${name}-title`}>
            <h3 id={`${name}-title`}>
              <a href={`#${name}`}>{name}</a>
            </h3>
            <Fields schema={schema} />
          </article>
        ))}
      </div>
    </section>
  );
}

/** Every error with its status and message. */
export function ErrorTable() {
  return (
    <section id="errors" aria-labelledby="errors-title" className={styles.group}>
      <h2 id="errors-title">Errors</h2>
      <p>Error names are stable. Messages can be more specific than the ones listed here.</p>
      <dl className={`${styles.fields} ${styles.columns}`}>
        {Object.entries(apiErrors).map(([name, { status, message }]) => (
          <div key={name} id={name}>
            <dt>
              <code translate="no">{name}</code> <span className={styles.type}>{status}</span>
            </dt>
            <dd>
              <TextWithCode text={message} />
              {isRetryable(name) && " You can retry the request."}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What changed in each version of the API. */
export function Changelog() {
  return (
    <section id="changelog" aria-labelledby="changelog-title" className={styles.group}>
      <h2 id="changelog-title">Changelog</h2>
      {changelog.map(({ version, date, changes }) => (
        <section key={version} aria-labelledby={`version-${version}`}>
          <h3 id={`version-${version}`}>
            {version} <span className={styles.type}>{date}</span>
          </h3>
          <ul>
            {changes.map((change) => (
              <li key={change}>
                <TextWithCode text={change} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
