import * as z from "zod";
import type { PublicAttempt } from "./abuse-protection";
import { callsWithoutKey } from "./calls-without-key";
import { impersonalLists } from "./enums";
import { apiErrors, type ErrorName } from "./errors";
import { type CsvExport, refineFile } from "./export-columns";
import { oneOf } from "./fields";
import { countCap, maxPageSize } from "./limits";
import { isRole, type Role } from "./roles";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who can call an endpoint: a kind of key, or staff members with at least this role. */
export type Access = "public_key" | "secret_key" | Role;

type Shape = z.ZodObject | undefined;

/** One API endpoint. Route handlers, the client, forms, the OpenAPI document and tests read it. */
export type Endpoint<P extends Shape = Shape, Q extends Shape = Shape, B extends Shape = Shape, R extends z.ZodType = z.ZodType> = {
  method: Method;
  /** The documented path without the base URL. Parameters have a leading colon. */
  path: string;
  /** Older paths and methods that existing clients still call (docs/interface.md, "Aliases"). */
  aliases?: readonly { method: Method; path: string }[];
  tag: string;
  summary: string;
  description?: string;
  /** The accepted kinds of key and the minimum role. An empty list means that no credential is required. */
  access: readonly Access[];
  /** The scope of a secret key whose purpose this is. A change with one needs it, even if the key has full access. */
  keyScope?: KeyScope;
  /** The fields of the body that a key can set. The others are for staff. Without it, all. */
  keyFields?: readonly string[];
  params?: P;
  query?: Q;
  body?: B;
  /** A request without a body is the same as one with `{}`. */
  isBodyOptional?: true;
  /** In bytes. Defaults to 256 KiB. */
  bodyLimit?: number;
  /**
   * A body that isn't parsed, such as an email or a signed request. Its limit is in bytes. `isStreamed`: the use case reads it while it
   * arrives.
   */
  rawBody?: { contentType: string; limit: number; example: string; isStreamed?: true };
  /** How long the token in the reply works, in seconds. */
  tokenSeconds?: number;
  /** The reply has a secret. With an `Idempotency-Key`, it is stored encrypted, and only for this long, in seconds. */
  secretSeconds?: number;
  /** Large batches and bulk actions, which wait longer than other requests for a database that doesn't answer. */
  isLong?: true;
  /** It changes nothing, although it isn't a GET: the request is too long for a URL, or isn't for logs. Its responses aren't stored. */
  isRead?: true;
  /** What a request does with the database, if its access and method don't say it. */
  work?: DatabaseWork;
  reply: R;
  /** The fields beside `data` in the reply, if it isn't a page of a list. */
  beside?: z.ZodObject;
  errors: readonly ErrorName[];
  /** The public rate limit that calls without a secret key or session count toward, and those with a secret key and a `visitor`. */
  attempt?: PublicAttempt;
  /** Forms of customers make the call, with a key: the messages of its errors can be shown to them (customer-messages.ts). */
  isForForms?: true;
  /** The CSV, Excel and NDJSON export of a list, if it has one. */
  csv?: CsvExport;
  /** The reply is an HTML page for a sandboxed frame. */
  html?: true;
  /** The reply is a stream of server-sent events. */
  eventStream?: true;
  /** The reply is a file (`FileReply`) of one of these content types. */
  file?: readonly string[];
  example: { params?: Record<string, string>; query?: Record<string, string>; body?: object; reply: unknown; beside?: object };
};

/** A file that an endpoint returns. `size` is in bytes, if it is known. */
export type FileReply = { name: string; contentType: string; size?: number; chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };
export const FileReply = z.custom<FileReply>().meta({ override: { type: "string", format: "binary" } });

/** Declares an endpoint and keeps the types of its parts. */
export function endpoint<
  const M extends Method,
  const Path extends string,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  R extends z.ZodType = z.ZodType,
>(value: Endpoint<P, Q, B, R> & { method: M; path: Path }): Endpoint<P, Q, B, R> & { method: M; path: Path; query: Q; body: B } {
  // The return type keeps the literal method and path, which identify a call, and the schemas that forms and tools of agents take parts of.
  return value as Endpoint<P, Q, B, R> & { method: M; path: Path; query: Q; body: B };
}

/** Returns whether an endpoint accepts API keys. The other endpoints are for the dashboard and the public pages. */
export const acceptsKeys = ({ access }: Pick<Endpoint, "access">): boolean => access.some((accepted) => !isRole(accepted));

/** What a secret key with limited access can do. `everything` is full access apart from `settings`, and `read` includes all that changes nothing. */
export const keyScopes = ["everything", "read", "events", "codes", "leads", "sends", "settings"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** The tags whose endpoints each scope includes. */
const scopeTags: Partial<Record<KeyScope, readonly string[]>> = {
  codes: ["Codes", "Batches", "Claims", "Prints"],
  leads: ["Leads", "Waitlist", "Suppressions", "Imports"],
  sends: ["Sends", "Waves"],
};

/** Returns whether a secret key needs the scope of an endpoint, even if it has full access. */
export const needsOwnScope = ({ keyScope, method, isRead }: Pick<Endpoint, "method" | "keyScope" | "isRead">): boolean =>
  keyScope !== undefined && method !== "GET" && !isRead;

/** Returns whether a secret key with these scopes can use an endpoint. */
export function allowsEndpoint(scopes: readonly KeyScope[], endpoint: Pick<Endpoint, "method" | "tag" | "keyScope" | "isRead">): boolean {
  const { method, tag, keyScope, isRead } = endpoint;
  if (keyScope !== undefined && scopes.includes(keyScope)) return true;
  if (needsOwnScope(endpoint)) return false;
  return (
    scopes.some(
      (scope) => scope === "everything" || (scope === "read" && (method === "GET" || isRead)) || scopeTags[scope]?.includes(tag),
    ) ||
    // Requests that start a job return its ID.
    (tag === "Jobs" && method === "GET") ||
    // An export reads a list, although the file is made later.
    (tag === "Exports" && method === "POST" && scopes.includes("read"))
  );
}

/** Returns the scope with which a secret key can use an endpoint, and the least else. */
export function scopeFor(endpoint: Pick<Endpoint, "method" | "tag" | "keyScope" | "isRead">): KeyScope {
  const { method, tag, keyScope, isRead } = endpoint;
  // Reading settings needs no right to change them.
  if (keyScope !== undefined && (keyScope !== "settings" || needsOwnScope(endpoint))) return keyScope;
  const scope = keyScopes.find((name) => scopeTags[name]?.includes(tag));
  return scope ?? (method === "GET" || isRead || tag === "Exports" ? "read" : "everything");
}

/** Returns whether an endpoint accepts an `Idempotency-Key`: writes with a key or a session, except those of `callsWithoutKey`. */
export const acceptsIdempotencyKey = ({ method, path, access }: Pick<Endpoint, "access" | "method" | "path">): boolean =>
  method !== "GET" && access.length > 0 && !callsWithoutKey.has(`${method} ${path}`);

/** The minimum role for an endpoint, or undefined if it doesn't accept sessions. */
export const requiredRole = ({ access }: Pick<Endpoint, "access">): Role | undefined => access.find(isRole);

/** Returns whether staff members can call an endpoint before they set up a second factor that their team requires. */
export const isAllowedBeforeSetup = ({ tag }: Pick<Endpoint, "tag">): boolean => tag === "Sign-in" || tag === "Account";

/**
 * What a request does with the database: serve a sign-in or a customer, who may wait for it on a website with a secret key; read something for
 * staff or a secret key; or change it for them.
 */
export type DatabaseWork = "customer" | "read" | "change";

/** Returns what a request does with the database. What customers wait for has connections of its own. */
export function databaseWork({ method, access, tag, work }: Endpoint): DatabaseWork {
  if (work) return work;
  if (access.length === 0 || access.includes("public_key") || isAllowedBeforeSetup({ tag })) return "customer";
  return method === "GET" ? "read" : "change";
}

/** Every error an endpoint can return: its own and those of its kind, in the order of `apiErrors`. */
export function endpointErrors(endpoint: Endpoint): ErrorName[] {
  const { method, access, params, query, body, rawBody } = endpoint;
  const hasBody = (body ?? rawBody) !== undefined;
  const isWrite = method !== "GET";
  const role = requiredRole(endpoint);
  const can: Partial<Record<ErrorName, boolean>> = {
    invalid_json: hasBody,
    invalid_input: isWrite || (params ?? query ?? body) !== undefined,
    bad_key: acceptsKeys(endpoint) || role !== undefined,
    not_signed_in: role !== undefined,
    secret_key_required: acceptsKeys(endpoint) && !access.includes("public_key"),
    secret_key_in_browser: access.includes("secret_key"),
    scope_required: access.includes("secret_key"),
    session_required: !acceptsKeys(endpoint) && role !== undefined,
    role_required:
      role !== undefined && (role !== "viewer" || (endpoint.csv !== undefined && !impersonalLists.includes(endpoint.csv.name))),
    second_factor_setup_required: role !== undefined && !isAllowedBeforeSetup(endpoint),
    cross_site: isWrite && (role !== undefined || access.length === 0),
    origin_not_allowed: access.includes("public_key"),
    body_too_large: hasBody,
    encoding_not_supported: hasBody,
    too_many_requests: access.includes("public_key"),
    idempotency_mismatch: acceptsIdempotencyKey(endpoint),
    idempotency_in_flight: acceptsIdempotencyKey(endpoint),
    idempotency_erased: acceptsIdempotencyKey(endpoint),
    internal: true,
    // Public reads, such as health checks, don't need the database to identify the caller.
    unavailable: access.length > 0 || isWrite,
  };
  return (Object.keys(apiErrors) as ErrorName[]).filter((name) => can[name] || endpoint.errors.includes(name));
}

/** Every path of an endpoint, including its aliases and that of its file. */
export const endpointPaths = (endpoint: Endpoint): string[] => endpointCalls(endpoint).map(({ path }) => path);

/** Every method and path of an endpoint: its own, its aliases, and the path that returns its list as a file. */
export function endpointCalls({ method, path, aliases = [], csv }: Endpoint): { method: Method; path: string }[] {
  return [{ method, path }, ...aliases, ...(csv ? [{ method, path: filePath(path) }] : [])];
}

/** The path that returns a list as a file, such as `/files/leads`. */
export const filePath = (listPath: string): string => `/files${listPath}`;

/** Returns whether a path, with or without `/api`, returns a list as a file. */
export const isFilePath = (path: string): boolean => /^(\/api)?\/files\//.test(path);

/** The default body limit, in bytes. */
export const bodyLimit = 256 * 1024;

/** The body limit of endpoints that take long lists, in bytes. */
export const largeBodyLimit = 16 * 1024 * 1024;

/** A whole number of at most four digits in a query string. */
export function queryNumber(minimum: number, maximum: number) {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .pipe(z.number().min(minimum, message).max(maximum, message))
    .meta({ override: { type: "integer", minimum, maximum } });
}

const yesOrNo = "must be true or false";

/** A boolean: `true` or `false` as text in a query string, a JSON boolean in a body. */
export const Flag = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")], yesOrNo)
  .meta({ override: { type: "boolean", anyOf: undefined } });

/** The query of a list endpoint: pagination plus its filters. */
export function listQuery<S extends z.ZodRawShape>(filters: S) {
  const query = z.strictObject({
    limit: queryNumber(1, maxPageSize)
      .optional()
      .meta({ description: "The maximum number of rows on a page. Without it, the response streams all rows." }),
    cursor: z.string().max(500).optional().meta({ description: "Where the page starts. Use the `nextCursor` of the previous page." }),
    count: z
      .enum(["exact", "capped"], "must be exact or capped")
      .optional()
      .meta({
        description: `How to compute \`X-Total-Count\`. \`exact\` counts all matching rows. \`capped\` stops at ${countCap.toLocaleString("en-US")} and returns \`${countCap}+\`, which is faster for large lists. Defaults to \`exact\`.`,
      }),
    ...filters,
  });
  return refineFile(query);
}

/** The fields of records that have another name in `sort`, which older clients send. */
const sortNames: Readonly<Record<string, string>> = { createdAt: "created", claimedAt: "claimed" };

/** The query parameters that sort a list. The first of `names` is the default. */
export function sortParams<const Names extends readonly [string, ...string[]]>(names: Names) {
  const fields = Object.keys(sortNames).filter((field) => names.includes(sortNames[field] ?? ""));
  const accepted = [...fields, ...names];
  const older = fields.map((field) => ` \`${sortNames[field]}\` is the same as \`${field}\`, for older clients.`).join("");
  return {
    sort: oneOf(accepted as [Names[number], ...Names[number][]])
      .transform((name) => (sortNames[name] ?? name) as Names[number])
      .optional()
      .meta({ description: `The field to sort by. Defaults to \`${accepted[0]}\`.${older}` }),
    order: z
      .enum(["desc", "asc"], "must be desc or asc")
      .optional()
      .meta({ description: "The sort order: `asc` for ascending or `desc` for descending. Defaults to `desc`." }),
  };
}

const hasValue = (value: unknown): boolean => value !== undefined && value !== "";

/** A list's filters in the body of a bulk action. It must name at least one filter, or be `{ all: true }`. */
export function filterInput<S extends z.ZodRawShape>(filters: S) {
  return (
    z
      .strictObject({
        ...filters,
        all: z
          .literal(true, "must be true, or left out")
          .optional()
          .meta({ description: "Selects every row. Can't be combined with other filters." }),
      })
      // An empty filter would match every row by accident.
      .refine((filter) => "all" in filter !== Object.entries(filter).some(([name, value]) => name !== "all" && hasValue(value)), {
        message: `must include at least one of ${Object.keys(filters).join(", ")}, or only \`all\``,
      })
      .meta({ description: "Selects all matching rows. Takes the same filters as the list. To select every row, send only `all: true`." })
  );
}

/** The refinement of a body or query that must have either of two fields, but not both. */
export const exactlyOneOf = <Name extends string>(
  first: Name,
  second: Name,
): [(input: Partial<Record<Name, unknown>>) => boolean, { path: string[]; message: string }] => [
  (input) => (input[first] === undefined) !== (input[second] === undefined),
  { path: [first], message: `must have either \`${first}\` or \`${second}\`, but not both` },
];

/** A search query. */
export const Search = z
  .string()
  .max(200, "must be at most 200 characters")
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "must not contain control characters or invalid Unicode")
  .transform((text) => text.trim())
  .meta({ override: { type: "string", maxLength: 200 } });
