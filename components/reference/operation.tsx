import { Snippet } from "@/components/ui/snippet";
import { TextWithCode } from "@/components/ui/text";
import { type Endpoint, endpointErrors, filePath } from "@/contract/endpoint";
import { apiErrors } from "@/contract/errors";
import { accessSummary } from "@/contract/guide";
import { curlCommand } from "./curl";
import styles from "./reference.module.css";
import type { OperationSchemas, Parameter, Schema } from "./schema";

/** Documents one endpoint, with an example. */
export function Operation({ name, endpoint, schemas }: { name: string; endpoint: Endpoint; schemas: OperationSchemas }) {
  const { method, path, summary, description, aliases, csv } = endpoint;
  return (
    <article id={name} aria-labelledby={`${name}-title`} className={styles.operation}>
      <div>
        <h3 id={`${name}-title`}>
          <a href={`#${name}`}>{summary}</a>
        </h3>
        <p className={styles.path}>
          <code translate="no">
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
              <code translate="no">{aliases.map((alias) => `${alias.method} ${alias.path}`).join(", ")}</code>.
            </>
          )}
          {csv && (
            <>
              {" As a file: "}
              <code translate="no">
                {method} {filePath(path)}?format=csv
              </code>
              .
            </>
          )}
        </p>
        <RequestFields schemas={schemas} />
        <h4>Response</h4>
        <SchemaFields schema={schemas.data} />
        {schemas.beside && (
          <>
            <p>
              Beside <code translate="no">data</code>:
            </p>
            <SchemaFields schema={schemas.beside} />
          </>
        )}
        <ErrorList endpoint={endpoint} />
      </div>
      <div className={styles.examples}>
        <Snippet label="Request" text={curlCommand(endpoint)} copy />
        <Snippet label="Response" text={exampleResponse(endpoint)} />
      </div>
    </article>
  );
}

/** The example of a response, as it is sent. */
const exampleResponse = ({ html, eventStream, example: { reply, beside } }: Endpoint): string =>
  html || eventStream ? String(reply) : JSON.stringify({ success: true, data: reply, ...beside }, null, 2);

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
          <SchemaFields schema={body} showRequired />
        </>
      )}
    </>
  );
}

/** The fields of an object, or the type of anything else. */
function SchemaFields({ schema, showRequired = false }: { schema: Schema; showRequired?: boolean }) {
  if (schema.properties) return <Fields schema={schema} showRequired={showRequired} />;
  return (
    <p className={styles.type}>
      <SchemaType schema={schema} />
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
                <code translate="no">{name}</code> <span className={styles.type}>{apiErrors[name].status}</span>
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
              <code translate="no">{name}</code>
            </a>
          </span>
        ))}
        .
      </p>
    </>
  );
}

type Field = { name: string; schema: Schema; required: boolean; description?: string };

/** Lists the fields of an object schema. */
export function Fields({ schema, showRequired = false }: { schema: Schema; showRequired?: boolean }) {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: schema.required?.includes(name) ?? false,
  }));
  return <FieldList fields={fields} showRequired={showRequired} />;
}

/** Lists path or query parameters. */
function Parameters({ parameters, showRequired = false }: { parameters: readonly Parameter[]; showRequired?: boolean }) {
  return (
    <FieldList
      fields={parameters.map(({ name, schema, required = false, description }) => ({ name, schema, required, description }))}
      showRequired={showRequired}
    />
  );
}

function FieldList({ fields, showRequired }: { fields: readonly Field[]; showRequired: boolean }) {
  return (
    <dl className={styles.fields}>
      {fields.map(({ name, schema, required, description = schema.description }) => (
        <div key={name}>
          <dt>
            <code translate="no">{name}</code>{" "}
            <span className={styles.type}>
              <SchemaType schema={schema} />
            </span>
            {showRequired && required && <span className={styles.required}> required</span>}
          </dt>
          {description && (
            <dd>
              <TextWithCode text={description} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

const formats: Record<string, string> = { "date-time": "date-time", email: "email address", uuid: "id" };
const formatNumber = (value: number) => value.toLocaleString("en");

/** Describes the type of a schema, with links to records. */
function SchemaType({ schema }: { schema: Schema }) {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1);
    return <a href={`#${name}`}>{name}</a>;
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    return alternatives.map((alternative, index) => (
      <span key={JSON.stringify(alternative)}>
        {index > 0 && " or "}
        <SchemaType schema={alternative} />
      </span>
    ));
  }
  if (schema.type === "array") {
    return (
      <>
        list of <SchemaType schema={schema.items ?? {}} />
        {schema.maxItems !== undefined && `, at most ${formatNumber(schema.maxItems)}`}
      </>
    );
  }
  return typeLabel(schema);
}

function typeLabel({ type: types, format, enum: values, const: constant, minimum, maximum, maxLength, properties }: Schema): string {
  const [type, ...others] = [types].flat();
  if (others.length > 0) return [type, ...others].join(" or ");
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return values.join(" | ");
  if (format !== undefined && format in formats) return formats[format] ?? format;
  if (type === "string") return maxLength === undefined ? "string" : `string, at most ${formatNumber(maxLength)} characters`;
  if (type === "integer" && minimum !== undefined)
    return `integer, ${formatNumber(minimum)}${maximum === undefined ? " or more" : ` to ${formatNumber(maximum)}`}`;
  if (type === "object" && properties) return `object { ${Object.keys(properties).join(", ")} }`;
  return type ?? "any value";
}
