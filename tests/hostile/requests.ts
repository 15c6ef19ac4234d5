import type { z } from "zod";
import type { Endpoint } from "@/contract/endpoint";
import type { RequestOptions } from "../harness/api";
import { oddFor, wrongFor } from "./kinds";
import { bytes, notObjects, pathParts, queryParts } from "./raw";
import { huge } from "./texts";

export type Hostile = { what: string; field?: string; ask: RequestOptions; path?: string };

const required = (schema: z.ZodType) => !schema.safeParse(undefined).success;

/** JSON as a hostile client writes it: `undefined` leaves a field out, and raw text stands for itself. */
function written(fields: Record<string, unknown>, raw: Record<string, string> = {}): string {
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || name in raw ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`],
  );
  return `{${[...parts, ...Object.entries(raw).map(([name, text]) => `${JSON.stringify(name)}:${text}`)].join(",")}}`;
}

export function hostileBodies({ path, body, example }: Endpoint): Hostile[] {
  if (!body) return [];
  const valid = example.body as Record<string, unknown>;
  const found: Hostile[] = [];
  for (const [field, schema] of Object.entries(body.shape)) {
    // A list of names and `filter` exclude each other.
    const listed = ["emails", "codes"];
    const base = listed.includes(field)
      ? { ...valid, filter: undefined }
      : field === "filter"
        ? { ...valid, emails: undefined, codes: undefined }
        : valid;
    for (const value of wrongFor(path, field))
      found.push({ what: `${field} = ${JSON.stringify(value)?.slice(0, 60)}`, field, ask: { body: written({ ...base, [field]: value }) } });
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
      found.push({ what: `${field} = ${raw.slice(0, 20)}`, field, ask: { body: written(base, { [field]: raw }) } });
    }
    if (required(schema as z.ZodType)) found.push({ what: `no ${field}`, field, ask: { body: written({ ...base, [field]: undefined }) } });
    found.push({
      what: `${field} twice`,
      field,
      ask: { body: `${written({ ...base, [field]: "one" }).slice(0, -1)},${JSON.stringify(field)}:"two"}` },
    });
    found.push({ what: `${field} of a megabyte`, field: undefined, ask: { body: written({ ...base, [field]: huge }) } });
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
    found.push({
      what: `a field ${JSON.stringify(name)}`,
      field: name || "body",
      ask: { body: written(valid, { [name]: '{"amount":1,"polluted":true}' }) },
    });
  }
  found.push({
    what: "many unknown fields",
    ask: { body: written({ ...valid, ...Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`f${i}`, i])) }) },
  });
  return found;
}

/** Bodies that are well formed, with passwords, codes and tokens of links that are nobody's. */
export function oddBodies({ path, body, example }: Endpoint): Hostile[] {
  const fields = Object.keys(body?.shape ?? {});
  return fields.flatMap((field) =>
    oddFor(path, field).map((value) => ({
      what: `${field} = ${JSON.stringify(value).slice(0, 60)}`,
      ask: { body: written({ ...example.body, [field]: value }) },
    })),
  );
}

export function hostileShapes({ body }: Endpoint): Hostile[] {
  if (!body) return [];
  return [
    ...notObjects.map((text) => ({ what: `body ${JSON.stringify(text.slice(0, 30))}`, ask: { body: text } })),
    ...bytes.map((some) => ({ what: `bytes ${some.map((byte) => byte.toString(16)).join(" ")}`, ask: { body: new Uint8Array(some) } })),
    { what: "no body", ask: { headers: { "content-type": "application/json" } } },
    { what: "UTF-16", ask: { body: new Uint8Array(Buffer.from("{}", "utf16le")) } },
  ];
}

export function hostilePaths({ params, body, example }: Endpoint, path: string): Hostile[] {
  if (!params) return [];
  return pathParts.map((part) => ({
    what: `path ${part.slice(0, 20)}`,
    path: path.replace(/:\w+/, part),
    ask: body ? { body: example.body } : {},
  }));
}

export function hostileQueries({ query, example }: Endpoint, path: string): Hostile[] {
  if (!query) return [];
  const filled = filledIn(path, example.params);
  const names = Object.keys(query.shape);
  return [
    ...names.flatMap((name) =>
      queryParts.map((part) => ({ what: `${name}=${part.slice(0, 20)}`, path: `${filled}?${name}=${part}`, ask: {} })),
    ),
    ...names.flatMap((name) =>
      [`${filled}?${name}[]=x`, `${filled}?${name}=1&${name}=2`].map((each) => ({
        what: each,
        field: each.includes("[]") ? `${name}[]` : name,
        path: each,
        ask: {},
      })),
    ),
    ...["__proto__", "constructor", "surprise", "project_id", "%00", "toString"].map((name) => ({
      what: `?${name}`,
      field: decodeURIComponent(name),
      path: `${filled}?${name}=1`,
      ask: {},
    })),
  ];
}

export const filledIn = (path: string, params: Record<string, string> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
