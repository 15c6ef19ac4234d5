/** The part of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: (string | number | null)[];
  const?: string | number | boolean | null;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  description?: string;
};

/** The types of a client: schemas by the names of their types. */
export type TypeNames = {
  schemas: Map<string, Schema>;
  /** The name of the type of a schema. */
  find(schema: Schema): string | undefined;
};

/** The text of what decides the type of a schema. Schemas with equal texts have the same type, and their fields the same descriptions. */
export function schemaKey({
  $ref,
  type,
  enum: values,
  const: constant,
  anyOf,
  oneOf,
  allOf,
  properties,
  required,
  additionalProperties,
  items,
}: Schema): string {
  const each = (schemas?: Schema[]) => schemas?.map(describedKey);
  return JSON.stringify([
    $ref,
    type,
    values,
    constant,
    each(anyOf),
    each(oneOf),
    each(allOf),
    properties && Object.entries(properties).map(([name, property]) => [name, describedKey(property)]),
    required?.toSorted(),
    typeof additionalProperties === "object" && describedKey(additionalProperties),
    items && describedKey(items),
  ]);
}

const describedKey = (schema: Schema): string => `${schema.description ?? ""} ${schemaKey(schema)}`;

/** The schemas directly inside of a schema, with what they are called there. The name of items is `[]`. */
export function children(schema: Schema): [name: string, child: Schema][] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  return [
    ...Object.entries(properties),
    ...[...anyOf, ...oneOf, ...allOf].map((each): [string, Schema] => ["", each]),
    ...(items ? [["[]", items] as [string, Schema]] : []),
    ...(typeof additionalProperties === "object" ? [["", additionalProperties] as [string, Schema]] : []),
  ];
}

const refName = (ref: string): string => ref.replace("#/components/schemas/", "");

/** Prints the type of a schema. `indent` is the indentation of the line that it starts on. */
export function printType(schema: Schema, names: TypeNames, indent = "", isNamed = false): string {
  const { $ref, enum: values, anyOf, oneOf, allOf, type } = schema;
  if ($ref) return names.find({ $ref }) ?? refName($ref);
  if (!isNamed) {
    const name = names.find(schema);
    if (name) return name;
  }
  if ("const" in schema) return JSON.stringify(schema.const);
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  const options = anyOf ?? oneOf;
  if (options) return [...new Set(options.map((each) => printType(each, names, indent)))].join(" | ");
  if (allOf) return allOf.map((each) => printType(each, names, indent)).join(" & ");
  if (Array.isArray(type)) return type.map((each) => printType({ ...schema, type: each }, names, indent)).join(" | ");
  switch (type) {
    case undefined:
      return "unknown";
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return printArray(printType(schema.items ?? {}, names, indent));
    case "object":
      return printObject(schema, names, indent);
    default:
      throw new Error(`Schemas of the type ${type} have no type yet`);
  }
}

const printArray = (item: string): string => (/^[\w.]+$/.test(item) ? `${item}[]` : `Array<${item}>`);

function printObject(schema: Schema, names: TypeNames, indent: string): string {
  const { properties = {}, additionalProperties } = schema;
  const hasRest = typeof additionalProperties === "object";
  const rest = hasRest ? `Record<string, ${printType(additionalProperties, names, indent)}>` : "Record<string, never>";
  if (Object.keys(properties).length === 0) return rest;
  const bases = findBases(schema, names);
  return [...bases, printFields(schema, names, indent, bases), ...(hasRest ? [rest] : [])].join(" & ");
}

/** Prints the fields of an object that `bases` don't have. */
function printFields({ properties = {}, required = [] }: Schema, names: TypeNames, indent: string, bases: readonly string[]): string {
  const inherited = new Set(bases.flatMap((base) => Object.keys(names.schemas.get(base)?.properties ?? {})));
  const lines = Object.entries(properties)
    .filter(([name]) => !inherited.has(name))
    .flatMap(([name, property]) => [
      ...printComment(property.description, `${indent}  `),
      `${indent}  ${/^[\w$]+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${printType(property, names, `${indent}  `)};`,
    ]);
  return ["{", ...lines, `${indent}}`].join("\n");
}

/** Returns the largest types whose fields an object has, besides others. */
function findBases({ properties = {}, required = [] }: Schema, names: TypeNames, self?: string): string[] {
  const isSame = (field: string, value: Schema, needed: string[]) => {
    const own = properties[field];
    return own && describedKey(own) === describedKey(value) && required.includes(field) === needed.includes(field);
  };
  const candidates = [...names.schemas].filter(([name, { properties: fields = {}, required: needed = [], additionalProperties }]) => {
    const count = Object.keys(fields).length;
    const isSmaller = name !== self && count >= 3 && count < Object.keys(properties).length && typeof additionalProperties !== "object";
    return isSmaller && Object.entries(fields).every(([field, value]) => isSame(field, value, needed));
  });
  const covered = new Set<string>();
  return candidates
    .map(([name, { properties: fields = {} }]) => ({ name, fields: Object.keys(fields) }))
    .sort((a, b) => b.fields.length - a.fields.length)
    .flatMap(({ name, fields }) => {
      if (fields.some((field) => covered.has(field))) return [];
      for (const field of fields) covered.add(field);
      return [name];
    });
}

/** Prints a named type. */
export function printNamedType(name: string, schema: Schema, names: TypeNames): string {
  const comment = printComment(schema.description, "");
  if (schema.type === "object" && schema.properties && typeof schema.additionalProperties !== "object") {
    const bases = findBases(schema, names, name);
    return [
      ...comment,
      `export interface ${name}${bases.length > 0 ? ` extends ${bases.join(", ")}` : ""} ${printFields(schema, names, "", bases)}`,
    ].join("\n");
  }
  return [...comment, `export type ${name} = ${printType(schema, names, "", true)};`].join("\n");
}

const maxLine = 140;

/** Prints a comment, in one line if it fits. */
export function printComment(text: string | undefined, indent: string): string[] {
  if (!text) return [];
  const safe = text.replaceAll("*/", "*\\/");
  if (!safe.includes("\n") && indent.length + safe.length + 7 <= maxLine) return [`${indent}/** ${safe} */`];
  return [
    `${indent}/**`,
    ...safe
      .split("\n")
      .flatMap((line) => wrap(line, maxLine - indent.length - 3))
      .map((line) => `${indent} * ${line}`.trimEnd()),
    `${indent} */`,
  ];
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

/** Breaks unions that are longer than a line. */
export const breakUnions = (text: string): string =>
  text.replace(
    /^( *)((?:export type \w+ =|"?[\w.]+"?\??:)) ([^{}<>\n]* \| [^{}<>\n]*;)$/gm,
    (line: string, indent: string, start: string, union: string) => {
      if (line.length <= maxLine) return line;
      // Lines break only before a `|`.
      const options = union.split(" | ").map((option) => `|\u00a0${option}`);
      const lines = wrap(options.join(" "), maxLine - indent.length - 2).map((each) => `${indent}  ${each.replaceAll("\u00a0", " ")}`);
      return [`${indent}${start}`, ...lines].join("\n");
    },
  );
