import type { Schema } from "./schema";

const formats: Record<string, string> = { "date-time": "date-time", email: "e-mail address", uuid: "id" };
const number = (value: number) => value.toLocaleString("en");

/** A schema's type in words, with a link to the record where it is one. */
export function TypeOf({ schema }: { schema: Schema }) {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1);
    return <a href={`#${name}`}>{name}</a>;
  }
  const either = schema.anyOf ?? schema.oneOf;
  if (either) {
    return either.map((one, index) => (
      <span key={JSON.stringify(one)}>
        {index > 0 && " or "}
        <TypeOf schema={one} />
      </span>
    ));
  }
  if (schema.type === "array") {
    return (
      <>
        list of <TypeOf schema={schema.items ?? {}} />
        {schema.maxItems !== undefined && `, at most ${number(schema.maxItems)}`}
      </>
    );
  }
  return wordsOf(schema);
}

function wordsOf({ type: types, format, enum: values, const: only, minimum, maximum, maxLength, properties }: Schema): string {
  const [type, ...others] = [types].flat();
  if (others.length > 0) return [type, ...others].join(" or ");
  if (only !== undefined) return JSON.stringify(only);
  if (values) return values.join(" | ");
  if (format !== undefined && format in formats) return formats[format] ?? format;
  if (type === "string") return maxLength === undefined ? "string" : `string, at most ${number(maxLength)} characters`;
  if (type === "integer" && minimum !== undefined)
    return `integer, ${number(minimum)}${maximum === undefined ? " or more" : ` to ${number(maximum)}`}`;
  if (type === "object" && properties) return `object { ${Object.keys(properties).join(", ")} }`;
  return type ?? "any value";
}
