import { z } from "zod";
import type { ZodOpenApiHeaderObject, ZodOpenApiResponseObject } from "zod-openapi";
import { type Endpoint, acceptsIdempotencyKey, endpointErrors } from "./endpoint";
import { ErrorBody } from "./envelope";
import { apiErrors, type ErrorName } from "./errors";
import { countCap } from "./limits";
import { exampleChallenge } from "./abuse-protection";

/** The answer of a call that succeeds. */
export function successResponse(endpoint: Endpoint): ZodOpenApiResponseObject {
  const isList = endpoint.query !== undefined && "cursor" in endpoint.query.shape;
  const names: (keyof typeof responseHeaders)[] = [
    "X-Request-Id",
    ...(isList ? (["Link", "X-Total-Count"] as const) : []),
    ...(acceptsIdempotencyKey(endpoint) ? (["Idempotent-Replayed"] as const) : []),
  ];
  return {
    description: "Done.",
    headers: headerReferences(names),
    content: endpoint.html
      ? { "text/html": { schema: endpoint.reply, example: endpoint.example.reply } }
      : {
          "application/json": {
            schema: z.object({ success: z.literal(true), data: endpoint.reply }),
            example: { success: true, data: endpoint.example.reply },
          },
          ...(endpoint.csv ? { "text/csv": { schema: { type: "string" } } } : {}),
        },
  };
}

/** The answers that refuse, by their status. */
export function errorResponsesByStatus(endpoint: Endpoint): Record<`${4 | 5}${string}`, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy(endpointErrors(endpoint), (name) => apiErrors[name].status);
  return Object.fromEntries([...byStatus].map(([status, errors]) => [String(status), errorResponse(errors)]));
}

/** An answer that refuses for one of the reasons of `group`. */
export function errorResponse(errors: readonly ErrorName[], summary?: string): ZodOpenApiResponseObject {
  const messages = errors.map((name) => `- \`${name}\`: ${apiErrors[name].message}`).join("\n");
  const names: (keyof typeof responseHeaders)[] = ["X-Request-Id"];
  if (errors.some((name) => ["too_many_requests", "proof_required", "idempotency_in_flight"].includes(name))) names.push("Retry-After");
  if (errors.includes("method_not_allowed")) names.push("Allow");
  return {
    description: summary ? `${summary}\n\n${messages}` : messages,
    headers: headerReferences(names),
    content: {
      "application/json": {
        schema: ErrorBody,
        examples: Object.fromEntries(errors.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
      },
    },
  };
}

/** What answers carry beside their body. */
export const responseHeaders = {
  "X-Request-Id": { description: "Finds this request in the log.", schema: { type: "string", format: "uuid" }, required: true },
  Link: {
    description: 'Where the next page is, as `<address>; rel="next"`; absent on the last, and without `limit`.',
    schema: { type: "string" },
  },
  "X-Total-Count": {
    description: `How many match in all, with \`limit\`; with \`count=capped\`, \`${countCap}+\` where they are more than that.`,
    schema: {
      anyOf: [
        { type: "integer", minimum: 0 },
        { type: "string", const: `${countCap}+` },
      ],
    },
  },
  "Idempotent-Replayed": { description: "`true` where this is the stored first answer.", schema: { type: "string", const: "true" } },
  "Retry-After": { description: "Seconds to wait before the next try.", schema: { type: "integer", minimum: 1 } },
  Allow: { description: "The methods this address answers.", schema: { type: "string" }, required: true },
} satisfies Record<string, ZodOpenApiHeaderObject>;

function headerReferences(names: readonly (keyof typeof responseHeaders)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]));
}

/** What a refusal looks like. */
export function exampleError(name: ErrorName): ErrorBody {
  const { status, message } = apiErrors[name];
  const fields = name === "invalid_input" ? { email: ["must be one plain e-mail address, such as ada@example.org"] } : undefined;
  return {
    success: false,
    code: status,
    error: name,
    message,
    time: 1795262400000,
    requestId: "0f7c3f1e-5f0a-4d5e-9d83-0f6a6f2f3f11",
    ...(fields ? { fields } : {}),
    ...(name === "proof_required" ? { challenge: exampleChallenge } : {}),
  };
}
