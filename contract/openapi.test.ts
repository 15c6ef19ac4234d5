import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { callsWithoutKey } from "./calls-without-key";
import { type Access, type Endpoint, endpointCalls, endpointErrors } from "./endpoint";
import { ErrorBody } from "./error-body";
import { apiErrors, type ErrorName } from "./errors";
import { eventSchema, exampleEvent, FeedEvent } from "./event-feed";
import { eventTypes } from "./event-types";
import { tagDescriptions } from "./guide";
import { endpoints } from "./index";
import { openApiDocument } from "./openapi";
import { isRole } from "./roles";

type JsonObject = Record<string, unknown>;
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: JsonObject[];
  deprecated?: boolean;
  parameters?: { name?: string; in?: string; $ref?: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example: unknown }> };
  responses: Record<
    string,
    {
      description: string;
      headers: JsonObject;
      content: { "application/json": { schema: unknown; example?: { data: unknown }; examples?: JsonObject } };
    }
  >;
};

// The serialized form, as the server sends it.
const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, JsonObject>;
  tags: { name: string }[];
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
const namedEndpoints = Object.entries(endpoints);

/** Yields every object of the document with its JSON pointer. */
function* walkObjects(value: unknown, pointer = "#"): Generator<[string, JsonObject]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [pointer, value as JsonObject];
  for (const [key, part] of Object.entries(value))
    yield* walkObjects(part, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
}

const objectsByPointer = new Map(walkObjects(document));

test("docs/openapi.json is the document that the server serves", () => {
  const committed = readFileSync(new URL("../docs/openapi.json", import.meta.url), "utf8");
  const instructions = "docs/openapi.json is outdated. Run `npm run openapi` and review the diff.";
  expect(committed === `${JSON.stringify(document, null, 2)}\n`, instructions).toBe(true);
});

test("every endpoint of the contract is in the list", async () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const declared = await Promise.all(
    files.map(async (file) => Object.entries((await import(/* @vite-ignore */ `${import.meta.dirname}/${file}`)) as JsonObject)),
  );
  const missing = declared
    .flat()
    .filter(
      ([name, value]) =>
        typeof value === "object" && value !== null && "reply" in value && endpoints[name.replace(/Endpoint$/, "")] !== value,
    );
  expect(missing.map(([name]) => name)).toEqual([]);
});

describe("the OpenAPI document", () => {
  test("is OpenAPI 3.1 without broken references", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    for (const [pointer, { $ref }] of objectsByPointer)
      if ($ref !== undefined) expect(objectsByPointer.has(String($ref)), `${pointer} → ${$ref}`).toBe(true);
  });

  test("allows additional properties in referenced records", () => {
    for (const [pointer, value] of objectsByPointer) if ("$ref" in value) expect(value, pointer).not.toHaveProperty("additionalProperties");
  });

  test("lists every endpoint and alias once, under a tag with a description", () => {
    const expected = namedEndpoints
      .flatMap(([, endpoint]) => endpointCalls(endpoint))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(expected.toSorted());
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    expect(document.tags.map(({ name }) => name)).toEqual([...new Set(namedEndpoints.map(([, { tag }]) => tag))]);
    expect(Object.keys(tagDescriptions)).toEqual(document.tags.map(({ name }) => name));
    for (const { operation } of operations) expect(operation.summary, operation.operationId).toMatch(/^[A-Z].*[^.]$/);
  });

  test("describes every path parameter with an example", () => {
    for (const { path, operation } of operations) {
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
      expect(
        inPath.map(({ name }) => `{${name}}`),
        path,
      ).toEqual(path.match(/\{\w+\}/g) ?? []);
      for (const { name, example } of inPath) expect(example, `${path} ${name}`).toBeDefined();
    }
  });

  test("states the accepted keys and the required role of each endpoint", () => {
    const securityScheme = (access: Access) => (access === "public_key" ? "publicKey" : access === "secret_key" ? "secretKey" : "session");
    for (const [name, { access }] of namedEndpoints) {
      const { security, description } = findOperation(name);
      expect(security.map((each) => Object.keys(each)).toSorted(), name).toEqual(access.map((each) => [securityScheme(each)]).toSorted());
      for (const [scheme] of security.map((each) => Object.keys(each)))
        expect(document.components.securitySchemes).toHaveProperty(scheme ?? "");
      const role = access.find(isRole);
      if (role)
        expect(description, name).toMatch(
          role === "viewer" ? /staff session/ : role === "owner" ? /the `owner` role\./ : new RegExp(`the \`${role}\` role or higher`),
        );
      else expect(description, name).not.toContain("role");
    }
  });

  test("documents Idempotency-Key for all writes that accept API keys, except the upload of a file", () => {
    for (const [name, { method, path, access }] of namedEndpoints) {
      const has = findOperation(name).parameters?.some(({ $ref }) => $ref === "#/components/parameters/Idempotency-Key") ?? false;
      if (access.some((each) => !isRole(each))) expect(has, name).toBe(method !== "GET" && name !== "uploadImport");
      else expect(has, name).toBe(method !== "GET" && access.length > 0 && !callsWithoutKey.has(`${method} ${path}`));
    }
  });

  test("has no Idempotency-Key for writes of the dashboard that exist and are named", () => {
    const writes = namedEndpoints.flatMap(([, { method, path }]) => (method === "GET" ? [] : [`${method} ${path}`]));
    expect([...callsWithoutKey].filter((call) => !writes.includes(call))).toEqual([]);
  });

  test("has a webhook for each type of event, with a sentence and an example that the schema of events accepts", () => {
    expect(Object.keys(objectsByPointer.get("#/webhooks") ?? {})).toEqual(eventTypes);
    for (const type of eventTypes) {
      const operation = objectsByPointer.get(`#/webhooks/${type}/post`);
      expect(operation).toMatchObject({ description: expect.stringMatching(/^[A-Z].*\.$/), tags: ["Events"] });
      const body = `#/webhooks/${type}/post/requestBody/content/application~1json`;
      expect(objectsByPointer.get(`${body}/schema/properties/type`)).toEqual({ type: "string", const: type });
      const example = objectsByPointer.get(`${body}/example`);
      expect(example).toEqual(exampleEvent(type));
      expect(FeedEvent.parse(example)).toEqual(example);
      expect(eventSchema(type).parse(example)).toEqual(example);
    }
  });

  test("shows what the feed returns beside its events, and that the stream is no JSON and starts now", () => {
    const [feed, stream] = [findOperation("readFeed"), findOperation("streamFeed")];
    expect(feed.responses["200"]?.content["application/json"].schema).toMatchObject({
      properties: { cursor: { type: "string" }, hasMore: { type: "boolean" } },
      required: ["success", "data", "cursor", "hasMore"],
    });
    expect(stream.responses["200"]?.content).toEqual({ "text/event-stream": { schema: { type: "string" }, example: expect.any(String) } });
    const afterOf = ({ parameters = [] }: Operation) => parameters.find(({ name }) => name === "after");
    expect(afterOf(feed)).toMatchObject({ description: expect.stringContaining("starts with the first event") });
    expect(afterOf(stream)).toMatchObject({ description: expect.stringMatching(/starts with what happens from now on/) });
  });

  test("documents how totals are counted", () => {
    for (const [name, { query }] of namedEndpoints) {
      const { responses, parameters = [] } = findOperation(name);
      const isList = query !== undefined && "cursor" in query.shape;
      expect(
        parameters.some((parameter) => parameter.name === "count"),
        name,
      ).toBe(isList);
      expect("X-Total-Count" in (responses["200"]?.headers ?? {}), name).toBe(isList);
    }
  });

  test("documents files in operations of their own, so that a list is always JSON", () => {
    const files = ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/x-ndjson"];
    for (const [name, endpoint] of namedEndpoints) {
      const { operationId, parameters = [], responses } = findOperation(name);
      const types = Object.keys(responses["200"]?.content ?? {});
      if (!endpoint.file)
        expect(types, name).toEqual([endpoint.html ? "text/html" : endpoint.eventStream ? "text/event-stream" : "application/json"]);
      if (!endpoint.csv) continue;
      expect(parameters.map((parameter) => parameter.name)).not.toContain("format");
      const file = operations.find(({ operation }) => operation.operationId === `${operationId}File`);
      expect(file).toMatchObject({ method: endpoint.method, path: `/files${endpoint.path.replace(/:(\w+)/g, "{$1}")}` });
      expect(Object.keys(file?.operation.responses["200"]?.content ?? {})).toEqual(files);
      expect(file?.operation.parameters).toContainEqual(expect.objectContaining({ name: "format", in: "query", required: true }));
    }
  });

  test("describes the values of every map", () => {
    const isMap = (schema: JsonObject) => schema.type === "object" && !("properties" in schema) && !("oneOf" in schema);
    const maps = [...objectsByPointer].filter(([, schema]) => isMap(schema));
    expect(maps.length).toBeGreaterThan(10);
    for (const [pointer, schema] of maps) expect(schema.additionalProperties, pointer).toBeInstanceOf(Object);
  });

  test("names exactly the errors of each operation, and the field that an error always has", () => {
    const detailed = { invalid_input: "fields", proof_required: "challenge", second_factor_required: "secondFactors" };
    for (const [name, endpoint] of namedEndpoints) {
      const errors = Object.entries(findOperation(name).responses).filter(([status]) => status !== "200");
      const names = errors.flatMap(([, { content }]) => errorNames(content["application/json"].schema));
      expect(names.toSorted(), name).toEqual(endpointErrors(endpoint).toSorted());
    }
    for (const [error, field] of Object.entries(detailed)) {
      const schema = Object.values(document.components.schemas ?? {}).find(
        (each) => isErrorSchema(each) && each.properties.error.const === error,
      );
      expect(schema).toMatchObject({ required: expect.arrayContaining(["error", field]) });
    }
  });

  test("has a valid example of every error", () => {
    for (const name of Object.keys(apiErrors)) {
      const example = document.components.examples?.[name] as { value: unknown } | undefined;
      expect(ErrorBody.parse(example?.value)).toMatchObject({ error: name, code: apiErrors[name as ErrorName].status });
    }
  });
});

describe("the document for API keys", () => {
  const forKeys = openApiDocument("keys");
  const text = JSON.stringify(forKeys);

  test("has exactly the operations that a key can call", () => {
    const withKeys = operations.filter(({ operation }) => operation.security.some((each) => "secretKey" in each || "publicKey" in each));
    const listed = Object.entries(forKeys.paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.toSorted()).toEqual(withKeys.map(({ method, path }) => `${method} ${path}`).toSorted());
    expect(listed.length).toBeGreaterThan(100);
    expect(listed.length).toBeLessThan(operations.length - 50);
  });

  test("mentions no sessions, and no errors that only sessions get", () => {
    expect(Object.keys(forKeys.components?.securitySchemes ?? {})).toEqual(["secretKey", "publicKey"]);
    expect(text.includes('"session":[]')).toBe(false);
    expect(text.match(/Requires [^"]{0,80}staff session/)).toBeNull();
    for (const name of ["not_signed_in", "role_required", "session_required", "second_factor_setup_required", "cross_site"])
      expect(Object.keys(forKeys.components?.examples ?? {}), name).not.toContain(name);
  });

  test("has no broken references, and only tags that are used", () => {
    const objects = new Map(walkObjects(JSON.parse(text)));
    for (const [pointer, { $ref }] of objects) if ($ref !== undefined) expect(objects.has(String($ref)), `${pointer} → ${$ref}`).toBe(true);
    const used = new Set(
      Object.values(forKeys.paths ?? {}).flatMap((methods) =>
        Object.values(methods as Record<string, Operation>).flatMap(({ tags }) => tags),
      ),
    );
    expect(forKeys.tags?.map(({ name }) => name).toSorted()).toEqual([...used].toSorted());
  });
});

describe.each(namedEndpoints)("%s", (name, endpoint) => {
  test("has examples that its schemas accept", () => {
    const { params, query, body, rawBody, example } = endpoint;
    for (const [schema, value] of [
      [params, example.params],
      [query, example.query ?? {}],
      [body, example.body],
    ] as const) {
      if (schema) expect(() => schema.parse(value)).not.toThrow();
      else expect(value ?? {}).toEqual({});
    }
    expect(endpoint.reply.parse(example.reply)).toEqual(example.reply);
    const operation = findOperation(name);
    const contentType = rawBody?.contentType ?? "application/json";
    expect(operation.requestBody?.content[contentType]?.example).toEqual(rawBody?.example ?? example.body);
    const { content } = operation.responses["200"] ?? {};
    if (endpoint.file) expect(Object.keys(content ?? {})).toEqual(endpoint.file);
    else if (endpoint.html) expect(content).toMatchObject({ "text/html": { example: example.reply } });
    else if (endpoint.eventStream) expect(content).toMatchObject({ "text/event-stream": { example: example.reply } });
    else expect(content?.["application/json"].example).toEqual({ success: true, data: example.reply, ...example.beside });
    expect(endpoint.beside?.parse(example.beside)).toEqual(example.beside);
  });

  test("documents every error it can return, under its status, with the request ID", () => {
    const { responses } = findOperation(name);
    for (const error of endpointErrors(endpoint)) {
      const response = responses[apiErrors[error].status];
      expect(response?.content["application/json"].examples, error).toHaveProperty(error);
      expect(response?.description).toContain(`\`${error}\``);
    }
    for (const { headers } of Object.values(responses)) expect(headers).toHaveProperty("X-Request-Id");
  });
});

type ErrorSchema = { properties: { error: { const?: string; enum?: string[] } } };
const isErrorSchema = (value: unknown): value is ErrorSchema =>
  typeof value === "object" && value !== null && "properties" in value && "error" in (value.properties as object);

/** The names of errors that a schema of a response allows. */
function errorNames(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  if ("$ref" in schema) return schema.$ref === "#/components/schemas/Error" ? [] : errorNames(objectsByPointer.get(String(schema.$ref)));
  if ("anyOf" in schema || "allOf" in schema) return Object.values(schema).flat().flatMap(errorNames);
  const { const: only, enum: names = [] } = isErrorSchema(schema) ? schema.properties.error : {};
  return only === undefined ? names : [only];
}

function findOperation(name: string): Operation {
  const { method, path } = endpoints[name] as Endpoint;
  const match = operations.find(({ operation }) => operation.operationId === name);
  if (!match) throw new Error(`${name} is not in the document`);
  expect(`${match.method} ${match.path}`).toBe(`${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  return match.operation;
}
