import { Snippet } from "@/components/ui/snippet";
import { TextWithCode } from "@/components/ui/text-with-code";
import { type Endpoint, endpointErrors } from "@/contract/endpoint";
import { apiErrors } from "@/contract/errors";
import { accessSummary } from "@/contract/guide";
import { curlCommand } from "./curl";
import { Fields, Parameters } from "./fields";
import styles from "./reference.module.css";
import type { OperationSchemas } from "./schema";
import { SchemaType } from "./schema-type";

/** Documents one endpoint, with an example. */
export function Operation({ name, endpoint, schemas }: { name: string; endpoint: Endpoint; schemas: OperationSchemas }) {
  const { method, path, summary, description, aliases, example } = endpoint;
  return (
    <article id={name} aria-labelledby={`${name}-title`} className={styles.operation}>
      <div>
        <h3 id={`${name}-title`}>
          <a href={`#${name}`}>{summary}</a>
        </h3>
        <p className={styles.path}>
          <code>
            <b>{method}</b> {path}
          </code>
        </p>
        {description && (
          <p>
            <TextWithCode text={description} />
          </p>
        )}
        <p className={styles.quiet}>
          <TextWithCode text={accessSummary(endpoint)} />
          {aliases && (
            <>
              {" Also available as "}
              <code>{aliases.map((alias) => `${alias.method} ${alias.path}`).join(", ")}</code>.
            </>
          )}
        </p>
        <RequestFields schemas={schemas} />
        <h4>Response</h4>
        <ResponseFields data={schemas.data} />
        <ErrorList endpoint={endpoint} />
      </div>
      <div className={styles.examples}>
        <Snippet label="Request" text={curlCommand(endpoint)} copy />
        <Snippet
          label="Response"
          text={endpoint.html ? String(example.reply) : JSON.stringify({ success: true, data: example.reply }, null, 2)}
        />
      </div>
    </article>
  );
}

function RequestFields({ schemas: { path, query, body } }: { schemas: OperationSchemas }) {
  return (
    <>
      {path.length > 0 && (
        <>
          <h4>Path</h4>
          <Parameters parameters={path} />
        </>
      )}
      {query.length > 0 && (
        <>
          <h4>Query</h4>
          <Parameters parameters={query} showRequired />
        </>
      )}
      {body && (
        <>
          <h4>Body</h4>
          <Fields schema={body} showRequired />
        </>
      )}
    </>
  );
}

function ResponseFields({ data }: { data: OperationSchemas["data"] }) {
  if (data.properties) return <Fields schema={data} />;
  return (
    <p className={styles.type}>
      <SchemaType schema={data} />
    </p>
  );
}

function ErrorList({ endpoint }: { endpoint: Endpoint }) {
  const commonErrors = endpointErrors(endpoint).filter((name) => !endpoint.errors.includes(name));
  return (
    <>
      <h4>Errors</h4>
      {endpoint.errors.length > 0 && (
        <dl className={styles.fields}>
          {endpoint.errors.map((name) => (
            <div key={name}>
              <dt>
                <code>{name}</code> <span className={styles.type}>{apiErrors[name].status}</span>
              </dt>
              <dd>
                <TextWithCode text={apiErrors[name].message} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.quiet}>
        {"Common errors: "}
        {commonErrors.map((name, index) => (
          <span key={name}>
            {index > 0 && ", "}
            <a href={`#${name}`}>
              <code>{name}</code>
            </a>
          </span>
        ))}
        .
      </p>
    </>
  );
}
