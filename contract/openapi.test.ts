import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Access, type Endpoint, endpointErrors } from "./endpoint";
import { ErrorBody } from "./envelope";
import { apiErrors, type ErrorName } from "./errors";
import { tagDescriptions } from "./guide";
import { endpoints } from "./index";
import { openApiDocument } from "./openapi";
import { isRole } from "./roles";

type Named = Record<string, unknown>;
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Named[];
  deprecated?: boolean;
  parameters?: { name?: string; in?: string; $ref?: string; example?: unknown }[];
  requestBody?: { content: { "application/json": { example: unknown } } };
  responses: Record<
    string,
    { description: string; headers: Named; content: { "application/json": { example?: { data: unknown }; examples?: Named } } }
  >;
};

// As it goes over the wire.
const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Named>;
  tags: { name: string }[];
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
const named = Object.entries(endpoints);

/** Every object in the document with where it stands. */
function* objectsOf(value: unknown, place = "#"): Generator<[string, Named]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [place, value as Named];
  for (const [key, part] of Object.entries(value)) yield* objectsOf(part, `${place}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
}

const places = new Map(objectsOf(document));

test("docs/openapi.json is the document that the service serves", () => {
  const committed = readFileSync(new URL("../docs/openapi.json", import.meta.url), "utf8");
  const change =
    "The OpenAPI document is not the one in docs/openapi.json. If that is meant: run `npm run openapi`, raise apiVersion when something was added, and read the difference before it is committed.";
  expect(committed === `${JSON.stringify(document, null, 2)}\n`, change).toBe(true);
});

test("every endpoint that a file of the contract declares is in the list", async () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const declared = await Promise.all(
    files.map(async (file) => Object.entries((await import(/* @vite-ignore */ `${import.meta.dirname}/${file}`)) as Named)),
  );
  const missing = declared
    .flat()
    .filter(([name, value]) => typeof value === "object" && value !== null && "reply" in value && endpoints[name] !== value);
  expect(missing.map(([name]) => name)).toEqual([]);
});

describe("the document", () => {
  test("is OpenAPI 3.1 and every reference in it leads somewhere", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    for (const [place, { $ref }] of places) if ($ref !== undefined) expect(places.has(String($ref)), `${place} → ${$ref}`).toBe(true);
  });

  test("never narrows a record where it refers to it", () => {
    for (const [place, value] of places) if ("$ref" in value) expect(value, place).not.toHaveProperty("additionalProperties");
  });

  test("has every endpoint and every older address of it, once each, under a tag with a description", () => {
    const promised = named
      .flatMap(([, { method, path, aliases = [] }]) => [{ method, path }, ...aliases])
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(promised.toSorted());
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    expect(document.tags.map(({ name }) => name)).toEqual([...new Set(named.map(([, { tag }]) => tag))]);
    expect(Object.keys(tagDescriptions)).toEqual(document.tags.map(({ name }) => name));
    for (const { operation } of operations) expect(operation.summary, operation.operationId).toMatch(/^[A-Z].*[^.]$/);
  });

  test("describes every parameter of a path, with an example", () => {
    for (const { path, operation } of operations) {
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
      expect(
        inPath.map(({ name }) => `{${name}}`),
        path,
      ).toEqual(path.match(/\{\w+\}/g) ?? []);
      for (const { name, example } of inPath) expect(example, `${path} ${name}`).toBeDefined();
    }
  });

  test("says which key and which role open what", () => {
    const schemeOf = (access: Access) => (access === "public_key" ? "publicKey" : access === "secret_key" ? "secretKey" : "session");
    for (const [name, { access }] of named) {
      const { security, description } = operationOf(name);
      expect(security.map((each) => Object.keys(each)).toSorted(), name).toEqual(access.map((each) => [schemeOf(each)]).toSorted());
      for (const [scheme] of security.map((each) => Object.keys(each)))
        expect(document.components.securitySchemes).toHaveProperty(scheme ?? "");
      const role = access.find(isRole);
      if (role) expect(description, name).toContain(role === "viewer" ? "any role" : `from the role \`${role}\` up`);
      else expect(description, name).not.toContain("role");
    }
  });

  test("has Idempotency-Key where it is heeded: on writes that a key opens", () => {
    for (const [name, { method, access }] of named) {
      const has = operationOf(name).parameters?.some(({ $ref }) => $ref === "#/components/parameters/Idempotency-Key") ?? false;
      expect(has, name).toBe(method !== "GET" && access.some((each) => !isRole(each)));
    }
  });

  test("says where a list also comes as a file, and how far a total is counted", () => {
    for (const [name, { csv, query }] of named) {
      const { responses, parameters = [] } = operationOf(name);
      const takes = (wanted: string) => parameters.some((parameter) => parameter.name === wanted);
      expect("text/csv" in (responses["200"]?.content ?? {}), name).toBe(csv !== undefined);
      expect(takes("format"), name).toBe(csv !== undefined);
      const isList = query !== undefined && "cursor" in query.shape;
      expect(takes("count"), name).toBe(isList);
      expect("X-Total-Count" in (responses["200"]?.headers ?? {}), name).toBe(isList);
    }
  });

  test("has an example of every refusal that is one", () => {
    for (const name of Object.keys(apiErrors)) {
      const example = document.components.examples?.[name] as { value: unknown } | undefined;
      expect(ErrorBody.parse(example?.value)).toMatchObject({ error: name, code: apiErrors[name as ErrorName].status });
    }
  });
});

describe.each(named)("%s", (name, endpoint) => {
  test("has examples that its own schemas accept", () => {
    const { params, query, body, example } = endpoint;
    for (const [schema, value] of [
      [params, example.params],
      [query, example.query ?? {}],
      [body, example.body],
    ] as const) {
      if (schema) expect(() => schema.parse(value)).not.toThrow();
      else expect(value ?? {}).toEqual({});
    }
    expect(endpoint.reply.parse(example.reply)).toEqual(example.reply);
    const operation = operationOf(name);
    expect(operation.requestBody?.content["application/json"].example).toEqual(example.body);
    const { content } = operation.responses["200"] ?? {};
    if (endpoint.html) expect(content).toMatchObject({ "text/html": { example: example.reply } });
    else expect(content?.["application/json"].example).toEqual({ success: true, data: example.reply });
  });

  test("documents every refusal that it can answer, under its status, with the request's id", () => {
    const { responses } = operationOf(name);
    for (const refusal of endpointErrors(endpoint)) {
      const response = responses[apiErrors[refusal].status];
      expect(response?.content["application/json"].examples, refusal).toHaveProperty(refusal);
      expect(response?.description).toContain(`\`${refusal}\``);
    }
    for (const { headers } of Object.values(responses)) expect(headers).toHaveProperty("X-Request-Id");
  });
});

function operationOf(name: string): Operation {
  const { method, path } = endpoints[name] as Endpoint;
  const found = operations.find((one) => one.operation.operationId === name);
  if (!found) throw new Error(`${name} is not in the document`);
  expect(`${found.method} ${found.path}`).toBe(`${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  return found.operation;
}
