import { z } from "zod";
import { apiErrors, type ErrorName } from "./errors";
import { countCap, pageLimit } from "./limits";
import type { PublicTry } from "./protection";
import { isRole, type Role } from "./roles";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may call: either kind of key, and staff from a role upwards. */
export type Access = "public_key" | "secret_key" | Role;

/** Who calls with a credential: a key of a kind, or somebody of the staff in a role. */
export type CallerKind = Access;

type Shape = z.ZodObject | undefined;

/** One documented call of the API: the door, the client, the form, the document and the tests all read it. */
export type Endpoint<P extends Shape = Shape, Q extends Shape = Shape, B extends Shape = Shape, R extends z.ZodType = z.ZodType> = {
  method: Method;
  /** The documented path, parameters with a leading colon, without the base address. */
  path: string;
  /** Paths and methods that older clients call for the same thing (decisions.md §5). */
  aliases?: readonly { method: Method; path: string }[];
  tag: string;
  summary: string;
  description?: string;
  /** The kinds of key, and the least role. An empty list: anybody. */
  access: readonly Access[];
  params?: P;
  query?: Q;
  body?: B;
  /** Bytes; 256 KiB unless told. */
  bodyLimit?: number;
  reply: R;
  errors: readonly ErrorName[];
  /** As what a call of the public counts; none where it is not counted. */
  tries?: PublicTry;
  /** What a list gives as CSV, where it does: the file's name, and its columns. */
  csv?: Csv;
  /** Its reply is a page to stand in a frame of ours. */
  html?: true;
  example: { params?: Record<string, string>; query?: Record<string, string>; body?: object; reply: unknown };
};

/** A cell of a CSV file. What is `text` stays text where a spreadsheet would read a number: a code's leading zeros are part of it. */
export type Cell = string | number | boolean | null | { text: string };

/** How a record of a list stands in a CSV file: its cells by the column's title. */
export type Csv<Item = never> = { name: string; columns: Readonly<Record<string, (item: Item) => Cell>> };

/** Declares an endpoint; the types of its parts follow into its readers. */
export function endpoint<
  const M extends Method,
  const Path extends string,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  R extends z.ZodType = z.ZodType,
>(value: Endpoint<P, Q, B, R> & { method: M; path: Path }): Endpoint<P, Q, B, R> & { method: M; path: Path; body: B } {
  // Its type says where it is, so that it can be called by that, and whether there is a body, so that a form can take its schema as it stands.
  return value as Endpoint<P, Q, B, R> & { method: M; path: Path; body: B };
}

/** Whether a key of some kind opens the endpoint. The others are for the pages of staff and customers. */
export const takesKeys = ({ access }: Pick<Endpoint, "access">): boolean => access.some((each) => !isRole(each));

/** Whether an `Idempotency-Key` is heeded: by writes that programs make. What pages write may answer secrets, which are not stored. */
export const isRepeatable = (endpoint: Pick<Endpoint, "access" | "method">): boolean => endpoint.method !== "GET" && takesKeys(endpoint);

/** The least role that opens the endpoint, or undefined where no role does. */
export const leastRole = ({ access }: Pick<Endpoint, "access">): Role | undefined => access.find(isRole);

/** Every refusal that the endpoint can answer: those of its own, and those that any endpoint of its kind can, in the order of the table. */
export function refusalsOf(endpoint: Endpoint): ErrorName[] {
  const { method, access, params, query, body } = endpoint;
  const isWrite = method !== "GET";
  const role = leastRole(endpoint);
  const can: Partial<Record<ErrorName, boolean>> = {
    invalid_json: body !== undefined,
    invalid_input: isWrite || (params ?? query ?? body) !== undefined,
    bad_key: takesKeys(endpoint) || role !== undefined,
    not_signed_in: role !== undefined,
    secret_key_required: takesKeys(endpoint) && !access.includes("public_key"),
    staff_required: !takesKeys(endpoint) && role !== undefined,
    role_required: role !== undefined && role !== "viewer",
    cross_site: isWrite && (role !== undefined || access.length === 0),
    origin_not_allowed: access.includes("public_key"),
    body_too_large: body !== undefined,
    too_many_requests: access.includes("public_key"),
    idempotency_mismatch: isRepeatable(endpoint),
    idempotency_in_flight: isRepeatable(endpoint),
    internal: true,
    // Only those that know their caller, and those that write, ask the database on the way.
    unavailable: access.length > 0 || isWrite,
  };
  return (Object.keys(apiErrors) as ErrorName[]).filter((name) => can[name] || endpoint.errors.includes(name));
}

/** The largest body an endpoint accepts when it does not say otherwise, in bytes. */
export const bodyLimit = 256 * 1024;

/** The largest body of the endpoints that take lists of addresses, in bytes. */
export const longBodyLimit = 16 * 1024 * 1024;

const pageSize = `must be a whole number from 1 to ${pageLimit}`;
const pageNumber = z
  .string()
  .regex(/^\d{1,4}$/, pageSize)
  .transform(Number)
  .pipe(z.number().min(1, pageSize).max(pageLimit, pageSize))
  .meta({ override: { type: "integer", minimum: 1, maximum: pageLimit } });

const yesOrNo = "must be true or false";

/** A yes or no: a word in a query string, a boolean in a body. */
export const Flag = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")], yesOrNo)
  .meta({ override: { type: "boolean", anyOf: undefined } });

/** The query of a list: `limit` and `cursor` ask for one page, and `filters` narrow it. */
export function listQuery<S extends z.ZodRawShape>(filters: S) {
  return z.strictObject({
    limit: pageNumber.optional().meta({ description: "Answers one page of at most this many rows; without it everything is streamed." }),
    cursor: z.string().max(500).optional().meta({ description: "Where the page starts: taken from the `Link` header of the page before." }),
    count: z
      .enum(["exact", "capped"], "must be exact or capped")
      .optional()
      .meta({
        description: `How \`X-Total-Count\` is counted: \`exact\`, which is the default and takes longer the more match, or \`capped\`, which stops at ${countCap} and then says \`${countCap}+\`.`,
      }),
    ...filters,
  });
}

/** The part of a list's query that asks for all of it as a CSV file. */
export const asCsv = {
  format: z.enum(["json", "csv"], "must be json or csv").optional().meta({ description: "`csv` answers all of it as a file, streamed." }),
};

/** The part of a list's query that says its order: by one of `names`, of which the first is the default. */
export const sortedBy = <const Names extends readonly [string, ...string[]]>(names: Names) => ({
  sort: z
    .enum(names, `must be one of ${names.join(", ")}`)
    .optional()
    .meta({ description: `What the list is in the order of. Default \`${names[0]}\`.` }),
  order: z.enum(["desc", "asc"], "must be desc or asc").optional().meta({ description: "Default `desc`: the newest, or the last, first." }),
});

const isGiven = (value: unknown): boolean => value !== undefined && value !== "";

/** The filters of a list as a body names them, for an act on everything that matches. Whoever means all says so. */
export function matching<S extends z.ZodRawShape>(filters: S) {
  return (
    z
      .strictObject({ ...filters, everything: z.literal(true).optional() })
      // A search for nothing would narrow nothing: whoever means all is to say so.
      .refine(
        (filter) => "everything" in filter !== Object.entries(filter).some(([name, value]) => name !== "everything" && isGiven(value)),
        {
          message: `must name at least one of ${Object.keys(filters).join(", ")}, or \`everything\` alone`,
        },
      )
      .meta({ description: "Everything that matches, as the list's filters do; `everything: true` where nothing else narrows it." })
  );
}

/** A body that names things one by one or by a filter, and never both. */
export const eitherOf = <Listed extends string>(
  listed: Listed,
): [(body: Partial<Record<Listed | "filter", unknown>>) => boolean, { path: string[]; message: string }] => [
  (body) => (body[listed] === undefined) !== (body.filter === undefined),
  { path: [listed], message: `name either \`${listed}\` or \`filter\`, and not both` },
];

/** What a person types into a search field. */
export const Search = z
  .string()
  .max(200, "must be at most 200 characters")
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "must not contain control characters or broken Unicode")
  .transform((text) => text.trim())
  .meta({ override: { type: "string", maxLength: 200 } });
