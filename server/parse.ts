import "server-only";
import type { z } from "zod";
import type { Endpoint } from "@/contract/endpoint";
import { ApiError } from "@/core/api-error";

/** The most fields an `invalid_input` names. */
const mostFields = 100;

const kinds: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** Words for what the schema itself has none for. */
function describe(issue: { code?: string; input?: unknown; expected?: unknown }): string | undefined {
  if (issue.code !== "invalid_type") return undefined;
  return issue.input === undefined ? "is required" : `must be ${kinds[String(issue.expected)] ?? String(issue.expected)}`;
}

/** What `schema` makes of `value`. Refuses with `invalid_input`, naming each field that is wrong by its path. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: describe });
  if (result.success) return result.data;
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of result.error.issues.slice(0, mostFields)) {
    const names = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    const message = issue.code === "unrecognized_keys" ? "is not a field of this request" : issue.message;
    for (const name of names.slice(0, mostFields)) {
      const path = name.join(".") || "body";
      fields[path] = [...(fields[path] ?? []), message];
    }
  }
  throw new ApiError("invalid_input", { fields });
}

/** The parameters that stand in the request's path, read from its end, where older addresses of an endpoint agree with the documented one. */
export function pathParameters(endpoint: Endpoint, pathname: string): Record<string, string> {
  const wanted = endpoint.path.split("/");
  const given = pathname.replace(/\/+$/, "").split("/");
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    if (!part.startsWith(":")) continue;
    const name = part.slice(1);
    try {
      parameters[name] = decodeURIComponent(given[given.length - wanted.length + index] ?? "");
    } catch {
      throw new ApiError("invalid_input", { fields: { [name]: ["is not properly percent-encoded"] } });
    }
  }
  return parameters;
}

/** The query of a request, each name once. */
export function queryParameters(search: URLSearchParams): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, value] of search) {
    if (name in parameters) throw new ApiError("invalid_input", { fields: { [name]: ["stands in the query twice"] } });
    parameters[name] = value;
  }
  return { ...parameters };
}
