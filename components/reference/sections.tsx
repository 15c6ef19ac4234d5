import type { ReactNode } from "react";
import { TextWithCode } from "@/components/ui/text";
import { changelog } from "@/contract/changelog";
import { isRetryable } from "@/contract/error-body";
import { apiErrors, type ErrorName } from "@/contract/errors";
import { guide, guides, resources } from "@/contract/guide";
import { routes } from "@/lib/routes";
import { guideSection, resourcePath } from "./contents";
import { LinkGroups } from "./link-groups";
import { ErrorTable } from "./operation";
import { getReference, resourceEndpoints } from "./reference";
import styles from "./reference.module.css";
import { Setup } from "./sample";
import { sampleVariables } from "./samples/request";

function Section({ id, title, className, children }: { id: string; title: string; className?: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={className}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

/** The introduction: setup and the rules that apply to all endpoints. */
export function Guide({ version, origin }: { version: string; origin: string }) {
  return (
    <div className={styles.guide}>
      <h1>API reference</h1>
      <p className={styles.quiet}>
        Version {version} (<a href="#changelog">changelog</a>). New here? Start with{" "}
        <a href={routes.guide("gate-a-sign-up")}>{guides["gate-a-sign-up"]}</a>.
      </p>
      <Section id="get-started" title="Get started">
        <p>
          Set these variables in your shell. The examples of the guides use both. Those of this reference have the URL of this server, and
          use only the key, so you can paste each one as is.
        </p>
        <Setup text={`export ${sampleVariables.baseUrl}=${origin}/api\nexport ${sampleVariables.key}=sk_…`} origin={origin} />
      </Section>
      <Downloads />
      <Section id="guides" title="Guides">
        <ul className={styles.guides}>
          {guideSection.entries.map(({ href, title }) => (
            <li key={href}>
              <a href={href}>{title}</a>
            </li>
          ))}
        </ul>
      </Section>
      {guide.map(({ id, title, paragraphs }) => (
        <Section key={id} id={id} title={title}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>
              <TextWithCode text={paragraph} />
            </p>
          ))}
        </Section>
      ))}
    </div>
  );
}

const Downloads = () => (
  <Section id="downloads" title="Downloads">
    <ul className={styles.downloads}>
      <li>
        <a href="/api/openapi.json" download="gatehouse-openapi.json">
          OpenAPI 3.1
        </a>{" "}
        of all endpoints
      </li>
      <li>
        <a href="/api/openapi-keys.json" download="gatehouse-openapi-keys.json">
          OpenAPI 3.1
        </a>{" "}
        of what API keys can do
      </li>
      <li>
        <a href={routes.postmanCollection} download="">
          Postman collection
        </a>{" "}
        of what API keys can do
      </li>
      <li>
        <a href={routes.guideList}>llms.txt</a> with the guides in Markdown
      </li>
    </ul>
    <p>
      Bruno and Insomnia import the collection and the OpenAPI documents. The collection has the URL of this server. Set its variables{" "}
      <code translate="no">secretKey</code> and <code translate="no">publicKey</code>.
    </p>
  </Section>
);

/** Every resource with its calls, and every record. */
export function Resources({ language }: { language: string | undefined }) {
  const groups = [
    ...resources.map((resource) => ({
      id: resource.id,
      title: resource.title,
      path: resourcePath(resource.id, language),
      items: resourceEndpoints(resource).map(([id, { summary, method, path }]) => ({ id, title: summary, call: `${method} ${path}` })),
    })),
    {
      id: "records",
      title: "Records",
      path: routes.docsRecords,
      items: getReference().records.map(([name]) => ({ id: name, title: name })),
    },
  ];
  return (
    <Section id="resources" title="Resources" className={styles.group}>
      <LinkGroups groups={groups} />
    </Section>
  );
}

/** Every error with its status and message. */
export function Errors() {
  const errors = Object.entries(apiErrors).map(([name, { status, message }]) => ({
    name,
    status,
    message: isRetryable(name as ErrorName) ? `${message} You can retry the request.` : message,
  }));
  return (
    <Section id="errors" title="Errors" className={styles.group}>
      <p>Error names are stable. Messages can be more specific than the ones listed here.</p>
      <ErrorTable errors={errors} />
    </Section>
  );
}

/** What changed in each version of the API. */
export function Changelog() {
  return (
    <Section id="changelog" title="Changelog" className={styles.group}>
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
    </Section>
  );
}
