import { type ClientCall, clientCalls, singular } from "@/contract/client-calls";
import { apiErrors, type ErrorName } from "@/contract/errors";
import { openApiDocument } from "@/contract/openapi";
import { breakUnions, children, printComment, printNamedType, printType, type Schema, schemaKey, type TypeNames } from "./schema-types";

/** The folder of the generated files. */
export const generatedFolder = "sdk/src/generated";

const header = "// Generated from contract/ by `npm run openapi`.\n";

/** The names of types whose name in the OpenAPI document is that of something else in TypeScript. */
const renamed: Readonly<Record<string, string>> = { Error: "ErrorBody" };

/** The replies to one kind of key. The other kind doesn't get them. */
const publicReplies: readonly string[] = ["ClaimToken", "PublicSignUp"];
const secretReplies: readonly string[] = ["ClaimWithRecords", "Lead"];

/** Names of types that several calls share, instead of those that follow from where they are first. */
const sharedNames: Readonly<Record<string, string>> = {
  WebhookEvent: "EventType",
  CreateWaveInputFilter: "LeadFilters",
  SendCodeInputFilter: "LeadSelection",
  CreatePrintInputFilter: "CodeSelection",
  HoldCodeInputVisitor: "Visitor",
  PreviewSendResultWarningWarning: "SendWarning",
  PreviewSendResultBatch: "PreviewedBatch",
  PreviewSavedEmailsResultSkipped: "SkippedSavedEmail",
  GetWaitlistFunnelResultTotal: "FunnelCounts",
  GetAbuseProtectionResultGuesses: "AttemptCounts",
};

/** Enums with fewer characters are written where they are used. */
const minSharedEnum = 120;
/** Objects with fewer characters are written where they are used. */
const minSharedObject = 300;

/** Smaller inputs and results that are equal to another one are written again. */
const minAliased = 700;

type Parameter = { in: string; name: string; required?: boolean; description?: string; schema: Schema };
type OpenApiOperation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
};
type Document = { paths: Record<string, Record<string, OpenApiOperation>>; components: { schemas: Record<string, Schema> } };

const pascalCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What paged lists take besides their filters, as the client sends it. */
const pageDescriptions: Readonly<Record<string, string>> = {
  limit: "The maximum number of rows on a page, up to 1000. Defaults to 100.",
  count:
    "How `total` is counted. `exact` counts all matching rows. `capped` stops at 10,000, which is faster for large lists. Defaults to `capped`.",
};
const pageFields = ["limit", "cursor", "count"];
const fileFields = ["format", "columns", "header"];

type CallTypes = {
  call: ClientCall;
  body?: Schema;
  query?: Schema;
  rawType?: string;
  reply?: Schema;
  isPaged: boolean;
  hasBeside: boolean;
};

function readCall(document: Document, call: ClientCall): CallTypes {
  const operation = document.paths[call.path.replace(/:(\w+)/g, "{$1}")]?.[call.httpMethod.toLowerCase()];
  if (!operation) throw new Error(`${call.name} isn't in the OpenAPI document`);
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  const query: Schema | undefined =
    parameters.length === 0
      ? undefined
      : {
          type: "object",
          properties: Object.fromEntries(
            parameters.map(({ name, schema, description }) => [name, { ...schema, ...(description && { description }) }]),
          ),
          required: parameters.filter(({ required }) => required).map(({ name }) => name),
        };
  const content = operation.requestBody?.content ?? {};
  const rawType = Object.keys(content).find((type) => type !== "application/json");
  const properties = operation.responses["200"]?.content["application/json"]?.schema.properties ?? {};
  const isPaged = "nextCursor" in properties;
  if (isPaged)
    for (const [name, description] of Object.entries(pageDescriptions)) Object.assign(query?.properties?.[name] ?? {}, { description });
  const { success: _, nextCursor: __, ...fields } = properties;
  const hasBeside = !isPaged && Object.keys(fields).length > 1;
  return {
    call,
    ...(content["application/json"] && { body: content["application/json"].schema }),
    ...(query && { query }),
    ...(rawType && { rawType }),
    ...(!call.isFile && { reply: hasBeside ? { type: "object", properties: fields, required: Object.keys(fields) } : (fields.data ?? {}) }),
    isPaged,
    hasBeside,
  };
}

/** The names of the types of a call. */
const typeName = ({ operationId }: ClientCall, part: "Input" | "Query" | "Result"): string => `${pascalCase(operationId)}${part}`;

const itemOf = ({ reply, isPaged }: CallTypes): Schema => (isPaged ? (reply?.items ?? {}) : (reply ?? {}));

/** The reply without what only the other kind of key gets. */
function replyFor(audience: "public" | "secret", types: CallTypes): Schema {
  const schema = itemOf(types);
  if (!types.call.endpoint.access.includes("public_key")) return schema;
  const others = audience === "public" ? secretReplies : publicReplies;
  const options = (schema.anyOf ?? []).filter(({ $ref = "" }) => !others.includes($ref.split("/").at(-1) ?? ""));
  return options.length === 1 && options[0] ? options[0] : { anyOf: options };
}

const isInline = (schema: Schema): boolean => schema.type === "object" && Object.keys(schema.properties ?? {}).length > 0;

/** Names the types of all inputs and replies, and those of their parts that several have. */
function nameTypes(document: Document, calls: readonly CallTypes[]): TypeNames {
  const schemas = new Map<string, Schema>();
  const keys = new Map<string, string>();
  const add = (name: string, schema: Schema) => {
    schemas.set(name, schema);
    const key = schemaKey(schema);
    if (!keys.has(key)) keys.set(key, name);
  };
  const components = document.components.schemas;
  const reachable = new Set<string>();
  const reach = (schema: Schema) => {
    const name = schema.$ref?.split("/").at(-1);
    if (name && !reachable.has(name)) {
      reachable.add(name);
      reach(components[name] ?? {});
    }
    for (const [, child] of children(schema)) reach(child);
  };
  for (const { body, query, reply } of calls) for (const schema of [body, query, reply]) if (schema) reach(schema);
  reach({ $ref: "#/components/schemas/Error" });
  for (const name of Object.keys(components)) if (reachable.has(name)) add(renamed[name] ?? name, components[name] ?? {});

  const list = calls.find(({ isPaged }) => isPaged)?.query?.properties ?? {};
  const files = calls.find(({ call }) => call.path.startsWith("/files/"))?.query;
  add("PageInput", pick({ type: "object", properties: list }, pageFields));
  add("FileInput", pick(files ?? {}, fileFields));
  for (const types of calls) {
    const { call, body, query } = types;
    if (body && isInline(body)) add(typeName(call, "Input"), body);
    if (query) add(typeName(call, body || types.rawType ? "Query" : "Input"), query);
    const item = itemOf(types);
    const inner = item.type === "array" ? (item.items ?? {}) : item;
    if (!call.isFile && isInline(inner)) add(typeName(call, "Result"), inner);
  }
  keys.set(schemaKey({ type: "string", enum: Object.keys(apiErrors) }), "ApiErrorName");
  for (const [name, schema] of sharedParts(schemas)) if (!keys.has(schemaKey(schema))) add(name, schema);
  return {
    schemas,
    find: (schema) =>
      schema.$ref ? (renamed[schema.$ref.split("/").at(-1) ?? ""] ?? schema.$ref.split("/").at(-1)) : keys.get(schemaKey(schema)),
  };
}

const pick = ({ properties = {}, required = [] }: Schema, names: readonly string[]): Schema => ({
  type: "object",
  properties: Object.fromEntries(names.flatMap((name) => (properties[name] ? [[name, properties[name]]] : []))),
  required: required.filter((name) => names.includes(name)),
});

/** Returns the objects and long enums that more than one type has, by the shortest name that says where they are. */
function sharedParts(schemas: ReadonlyMap<string, Schema>): [string, Schema][] {
  const found = new Map<string, { schema: Schema; paths: string[] }>();
  const visit = (schema: Schema, path: string) => {
    for (const [name, child] of children(schema)) {
      const childPath = name === "[]" ? singular(path) : `${path}${pascalCase(name)}`;
      const isShareable = child.enum
        ? JSON.stringify(child.enum).length >= minSharedEnum
        : isInline(child) && JSON.stringify(child).length >= minSharedObject;
      if (isShareable) {
        const entry = found.get(schemaKey(child)) ?? { schema: child, paths: [] };
        entry.paths.push(childPath);
        found.set(schemaKey(child), entry);
      }
      visit(child, childPath);
    }
  };
  for (const [name, schema] of schemas) visit(schema, name);
  return [...found.values()]
    .filter(({ paths }) => paths.length > 1)
    .map(({ schema: { description: _, ...schema }, paths }): [string, Schema] => {
      const name = paths.toSorted((a, b) => a.length - b.length)[0] ?? "";
      return [sharedNames[name] ?? name, schema];
    });
}

function printTypes(names: TypeNames, calls: readonly CallTypes[]): string {
  const files = new Map(
    calls.flatMap(({ call }) =>
      call.path.startsWith("/files/") && call.httpMethod === "GET" ? [[typeName(call, "Input"), call] as const] : [],
    ),
  );
  const printed = [...names.schemas].map(([name, schema]) => {
    const list = files.has(name) ? name.replace(/FileInput$/, "Input") : undefined;
    if (list && isListAsFile(names.schemas.get(list), schema)) return `export type ${name} = Omit<${list}, keyof PageInput> & FileInput;`;
    const same = names.find(schema);
    const isLarge = JSON.stringify(schema).length >= minAliased || same === "PageInput" || same === "FileInput";
    if (same && same !== name && isLarge) return `export type ${name} = ${same};`;
    return printNamedType(name, schema, names);
  });
  return [header, 'import type { ApiErrorName } from "./errors.js";\n', breakUnions(printed.join("\n\n")), ""].join("\n");
}

/** Returns whether a file takes the same filters as the list. */
function isListAsFile(list: Schema | undefined, file: Schema): boolean {
  const without = (schema: Schema, names: readonly string[]) =>
    schemaKey(
      pick(
        schema,
        Object.keys(schema.properties ?? {})
          .filter((name) => !names.includes(name))
          .toSorted(),
      ),
    );
  return list !== undefined && without(list, pageFields) === without(file, fileFields);
}

function printErrors(calls: readonly CallTypes[]): string {
  const shared: { name: string; comment: string; errors: ErrorName[]; has(types: CallTypes): boolean }[] = [];
  const addGroup = (name: string, comment: string, has: (types: CallTypes) => boolean, more: ErrorName[] = []) => {
    const earlier = shared.flatMap((group) => group.errors);
    const errors = intersect(calls.filter(has).map(({ call }) => call.errors)).filter((error) => !earlier.includes(error));
    shared.push({ name, comment, errors: [...errors, ...more], has });
  };
  // An address that isn't that of the API.
  addGroup("CommonError", "What every call can return.", () => true, ["not_found", "method_not_allowed"]);
  addGroup("SecretKeyError", "What calls return to the public key.", ({ call }) => !call.endpoint.access.includes("public_key"));
  addGroup("BodyError", "What calls with a body can return besides.", ({ body, rawType }) => (body ?? rawType) !== undefined);
  addGroup("WriteError", "What changes can return besides.", ({ call }) => call.kind === "write");
  const lines = calls.map((types) => {
    const groups = shared.filter(({ has }) => has(types));
    const own = types.call.errors.filter((error) => !groups.some(({ errors }) => errors.includes(error)));
    return `  ${JSON.stringify(types.call.name)}: ${[...groups.map(({ name }) => name), ...own.map((error) => JSON.stringify(error))].join(" | ")};`;
  });
  const messages = Object.entries(apiErrors).flatMap(([name, { status, message }]) => [
    ...printComment(message, "  "),
    `  ${name}: ${status};`,
  ]);
  return [
    header,
    `/** The errors of the API, with their HTTP statuses. */\nexport interface ApiErrors {\n${messages.join("\n")}\n}\n`,
    "export type ApiErrorName = keyof ApiErrors;\n",
    ...shared.map(
      ({ name, comment, errors }) =>
        `/** ${comment} */\nexport type ${name} = ${errors.map((error) => JSON.stringify(error)).join(" | ")};\n`,
    ),
    breakUnions(`/** The names of the errors of each call. */\nexport interface CallErrors {\n${lines.join("\n")}\n}\n`),
  ].join("\n");
}

const intersect = (sets: readonly ErrorName[][]): ErrorName[] => (sets[0] ?? []).filter((name) => sets.every((set) => set.includes(name)));

/** Prints a class for each resource. */
function printClasses(calls: readonly CallTypes[], names: TypeNames, audience: "public" | "secret"): string {
  const byResource = Map.groupBy(calls, ({ call }) => call.resource);
  const prefix = audience === "public" ? "Public" : "";
  const className = (resource: string) => `${prefix}${pascalCase(resource)}Resource`;
  const classes = [...byResource].map(([resource, list]) => {
    const methods = list.map((types) => printMethod(types, names, audience)).join("\n\n");
    return `/** The calls of \`${resource}\`. */\nexport class ${className(resource)} extends Resource {\n${methods}\n}\n`;
  });
  const fields = [...byResource.keys()].map((resource) => `  readonly ${resource}: ${className(resource)};`);
  const values = [...byResource.keys()].map((resource) => `    this.${resource} = new ${className(resource)}(request);`);
  const start = `  /** @internal */\n  constructor(request: SendRequest) {\n${values.join("\n")}\n  }`;
  const all = `/** All calls${audience === "public" ? " that the public key can make" : ""}. */\nexport class ${prefix}Resources {\n${fields.join("\n")}\n\n${start}\n}\n`;
  const text = [...classes, all].join("\n");
  const code = text.replace(/\/\*\*.*?\*\//gs, "");
  const used = (candidates: Iterable<string>) => [...candidates].filter((name) => new RegExp(`\\b${name}\\b`).test(code)).toSorted();
  const usedFunctions = (...candidates: string[]) => candidates.filter((name) => code.includes(`return ${name}(`));
  const imports = [
    ...printImport([...used(["Call"]).map((name) => `type ${name}`), ...usedFunctions("call", "callForAll")], "../call.js"),
    ...printImport(used(["CallOptions", "SendRequest", "WriteOptions"]), "../client.js", "type "),
    ...printImport([...used(["FileContent"]).map((name) => `type ${name}`), ...usedFunctions("file", "upload")], "../files.js"),
    ...printImport([...used(["List"]).map((name) => `type ${name}`), ...usedFunctions("list")], "../list.js"),
    `import { Resource } from "../resource.js";`,
    ...printImport(used(names.schemas.keys()), "./types.js", "type "),
  ];
  return [header, ...imports, "", text].join("\n");
}

function printImport(names: readonly string[], from: string, kind: "" | "type " = ""): string[] {
  if (names.length === 0) return [];
  const line = `import ${kind}{ ${names.join(", ")} } from "${from}";`;
  return [line.length <= 140 ? line : `import ${kind}{\n${names.map((name) => `  ${name},`).join("\n")}\n} from "${from}";`];
}

function printMethod(types: CallTypes, names: TypeNames, audience: "public" | "secret"): string {
  const { call, body, query, rawType, isPaged, hasBeside } = types;
  const { endpoint, kind, isFile, httpMethod, path } = call;
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const isNeeded = (schema: Schema) => (schema.required ?? []).length > 0 || schema.anyOf !== undefined;
  const hasContent = body !== undefined || rawType !== undefined;
  // A body that can only be empty is sent without asking for it.
  const hasInput = body !== undefined && Object.keys(body.properties ?? {}).length > 0;
  const queryName = hasContent ? "query" : "input";
  const args = [
    ...params.map((name) => `${name}: string`),
    ...(rawType ? ["content: FileContent"] : []),
    ...(hasInput
      ? [
          `input${isNeeded(body) ? "" : "?"}: ${names.schemas.has(typeName(call, "Input")) ? typeName(call, "Input") : printType(body, names, "  ")}`,
        ]
      : []),
    ...(query ? [`${queryName}${isNeeded(query) ? "" : "?"}: ${typeName(call, hasContent ? "Query" : "Input")}`] : []),
    `options?: ${kind === "write" ? "WriteOptions" : "CallOptions"}`,
  ];
  const parts = [
    ...(params.length > 0 ? [`params: { ${params.join(", ")} }`] : []),
    ...(query ? [hasContent ? "query" : "query: input"] : []),
    ...(body ? [!hasInput ? "body: {}" : isNeeded(body) ? "body: input" : "body: input ?? {}"] : []),
    ...(rawType ? [`file: content, type: ${JSON.stringify(rawType)}`] : []),
    ...(endpoint.isLong ? ["isLong: true"] : []),
    "options",
  ];
  const name = JSON.stringify(call.name);
  const reply = printType(replyFor(audience, types), names, "  ");
  const helper = rawType ? "upload" : isFile ? "file" : isPaged ? "list" : hasBeside ? "callForAll" : "call";
  const result = isPaged && !isFile ? `List<${reply}, ${name}>` : `Call<${isFile ? "Response" : reply}, ${name}>`;
  const description = [`${endpoint.summary}${path.startsWith("/files/") ? " as a file" : ""}.`, endpoint.description]
    .filter(Boolean)
    .join("\n\n");
  return [
    ...printComment(description, "  "),
    `  ${call.method}(${args.join(", ")}): ${result} {`,
    `    return ${helper}(this.request, ${name}, ${JSON.stringify(kind)}, ${JSON.stringify(`${httpMethod} ${path}`)}, { ${parts.join(", ")} });`,
    "  }",
  ].join("\n");
}

/** Returns the generated files of the client, by their names. */
export function generateClient(): Record<string, string> {
  const document = structuredClone(openApiDocument("keys")) as unknown as Document;
  const calls = clientCalls().map((call) => readCall(document, call));
  const names = nameTypes(document, calls);
  const publicCalls = calls.filter(({ call }) => call.endpoint.access.includes("public_key"));
  return {
    "types.ts": printTypes(names, calls),
    "errors.ts": printErrors(calls),
    "calls.ts": printClasses(calls, names, "secret"),
    "public-calls.ts": printClasses(publicCalls, names, "public"),
  };
}
