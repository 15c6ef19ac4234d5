import { TextWithCode } from "@/components/ui/text-with-code";
import styles from "./reference.module.css";
import type { Parameter, Schema } from "./schema";
import { SchemaType } from "./schema-type";

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
export function Parameters({ parameters, showRequired = false }: { parameters: readonly Parameter[]; showRequired?: boolean }) {
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
            <code>{name}</code>{" "}
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
