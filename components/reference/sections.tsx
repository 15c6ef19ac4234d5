import { TextWithCode } from "@/components/ui/text";
import { changelog } from "@/contract/changelog";
import { isRetryable } from "@/contract/customer-messages";
import { apiErrors } from "@/contract/errors";
import { guide, tagDescriptions } from "@/contract/guide";
import { endpoints } from "@/contract/index";
import { Fields, Operation } from "./operation";
import styles from "./reference.module.css";
import type { OperationSchemas, Schema } from "./schema";
import { ShellSetup } from "./shell-setup";

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
      { id: "changelog", title: "Changelog" },
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

/** The introduction: setup and the rules that apply to all endpoints. */
export function Guide({ version, origin }: { version: string; origin: string }) {
  return (
    <div className={styles.guide}>
      <h1>API reference</h1>
      <p className={styles.quiet}>
        Version {version} (<a href="#changelog">changelog</a>). Also available as an <a href="/api/openapi.json">OpenAPI document</a>, or as
        one of <a href="/api/openapi-keys.json">what API keys can do</a>.
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
              <code>{name}</code> <span className={styles.type}>{status}</span>
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
