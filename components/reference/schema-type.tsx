import type { Schema } from "./schema";

const formats: Record<string, string> = { "date-time": "date-time", email: "email address", uuid: "id" };
const formatNumber = (value: number) => value.toLocaleString("en");

/** Describes the type of a schema, with links to records. */
export function SchemaType({ schema }: { schema: Schema }) {
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
