"use client";

import { Snippet } from "@/components/ui/snippet";
import { TextWithCode } from "@/components/ui/text";
import { routes } from "@/lib/routes";
import type { Language } from "./languages";
import type { OperationDocs } from "./reference";
import styles from "./reference.module.css";
import { Sample } from "./sample";
import type { Field, OperationShapes, Shape, TypeName } from "./schema";

// These components run in the browser, too, although they do nothing there: Next.js sends what a component gets, which is half of what it
// would send of each element.

type OperationProps = { docs: OperationDocs; sample: string; language: Language; origin: string };

/** Documents one endpoint, with an example. */
export function Operation({ docs, sample, language, origin }: OperationProps) {
  const { id, summary, method, path, description, access, aliases, file, shapes, errors, commonErrors, response } = docs;
  return (
    <article id={id} aria-labelledby={`${id}-title`} className={styles.operation}>
      <div>
        <h2 id={`${id}-title`}>
          <a href={`#${id}`}>{summary}</a>
        </h2>
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
          <TextWithCode text={access} />
          {aliases && (
            <>
              {" Also available as "}
              <code translate="no">{aliases}</code>.
            </>
          )}
          {file && (
            <>
              {" As a file: "}
              <code translate="no">{file}</code>.
            </>
          )}
        </p>
        <RequestFields shapes={shapes} />
        <h3>Response</h3>
        <ShapeFields shape={shapes.data} />
        {shapes.beside && (
          <>
            <p>
              Beside <code translate="no">data</code>:
            </p>
            <ShapeFields shape={shapes.beside} />
          </>
        )}
        <h3>Errors</h3>
        <ErrorList errors={errors} />
        <p className={styles.quiet}>
          {"Common errors: "}
          {commonErrors.map((name, index) => (
            <span key={name}>
              {index > 0 && ", "}
              <a href={`${routes.docs}#${name}`}>
                <code translate="no">{name}</code>
              </a>
            </span>
          ))}
          .
        </p>
      </div>
      <div className={styles.examples}>
        <Sample operation={id} text={sample} language={language} origin={origin} />
        <Snippet label="Response" text={response} />
      </div>
    </article>
  );
}

function RequestFields({ shapes: { path, query, body } }: { shapes: OperationShapes }) {
  return (
    <>
      {path.length > 0 && (
        <>
          <h3>Path</h3>
          <FieldList fields={path} />
        </>
      )}
      {query.length > 0 && (
        <>
          <h3>Query</h3>
          <FieldList fields={query} />
        </>
      )}
      {body && (
        <>
          <h3>Body</h3>
          <ShapeFields shape={body} />
        </>
      )}
    </>
  );
}

function ShapeFields({ shape }: { shape: Shape }) {
  if ("fields" in shape) return <FieldList fields={shape.fields} />;
  return (
    <p className={styles.type}>
      <Type name={shape.type} />
    </p>
  );
}

type Errors = OperationDocs["errors"];

function ErrorList({ errors }: { errors: Errors }) {
  return errors.length > 0 && <dl className={styles.fields}>{errors.map(showError)}</dl>;
}

/** All errors, each with an anchor. */
export function ErrorTable({ errors }: { errors: Errors }) {
  return <dl className={`${styles.fields} ${styles.columns}`}>{errors.map((error) => showError({ ...error, id: error.name }))}</dl>;
}

const showError = ({ name, status, message, id }: Errors[number] & { id?: string }) => (
  <div key={name} id={id}>
    <dt>
      <code translate="no">{name}</code> <span className={styles.type}>{status}</span>
    </dt>
    <dd>
      <TextWithCode text={message} />
    </dd>
  </div>
);

/** Lists the fields of an object, or parameters. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
  return (
    <dl className={styles.fields}>
      {fields.map(({ name, type, isRequired, description }) => (
        <div key={name}>
          <dt>
            <code translate="no">{name}</code>{" "}
            <span className={styles.type}>
              <Type name={type} />
            </span>
            {isRequired && <span className={styles.required}> required</span>}
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

/** The name of a type, with links to records. */
function Type({ name }: { name: TypeName }) {
  return name.map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a type never move
      <a key={index} href={`${routes.docsRecords}#${part.record}`}>
        {part.record}
      </a>
    ),
  );
}
