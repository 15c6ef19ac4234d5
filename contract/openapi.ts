import * as z from "zod";
import {
  createDocument,
  type ZodOpenApiHeaderObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { Challenge, exampleChallenge } from "./abuse-protection";
import { apiVersion } from "./changelog";
import {
  acceptsIdempotencyKey,
  acceptsKeys,
  bodyLimit,
  type Endpoint,
  endpointErrors,
  filePath,
  type Method,
  requiredRole,
} from "./endpoint";
import { ErrorBody, errorBody } from "./error-body";
import { apiErrors, type ErrorName } from "./errors";
import { eventSchema, exampleEvent, readFeedEndpoint } from "./event-feed";
import { describeEventType, type EventType, eventTypes } from "./event-types";
import { fileQuery, jsonQuery } from "./exports";
import { accessSummary, formatBytes, guide, tagDescriptions } from "./guide";
import { endpoints } from "./index";
import { countCap } from "./limits";
import { isRole } from "./roles";
import { SecondFactorName } from "./staff-fields";

/** Errors that always have a field which the others never have. */
const detailedErrors: Partial<Record<ErrorName, z.ZodObject>> = {
  invalid_input: ErrorBody.extend({
    error: z.literal("invalid_input"),
    fields: z.record(z.string(), z.array(z.string())).meta({ description: "The messages for each invalid field, by its path." }),
  }).meta({ id: "InvalidInputError" }),
  proof_required: ErrorBody.extend({
    error: z.literal("proof_required"),
    challenge: Challenge,
  }).meta({ id: "ProofRequiredError" }),
  second_factor_required: ErrorBody.extend({
    error: z.literal("second_factor_required"),
    secondFactors: z.array(SecondFactorName).meta({ description: "How the sign-in can be confirmed." }),
  }).meta({ id: "SecondFactorRequiredError" }),
};

/** The schema of a response that has one of these errors, which all have the same status. Its `error` is the union of their names. */
function errorSchema(errors: readonly ErrorName[]) {
  const detailed = errors.flatMap((name) => detailedErrors[name] ?? []);
  const [first, ...others] = errors.filter((name) => !detailedErrors[name]);
  const named =
    first === undefined
      ? []
      : [z.intersection(ErrorBody, z.object({ code: z.literal(apiErrors[first].status), error: z.enum([first, ...others]) }))];
  const schemas = [...detailed, ...named];
  return schemas.length === 1 ? schemas[0] : z.union(schemas);
}

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
function successResponse(endpoint: Endpoint): ZodOpenApiResponseObject {
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
      : endpoint.eventStream
        ? { "text/event-stream": { schema: endpoint.reply, example: endpoint.example.reply } }
        : endpoint.file
          ? Object.fromEntries(endpoint.file.map((type) => [type, { schema: endpoint.reply }]))
          : {
              "application/json": {
                schema: z.object({
                  success: z.literal(true),
                  data: endpoint.reply,
                  ...(isList && nextCursorField),
                  ...endpoint.beside?.shape,
                }),
                example: { success: true, data: endpoint.example.reply, ...endpoint.example.beside },
              },
            },
  };
}

/** The successful response of the path that returns a list as a file. */
const fileResponse: ZodOpenApiResponseObject = {
  description: "Success.",
  headers: headerReferences(["X-Request-Id", "Content-Disposition"]),
  content: {
    "text/csv": { schema: { type: "string" } },
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { schema: { type: "string", format: "binary" } },
    "application/x-ndjson": { schema: { type: "string" } },
  },
};

/** The error responses of an endpoint, by status. */
function errorResponsesByStatus(endpoint: Endpoint): Record<`${4 | 5}${string}`, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy(endpointErrors(endpoint), (name) => apiErrors[name].status);
  return Object.fromEntries([...byStatus].map(([status, errors]) => [String(status), openApiErrorResponse(errors)]));
}

/** An error response that can have any of these errors. */
function openApiErrorResponse(errors: readonly ErrorName[], summary?: string): ZodOpenApiResponseObject {
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
const responseHeaders = {
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
function exampleError(name: ErrorName): ErrorBody {
  return {
    ...errorBody(name, "0f7c3f1e-5f0a-4d5e-9d83-0f6a6f2f3f11", {
      ...(name === "invalid_input" && { fields: { email: ["must be a valid email, such as ada@example.org"] } }),
      ...(name === "proof_required" && { challenge: exampleChallenge }),
    }),
    time: 1795262400000,
  };
}

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** Creates the OpenAPI 3.1 document of all endpoints, or with `keys` only of what API keys can do. */
export function openApiDocument(audience: "everyone" | "keys" = "everyone"): OpenApiDocument {
  const isForKeys = audience === "keys";
  const documented = isForKeys ? keyEndpoints() : endpoints;
  const tags = new Set(Object.values(documented).map(({ tag }) => tag));
  const chapters = guide.filter(({ id }) => !isForKeys || id !== "staff-sessions");
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: isForKeys ? "Gatehouse API for API keys" : "Gatehouse API",
        version: apiVersion,
        summary: "Generate, send and claim access codes, and manage leads.",
        description: chapters.map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join("\n\n")).join("\n\n"),
      },
      servers: [{ url: "/api", description: "This server" }],
      tags: Object.entries(tagDescriptions)
        .filter(([name]) => tags.has(name))
        .map(([name, description]) => ({ name, description })),
      paths: paths(documented),
      webhooks: Object.fromEntries(eventTypes.map((type) => [type, { post: eventOperation(type) }])),
      components: {
        securitySchemes: {
          secretKey: {
            type: "http",
            scheme: "bearer",
            description: "The secret key: `sk_` and 40 characters. It can call every endpoint that isn't limited to staff sessions.",
          },
          publicKey: {
            type: "http",
            scheme: "bearer",
            description: "The public key: `pk_` and 32 characters. It can only claim codes and create leads.",
          },
          ...(isForKeys ? {} : { session: sessionScheme }),
        },
        schemas: { Error: ErrorBody },
        parameters: {
          "Idempotency-Key": {
            name: "Idempotency-Key",
            in: "header",
            description:
              "A unique value for this request. If you retry the request with the same key within 24 hours, you get the first response again.",
            schema: { type: "string", minLength: 1, maxLength: 255 },
            example: "7d6f0b5e-2a41-4c0f-9c8e-0d3b1f6a5e22",
          },
        },
        headers: responseHeaders,
        examples: Object.fromEntries(
          documentedErrors(documented).map((name) => [name, { summary: apiErrors[name].message, value: exampleError(name) }]),
        ),
        // These responses don't belong to an operation.
        responses: {
          UnknownPath: openApiErrorResponse(["not_found"], "The path isn't in this document."),
          UnsupportedMethod: openApiErrorResponse(["method_not_allowed"], "The path doesn't support the method."),
        },
      },
    },
    { override: ({ jsonSchema, io }) => simplifySchema(jsonSchema as Record<string, unknown>, io) },
  );
}

/** The request that a receiver of an event answers. */
const eventOperation = (type: EventType): ZodOpenApiOperationObject => ({
  operationId: `on ${type}`.replace(/[ ._](\w)/g, (_, letter: string) => letter.toUpperCase()),
  tags: [readFeedEndpoint.tag],
  summary: type,
  description: describeEventType(type),
  requestBody: { required: true, content: { "application/json": { schema: eventSchema(type), example: exampleEvent(type) } } },
  responses: { "2XX": { description: "The event was handled." } },
});

const sessionScheme = {
  type: "apiKey",
  in: "cookie",
  name: "gatehouse-session",
  description:
    "The session cookie of a staff member. With HTTPS, its name is `__Host-gatehouse-session`. Each operation describes the required role.",
} as const;

export type Documented = Readonly<Record<string, Endpoint>>;

/** The endpoints that accept API keys, without what only sessions can do. */
export const keyEndpoints = (): Documented =>
  Object.fromEntries(
    Object.entries(endpoints)
      .filter(([, endpoint]) => acceptsKeys(endpoint))
      .map(([name, endpoint]) => [
        name,
        { ...endpoint, access: endpoint.access.filter((accepted) => !isRole(accepted)), body: keyBody(endpoint) },
      ]),
  );

/** The body of a request with a key. */
const keyBody = ({ body, keyFields }: Endpoint): z.ZodObject | undefined =>
  body && keyFields ? z.strictObject(Object.fromEntries(keyFields.map((field) => [field, body.shape[field]]))) : body;

/** The errors of these endpoints, and those that don't belong to an operation. */
function documentedErrors(documented: Documented): ErrorName[] {
  const used = new Set<ErrorName>(["not_found", "method_not_allowed", ...Object.values(documented).flatMap(endpointErrors)]);
  return objectKeys(apiErrors).filter((name) => used.has(name));
}

/** Removes generated constraints that don't help readers or would prevent additions. */
function simplifySchema(schema: Record<string, unknown>, io: "input" | "output"): void {
  // Responses can get new fields, so an older document must not forbid them. The values of maps stay.
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
  if (io === "output" && isEmpty(schema.properties)) schema.additionalProperties = {};
  if (schema.propertyNames) simplifyMap(schema as MapSchema);
  if (schema.format === "uuid" || schema.type === "integer") delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

const isEmpty = (properties: unknown): boolean => typeof properties === "object" && Object.keys(properties ?? {}).length === 0;

type MapSchema = { propertyNames?: { enum?: string[] }; additionalProperties?: object; properties?: Record<string, object> };

/** Writes a map whose keys are known as an object, and drops `propertyNames` that allow every text. */
function simplifyMap(schema: MapSchema): void {
  const { propertyNames, additionalProperties } = schema;
  if (propertyNames?.enum && additionalProperties) {
    schema.properties = Object.fromEntries(propertyNames.enum.map((name) => [name, additionalProperties]));
    delete schema.additionalProperties;
    delete schema.propertyNames;
  } else if (propertyNames && Object.keys(propertyNames).every((name) => name === "type")) delete schema.propertyNames;
}

function objectKeys<T extends object>(record: T): (keyof T & string)[] {
  return Object.keys(record) as (keyof T & string)[];
}

function paths(documented: Documented): ZodOpenApiPathsObject {
  const result: ZodOpenApiPathsObject = {};
  const addOperation = (method: Method, path: string, operation: ZodOpenApiOperationObject) => {
    const openApiPath = path.replace(/:(\w+)/g, "{$1}");
    result[openApiPath] = { ...result[openApiPath], [method.toLowerCase()]: operation };
  };
  for (const [name, endpoint] of Object.entries(documented)) {
    addOperation(endpoint.method, endpoint.path, createOperation(name, endpoint));
    if (endpoint.csv) addOperation(endpoint.method, filePath(endpoint.path), createFileOperation(name, endpoint));
    for (const [index, alias] of (endpoint.aliases ?? []).entries()) {
      addOperation(alias.method, alias.path, {
        ...createOperation(`${name}Alias${index || ""}`, endpoint),
        summary: `${endpoint.summary} (alias)`,
        description: `The same as \`${endpoint.method} ${endpoint.path}\`, for existing clients.`,
        deprecated: true,
      });
    }
  }
  return result;
}

function createOperation(operationId: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const { summary, description, tag, params, body, rawBody, example } = endpoint;
  const query = jsonQuery(endpoint);
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
            description: `The maximum size is ${formatBytes(endpoint.bodyLimit ?? bodyLimit)}.`,
            required: !(endpoint.isBodyOptional && body.safeParse({}).success),
            content: { "application/json": { schema: body, example: example.body } },
          },
        }
      : {}),
    ...(rawBody
      ? {
          requestBody: {
            description: `The maximum size is ${formatBytes(rawBody.limit)}.`,
            required: true,
            content: { [rawBody.contentType]: { schema: { type: "string" }, example: rawBody.example } },
          },
        }
      : {}),
    responses: { "200": successResponse(endpoint), ...errorResponsesByStatus(endpoint) },
  };
}

/** The operation that returns a list as a file. Without a path of its own, generated clients would take every list for rows or text. */
function createFileOperation(name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const query = fileQuery(endpoint);
  const operation = createOperation(`${name}File`, { ...endpoint, csv: undefined, query });
  return {
    ...operation,
    summary: `${endpoint.summary} as a file`,
    description: `The rows of \`${endpoint.method} ${endpoint.path}\` as a CSV, Excel or NDJSON file.\n\n${accessSummary(endpoint)}`,
    responses: { ...operation.responses, "200": fileResponse },
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

/** Adds examples to the parameters of a schema, converted to their parsed type. */
function withExamples(schema: z.ZodObject, examples: Record<string, string> = {}): z.ZodObject {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const text = examples[name];
    const parsed = field.safeParse(text).data;
    return [name, text === undefined ? field : field.meta({ param: { example: typeof parsed === "string" ? text : parsed } })];
  });
  return z.object(Object.fromEntries(fields));
}
