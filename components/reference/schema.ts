import type { OpenApiDocument } from "@/contract/openapi";

/** The parts of a JSON schema that the reference shows. */
type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
};

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };

type Operation = {
  operationId: string;
  parameters?: readonly (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: { "200": { content: { "application/json"?: { schema: Schema }; "text/html"?: unknown; "text/event-stream"?: unknown } } };
};

/** The parts of the name of a type: text, and records to link to. */
export type TypeName = readonly (string | { record: string })[];

export type Field = { name: string; type: TypeName; isRequired?: true; description?: string };

/** The fields of an object, or the type of anything else. */
export type Shape = { fields: Field[] } | { type: TypeName };

/** What a request takes and a response returns. `beside` is what is beside `data`. */
export type OperationShapes = { path: Field[]; query: Field[]; body?: Shape; data: Shape; beside?: Shape };

/** Returns what every operation takes and returns, by operation ID. */
export function shapesByOperation(document: OpenApiDocument): ReadonlyMap<string, OperationShapes> {
  const operations = Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods as Record<string, Operation>));
  return new Map(
    operations.map(({ operationId, parameters = [], requestBody, responses }) => {
      const list = parameters.filter((parameter): parameter is Parameter => "name" in parameter);
      const body = requestBody && Object.values(requestBody.content)[0]?.schema;
      const beside = fieldsBeside(responses["200"].content);
      return [
        operationId,
        {
          // A path always has all of its parameters.
          path: list.filter((parameter) => parameter.in === "path").map((parameter) => parameterField({ ...parameter, required: false })),
          query: list.filter((parameter) => parameter.in === "query").map(parameterField),
          ...(body && { body: toShape(body) }),
          data: toShape(responseData(responses["200"].content)),
          ...(beside && { beside: toShape(beside) }),
        },
      ];
    }),
  );
}

function responseData(content: Operation["responses"]["200"]["content"]): Schema {
  if (content["text/event-stream"]) return { type: "Server-sent events" };
  if (content["text/html"]) return { type: "HTML page" };
  return withoutRequired(content["application/json"]?.schema.properties?.data ?? {});
}

/** Returns the fields beside `data`, apart from those of every list, if there are some. */
function fieldsBeside(content: Operation["responses"]["200"]["content"]): Schema | undefined {
  const { success: _, data: __, nextCursor: ___, ...properties } = content["application/json"]?.schema.properties ?? {};
  return Object.keys(properties).length > 0 ? { properties } : undefined;
}

/** Responses have all of their fields. */
const withoutRequired = ({ required: _, ...schema }: Schema): Schema => schema;

/** Returns the fields of every record, by its name. */
export function recordFields(document: OpenApiDocument): [string, Field[]][] {
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>);
  return schemas.filter(([name]) => !name.endsWith("Error")).map(([name, schema]) => [name, objectFields(withoutRequired(schema))]);
}

const toShape = (schema: Schema): Shape => (schema.properties ? { fields: objectFields(schema) } : { type: typeName(schema) });

const objectFields = ({ properties = {}, required = [] }: Schema): Field[] =>
  Object.entries(properties).map(([name, schema]) => parameterField({ name, schema, required: required.includes(name) }));

const parameterField = ({ name, schema, required, description = schema.description }: Omit<Parameter, "in">): Field => ({
  name,
  type: typeName(schema),
  ...(required && { isRequired: true }),
  ...(description && { description }),
});

const formats: Record<string, string> = { "date-time": "date-time", email: "email address", uuid: "id" };
const formatNumber = (value: number) => value.toLocaleString("en");

/** Describes the type of a schema, with the records that it links to. */
function typeName(schema: Schema): TypeName {
  if (schema.$ref) return [{ record: schema.$ref.split("/").at(-1) ?? "" }];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.flatMap((alternative, index) => [...(index > 0 ? [" or "] : []), ...typeName(alternative)]);
  if (schema.type === "array")
    return [
      "list of ",
      ...typeName(schema.items ?? {}),
      ...(schema.maxItems === undefined ? [] : [`, at most ${formatNumber(schema.maxItems)}`]),
    ];
  return [typeLabel(schema)];
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
