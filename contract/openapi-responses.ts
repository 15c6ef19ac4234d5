import * as z from "zod";
import type { ZodOpenApiHeaderObject, ZodOpenApiResponseObject } from "zod-openapi";
import { exampleChallenge } from "./abuse-protection";
import { acceptsIdempotencyKey, type Endpoint, endpointErrors } from "./endpoint";
import { type ErrorBody, errorBody } from "./error-body";
import { apiErrors, type ErrorName } from "./errors";
import { countCap } from "./limits";
import { errorSchema } from "./openapi-errors";

const rateLimitHeaders = ["RateLimit-Policy", "RateLimit"] as const;

/** Beside `data` in the pages of a list. */
const nextCursorField = {
  nextCursor: z
    .string()
    .nullable()
    .optional()
    .meta({ description: "The `cursor` of the next page. `null` on the last page. Missing without `limit`." }),
};

/** The successful response of an endpoint, with JSON unless it returns a file or a page. */
export function successResponse(endpoint: Endpoint): ZodOpenApiResponseObject {
  const isList = endpoint.query !== undefined && "cursor" in endpoint.query.shape;
  return {
    description: "Success.",
    headers: headerReferences([
      "X-Request-Id",
      ...(isList ? (["Link", "X-Total-Count"] as const) : []),
      ...(acceptsIdempotencyKey(endpoint) ? (["Idempotent-Replayed", "Idempotency-Expires"] as const) : []),
      ...(endpointErrors(endpoint).includes("too_many_requests") ? rateLimitHeaders : []),
    ]),
    content: endpoint.html
      ? { "text/html": { schema: endpoint.reply, example: endpoint.example.reply } }
      : endpoint.file
        ? Object.fromEntries(endpoint.file.map((type) => [type, { schema: endpoint.reply }]))
        : {
            "application/json": {
              schema: z.object({ success: z.literal(true), data: endpoint.reply, ...(isList && nextCursorField) }),
              example: { success: true, data: endpoint.example.reply },
            },
          },
  };
}

/** The successful response of the path that returns a list as a file. */
export const fileResponse: ZodOpenApiResponseObject = {
  description: "Success.",
  headers: headerReferences(["X-Request-Id", "Content-Disposition"]),
  content: {
    "text/csv": { schema: { type: "string" } },
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { schema: { type: "string", format: "binary" } },
    "application/x-ndjson": { schema: { type: "string" } },
  },
};

/** The error responses of an endpoint, by status. */
export function errorResponsesByStatus(endpoint: Endpoint): Record<`${4 | 5}${string}`, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy(endpointErrors(endpoint), (name) => apiErrors[name].status);
  return Object.fromEntries([...byStatus].map(([status, errors]) => [String(status), openApiErrorResponse(errors)]));
}

/** An error response that can have any of these errors. */
export function openApiErrorResponse(errors: readonly ErrorName[], summary?: string): ZodOpenApiResponseObject {
  const messages = errors.map((name) => `- \`${name}\`: ${apiErrors[name].message}`).join("\n");
  const names: (keyof typeof responseHeaders)[] = ["X-Request-Id"];
  if (errors.some((name) => ["too_many_requests", "proof_required", "idempotency_in_flight"].includes(name))) names.push("Retry-After");
  if (errors.includes("too_many_requests")) names.push(...rateLimitHeaders);
  if (errors.includes("method_not_allowed")) names.push("Allow");
  return {
    description: summary ? `${summary}\n\n${messages}` : messages,
    headers: headerReferences(names),
    content: {
      "application/json": {
        schema: errorSchema(errors),
        examples: Object.fromEntries(errors.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
      },
    },
  };
}

/** The headers of responses. */
export const responseHeaders = {
  "X-Request-Id": { description: "Identifies this request in the log.", schema: { type: "string", format: "uuid" }, required: true },
  Link: {
    description:
      'The next page, as `<url>; rel="next"`. The URL is relative to that of the request. Missing on the last page and without `limit`.',
    schema: { type: "string" },
  },
  "X-Total-Count": {
    description: `The number of all matching rows, if \`limit\` is set. With \`count=capped\`, it's \`${countCap}+\` if there are more.`,
    schema: {
      anyOf: [
        { type: "integer", minimum: 0 },
        { type: "string", const: `${countCap}+` },
      ],
    },
  },
  "Idempotency-Expires": {
    description: "With an `Idempotency-Key`: until when a repeated request gets this response.",
    schema: { type: "string", format: "date-time" },
  },
  "Idempotent-Replayed": { description: "`true` if this is the stored first response.", schema: { type: "string", const: "true" } },
  "Retry-After": { description: "The number of seconds to wait before the next attempt.", schema: { type: "integer", minimum: 1 } },
  "RateLimit-Policy": {
    description:
      "The rate limits of the caller that the request counted toward, as in draft-ietf-httpapi-ratelimit-headers-09: `q` attempts in `w` seconds.",
    schema: { type: "string" },
    example: '"claims";q=200;w=600, "wrong-codes";q=100;w=600',
  },
  RateLimit: {
    description: "How many attempts are left, `r`, and the seconds until the limit resets, `t`. The limit that is closest comes first.",
    schema: { type: "string" },
    example: '"claims";r=199;t=540',
  },
  "Content-Disposition": { description: "The name of the file.", schema: { type: "string" }, example: 'attachment; filename="leads.csv"' },
  Allow: { description: "The methods that this path supports.", schema: { type: "string" }, required: true },
} satisfies Record<string, ZodOpenApiHeaderObject>;

function headerReferences(names: readonly (keyof typeof responseHeaders)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]));
}

/** An example of an error response. */
export function exampleError(name: ErrorName): ErrorBody {
  return {
    ...errorBody(name, "0f7c3f1e-5f0a-4d5e-9d83-0f6a6f2f3f11", {
      ...(name === "invalid_input" && { fields: { email: ["must be a valid email, such as ada@example.org"] } }),
      ...(name === "proof_required" && { challenge: exampleChallenge }),
    }),
    time: 1795262400000,
  };
}
