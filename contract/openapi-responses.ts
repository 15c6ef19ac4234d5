import { z } from "zod";
import type { ZodOpenApiHeaderObject, ZodOpenApiResponseObject } from "zod-openapi";
import { type Endpoint, isRepeatable, refusalsOf } from "./endpoint";
import { RefusalBody } from "./envelope";
import { apiErrors, type ErrorName } from "./errors";
import { countCap } from "./limits";
import { exampleChallenge } from "./protection";

/** The answer of a call that succeeds. */
export function success(endpoint: Endpoint): ZodOpenApiResponseObject {
  const isList = endpoint.query !== undefined && "cursor" in endpoint.query.shape;
  const carried: (keyof typeof headers)[] = [
    "X-Request-Id",
    ...(isList ? (["Link", "X-Total-Count"] as const) : []),
    ...(isRepeatable(endpoint) ? (["Idempotent-Replayed"] as const) : []),
  ];
  return {
    description: "Done.",
    headers: references(carried),
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
export function refusalsByStatus(endpoint: Endpoint): Record<`${4 | 5}${string}`, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy(refusalsOf(endpoint), (name) => apiErrors[name].status);
  return Object.fromEntries([...byStatus].map(([status, group]) => [String(status), refused(group)]));
}

/** An answer that refuses for one of the reasons of `group`. */
export function refused(group: readonly ErrorName[], when?: string): ZodOpenApiResponseObject {
  const sentences = group.map((name) => `- \`${name}\`: ${apiErrors[name].message}`).join("\n");
  const carried: (keyof typeof headers)[] = ["X-Request-Id"];
  if (group.some((name) => ["too_many_requests", "proof_needed", "idempotency_in_flight"].includes(name))) carried.push("Retry-After");
  if (group.includes("method_not_allowed")) carried.push("Allow");
  return {
    description: when ? `${when}\n\n${sentences}` : sentences,
    headers: references(carried),
    content: {
      "application/json": {
        schema: RefusalBody,
        examples: Object.fromEntries(group.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
      },
    },
  };
}

/** What answers carry beside their body. */
export const headers = {
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

function references(carried: readonly (keyof typeof headers)[]) {
  return Object.fromEntries(carried.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]));
}

/** What a refusal looks like. */
export function exampleOf(name: ErrorName): RefusalBody {
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
    ...(name === "proof_needed" ? { challenge: exampleChallenge } : {}),
  };
}
