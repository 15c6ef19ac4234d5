import { TextWithCode } from "@/components/ui/text-with-code";
import { Snippet } from "@/components/ui/snippet";
import { type Endpoint, endpointErrors } from "@/contract/endpoint";
import { apiErrors } from "@/contract/errors";
import { accessSummary } from "@/contract/guide";
import { curlCommand } from "./curl";
import { Fields, Parameters } from "./fields";
import styles from "./reference.module.css";
import type { Shapes } from "./schema";
import { SchemaType } from "./schema-type";

/** One endpoint: what it does, takes, answers and refuses, beside an example. */
export function Operation({ name, endpoint, shapes }: { name: string; endpoint: Endpoint; shapes: Shapes }) {
  const { method, path, summary, description, aliases, example } = endpoint;
  return (
    <article id={name} aria-labelledby={`${name}-title`} className={styles.operation}>
      <div>
        <h3 id={`${name}-title`}>
          <a href={`#${name}`}>{summary}</a>
        </h3>
        <p className={styles.address}>
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
              {" Older clients call it at "}
              <code>{aliases.map((alias) => `${alias.method} ${alias.path}`).join(", ")}</code>.
            </>
          )}
        </p>
        <RequestFields shapes={shapes} />
        <h4>Answer</h4>
        <ResponseFields data={shapes.data} />
        <ErrorList endpoint={endpoint} />
      </div>
      <div className={styles.examples}>
        <Snippet label="Request" text={curlCommand(endpoint)} copy />
        <Snippet
          label="Answer"
          text={endpoint.html ? String(example.reply) : JSON.stringify({ success: true, data: example.reply }, null, 2)}
        />
      </div>
    </article>
  );
}

function RequestFields({ shapes: { path, query, body } }: { shapes: Shapes }) {
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

function ResponseFields({ data }: { data: Shapes["data"] }) {
  if (data.properties) return <Fields schema={data} />;
  return (
    <p className={styles.type}>
      <SchemaType schema={data} />
    </p>
  );
}

function ErrorList({ endpoint }: { endpoint: Endpoint }) {
  const common = endpointErrors(endpoint).filter((name) => !endpoint.errors.includes(name));
  return (
    <>
      <h4>Refusals</h4>
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
        {endpoint.errors.length > 0 ? "Also " : ""}
        {common.map((name, index) => (
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
