import type { z } from "zod";
import type { Endpoint } from "@/contract/endpoint";
import type { RequestOptions } from "../harness/api";
import { getInvalidValues, getWrongSecrets } from "./field-kinds";
import { invalidJson, invalidUtf8, pathParts, queryParts } from "./raw-values";
import { oneMegabyte } from "./text-values";

export type HostileRequest = { description: string; field?: string; options: RequestOptions; path?: string };

const isRequired = (schema: z.ZodType) => !schema.safeParse(undefined).success;

/** Writes JSON like a hostile client: fields with the value `undefined` are omitted, and `raw` texts are inserted unescaped. */
function toJson(fields: Record<string, unknown>, raw: Record<string, string> = {}): string {
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || name in raw ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`],
  );
  return `{${[...parts, ...Object.entries(raw).map(([name, text]) => `${JSON.stringify(name)}:${text}`)].join(",")}}`;
}

export function hostileBodies({ path, body, example }: Endpoint): HostileRequest[] {
  if (!body) return [];
  const validBody = example.body as Record<string, unknown>;
  const requests: HostileRequest[] = [];
  for (const [field, schema] of Object.entries(body.shape)) {
    // A list of codes or emails can't be combined with `filter`.
    const exclusiveWithFilter = ["emails", "codes"];
    const base = exclusiveWithFilter.includes(field)
      ? { ...validBody, filter: undefined }
      : field === "filter"
        ? { ...validBody, emails: undefined, codes: undefined }
        : validBody;
    for (const value of getInvalidValues(path, field))
      requests.push({
        description: `${field} = ${JSON.stringify(value)?.slice(0, 60)}`,
        field,
        options: { body: toJson({ ...base, [field]: value }) },
      });
    for (const raw of [
      "1e309",
      "-1e309",
      "1e1000000",
      "-0.5",
      "99999999999999999999999",
      "[".repeat(500) + "]".repeat(500),
      `${'{"a":'.repeat(500)}1${"}".repeat(500)}`,
    ]) {
      if (field === "filter" && raw.startsWith('{"a"')) continue;
      requests.push({ description: `${field} = ${raw.slice(0, 20)}`, field, options: { body: toJson(base, { [field]: raw }) } });
    }
    if (isRequired(schema as z.ZodType))
      requests.push({ description: `no ${field}`, field, options: { body: toJson({ ...base, [field]: undefined }) } });
    requests.push({
      description: `${field} twice`,
      field,
      options: { body: `${toJson({ ...base, [field]: "one" }).slice(0, -1)},${JSON.stringify(field)}:"two"}` },
    });
    requests.push({
      description: `${field} of a megabyte`,
      field: undefined,
      options: { body: toJson({ ...base, [field]: oneMegabyte }) },
    });
  }
  for (const name of [
    "surprise",
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "Code",
    " code",
    "projectId",
    "project_id",
    "",
    "\0",
    "💥",
    "a.b",
    "claims",
    "status",
    "id",
  ]) {
    requests.push({
      description: `a field ${JSON.stringify(name)}`,
      field: name || "body",
      options: { body: toJson(validBody, { [name]: '{"amount":1,"polluted":true}' }) },
    });
  }
  requests.push({
    description: "many unknown fields",
    options: { body: toJson({ ...validBody, ...Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`f${i}`, i])) }) },
  });
  return requests;
}

/** Well-formed bodies with passwords, codes and tokens that don't exist. */
export function bodiesWithInvalidSecrets({ path, body, example }: Endpoint): HostileRequest[] {
  const fields = Object.keys(body?.shape ?? {});
  return fields.flatMap((field) =>
    getWrongSecrets(path, field).map((value) => ({
      description: `${field} = ${JSON.stringify(value).slice(0, 60)}`,
      options: { body: toJson({ ...withoutOtherName(example.body, field), [field]: value }) },
    })),
  );
}

/** The example without the name that `token` is an alias of, because a request has only one of them. */
const withoutOtherName = (body: object = {}, field: string): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => field !== "token" || !/^(claim|account)Token$/.test(name)));

export function malformedBodies({ body, isBodyOptional }: Endpoint): HostileRequest[] {
  if (!body) return [];
  return [
    ...invalidJson
      .filter((text) => text !== "" || !isBodyOptional)
      .map((text) => ({ description: `body ${JSON.stringify(text.slice(0, 30))}`, options: { body: text } })),
    ...invalidUtf8.map((bytes) => ({
      description: `bytes ${bytes.map((byte) => byte.toString(16)).join(" ")}`,
      options: { body: new Uint8Array(bytes) },
    })),
    ...(isBodyOptional ? [] : [{ description: "no body", options: { headers: { "content-type": "application/json" } } }]),
    { description: "UTF-16", options: { body: new Uint8Array(Buffer.from("{}", "utf16le")) } },
  ];
}

export function hostilePaths({ params, body, example }: Endpoint, path: string): HostileRequest[] {
  if (!params) return [];
  return pathParts.map((value) => ({
    description: `path ${value.slice(0, 20)}`,
    path: path.replace(/:\w+/, value),
    options: body ? { body: example.body } : {},
  }));
}

export function hostileQueries({ query, example }: Endpoint, path: string): HostileRequest[] {
  if (!query) return [];
  const filledPath = fillParams(path, example.params);
  const names = Object.keys(query.shape);
  return [
    ...names.flatMap((name) =>
      queryParts.map((value) => ({ description: `${name}=${value.slice(0, 20)}`, path: `${filledPath}?${name}=${value}`, options: {} })),
    ),
    ...names.flatMap((name) =>
      [`${filledPath}?${name}[]=x`, `${filledPath}?${name}=1&${name}=2`].map((url) => ({
        description: url,
        field: url.includes("[]") ? `${name}[]` : name,
        path: url,
        options: {},
      })),
    ),
    ...["__proto__", "constructor", "surprise", "project_id", "%00", "toString"].map((name) => ({
      description: `?${name}`,
      field: decodeURIComponent(name),
      path: `${filledPath}?${name}=1`,
      options: {},
    })),
  ];
}

export const fillParams = (path: string, params: Record<string, string> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
