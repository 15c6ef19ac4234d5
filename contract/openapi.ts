import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { bodyLimit, type Endpoint, acceptsIdempotencyKey, requiredRole, type Method } from "./endpoint";
import { ErrorBody } from "./envelope";
import { apiErrors } from "./errors";
import { tagDescriptions, guide, accessSummary } from "./guide";
import { endpoints } from "./index";
import { exampleError, responseHeaders, errorResponsesByStatus, errorResponse, successResponse } from "./openapi-responses";

/** The version of the interface: the second number rises when something is added. */
export const apiVersion = "1.6.0";

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** The OpenAPI 3.1 document of every endpoint. */
export function openApiDocument(): OpenApiDocument {
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Gatehouse API",
        version: apiVersion,
        summary: "Access codes, and the leads that receive them.",
        description: guide.map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join("\n\n")).join("\n\n"),
      },
      servers: [{ url: "/api", description: "This service" }],
      tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
      paths: paths(),
      components: {
        securitySchemes: {
          secretKey: {
            type: "http",
            scheme: "bearer",
            description: "The secret key, `sk_` and 40 characters. Opens everything but what is for staff alone.",
          },
          publicKey: {
            type: "http",
            scheme: "bearer",
            description: "The public key, `pk_` and 32 characters. Opens the two endpoints that name it.",
          },
          session: {
            type: "apiKey",
            in: "cookie",
            name: "gatehouse-session",
            description:
              "Staff who are signed in; under https the cookie is `__Host-gatehouse-session`. Each operation says the least role.",
          },
        },
        schemas: { Refusal: ErrorBody },
        parameters: {
          "Idempotency-Key": {
            name: "Idempotency-Key",
            in: "header",
            description:
              "A text of your own for this write: a repeated request with the same one gets the first answer again, for 24 hours.",
            schema: { type: "string", minLength: 1, maxLength: 255 },
            example: "7d6f0b5e-2a41-4c0f-9c8e-0d3b1f6a5e22",
          },
        },
        headers: responseHeaders,
        examples: Object.fromEntries(keysOf(apiErrors).map((name) => [name, { summary: apiErrors[name].message, value: exampleError(name) }])),
        // No operation can give these: they are the answers where there is no operation.
        responses: {
          NothingHere: errorResponse(["not_found"], "An address that is not in this document."),
          OtherMethod: errorResponse(["method_not_allowed"], "A method that the address does not answer."),
        },
      },
    },
    { override: ({ jsonSchema, io }) => simplifySchema(jsonSchema as Record<string, unknown>, io) },
  );
}

/** Takes out of a schema what says nothing to a reader, or what would be wrong tomorrow. */
function simplifySchema(schema: Record<string, unknown>, io: "input" | "output"): void {
  // Answers may gain fields, so that an older document must not forbid them.
  if (io === "output") delete schema.additionalProperties;
  if (schema.format === "uuid" || schema.type === "integer") delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function keysOf<T extends object>(record: T): (keyof T & string)[] {
  return Object.keys(record) as (keyof T & string)[];
}

function paths(): ZodOpenApiPathsObject {
  const result: ZodOpenApiPathsObject = {};
  const addOperation = (method: Method, path: string, operation: ZodOpenApiOperationObject) => {
    const openApiPath = path.replace(/:(\w+)/g, "{$1}");
    result[openApiPath] = { ...result[openApiPath], [method.toLowerCase()]: operation };
  };
  for (const [name, endpoint] of Object.entries(endpoints)) {
    addOperation(endpoint.method, endpoint.path, createOperation(name, endpoint));
    for (const [index, alias] of (endpoint.aliases ?? []).entries()) {
      addOperation(alias.method, alias.path, {
        ...createOperation(`${name}Alias${index || ""}`, endpoint),
        summary: `${endpoint.summary} (older address)`,
        description: `The same as \`${endpoint.method} ${endpoint.path}\`, for clients that were written against it.`,
        deprecated: true,
      });
    }
  }
  return result;
}

function createOperation(operationId: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const { summary, description, tag, params, query, body, example } = endpoint;
  return {
    operationId,
    tags: [tag],
    summary,
    description: [description, accessSummary(endpoint)].filter(Boolean).join("\n\n"),
    security: securityRequirements(endpoint),
    ...(acceptsIdempotencyKey(endpoint) ? { parameters: [{ $ref: "#/components/parameters/Idempotency-Key" }] } : {}),
    requestParams: {
      ...(params ? { path: withExamples(params, example.params) } : {}),
      ...(query ? { query: withExamples(query, example.query) } : {}),
    },
    ...(body
      ? {
          requestBody: {
            description: `At most ${(endpoint.bodyLimit ?? bodyLimit) / 1024} KiB.`,
            required: true,
            content: { "application/json": { schema: body, example: example.body } },
          },
        }
      : {}),
    responses: { "200": successResponse(endpoint), ...errorResponsesByStatus(endpoint) },
  };
}

function securityRequirements(endpoint: Endpoint): Record<string, string[]>[] {
  const { access } = endpoint;
  return [
    ...(access.includes("secret_key") ? [{ secretKey: [] }] : []),
    ...(access.includes("public_key") ? [{ publicKey: [] }] : []),
    ...(requiredRole(endpoint) ? [{ session: [] }] : []),
  ];
}

/** The parameters of a schema with an example each, as a number or a yes where they are read as one. */
function withExamples(schema: z.ZodObject, examples: Record<string, string> = {}): z.ZodObject {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const text = examples[name];
    const parsed = field.safeParse(text).data;
    return [name, text === undefined ? field : field.meta({ param: { example: typeof parsed === "string" ? text : parsed } })];
  });
  return z.object(Object.fromEntries(fields));
}
