import type { z } from "zod";
import type { Endpoint } from "@/contract/endpoint";
import { issueFields } from "@/contract/error-body";
import { ApiError } from "@/core/api-error";
import { trimEnd } from "@/lib/trim-end";

const typeNames: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

/** Messages for issues that the schemas don't describe themselves. */
function describeIssue(issue: {
  code?: string;
  input?: unknown;
  expected?: unknown;
  origin?: unknown;
  maximum?: unknown;
}): string | undefined {
  if (issue.code === "too_big" && issue.origin === "string") return `must be at most ${issue.maximum} characters`;
  if (issue.code !== "invalid_type") return undefined;
  return issue.input === undefined ? "is required" : `must be ${typeNames[String(issue.expected)] ?? String(issue.expected)}`;
}

/** Parses a value. Throws `invalid_input` with the messages for each field path. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: describeIssue });
  if (result.success) return result.data;
  throw new ApiError("invalid_input", { fields: issueFields(result.error.issues) });
}

/** Throws `invalid_input` for fields of the body that only staff can set. */
export function rejectStaffFields({ keyFields }: Pick<Endpoint, "keyFields">, body: object): void {
  const refused = Object.keys(body).filter((field) => keyFields?.includes(field) === false);
  if (refused.length > 0)
    throw new ApiError("invalid_input", { fields: Object.fromEntries(refused.map((field) => [field, ["can't be set with an API key"]])) });
}

/** Reads the path parameters. It matches from the end of the path, where aliases agree with the documented path. */
export function pathParameters(endpoint: Endpoint, pathname: string): Record<string, string> {
  const expectedSegments = endpoint.path.split("/");
  const segments = trimEnd(pathname, /\/$/).split("/");
  const parameters: Record<string, string> = {};
  for (const [index, part] of expectedSegments.entries()) {
    if (!part.startsWith(":")) continue;
    const name = part.slice(1);
    try {
      parameters[name] = decodeURIComponent(segments[segments.length - expectedSegments.length + index] ?? "");
    } catch {
      throw new ApiError("invalid_input", { fields: { [name]: ["must be percent-encoded correctly"] } });
    }
  }
  return parameters;
}

/** Reads the query parameters. Throws `invalid_input` for duplicates. */
export function queryParameters(search: URLSearchParams): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, value] of search) {
    if (name in parameters) throw new ApiError("invalid_input", { fields: { [name]: ["must appear only once"] } });
    parameters[name] = value;
  }
  return { ...parameters };
}
