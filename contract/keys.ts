import { z } from "zod";
import { endpoint } from "./endpoint";
import { Id, line, Timestamp } from "./fields";
import { exampleProject, ProjectRecord } from "./project";

const tag = "Keys";

export const keyKinds = ["public_key", "secret_key"] as const;
export type KeyKind = (typeof keyKinds)[number];

/** The longest that an old key works beside its successor, in hours. */
export const longestOverlapHours = 30 * 24;

/** The most origins a project lists. */
const mostOrigins = 50;

const KeyName = line(80).pipe(z.string().min(1, "must not be empty"));

/** A key as its owner sees it: never the secret itself. */
export const KeyRecord = z
  .object({
    id: Id,
    kind: z.enum(keyKinds),
    name: z.string(),
    prefix: z.string().meta({ description: "How the key begins." }),
    lastFour: z.string(),
    value: z.string().nullable().meta({ description: "The whole key, for a public one only." }),
    createdAt: Timestamp,
    createdBy: z.string().nullable().meta({ description: "The name of who made it; null for those made at the first start." }),
    lastUsedAt: Timestamp.nullable().meta({ description: "To the minute." }),
    expiresAt: Timestamp.nullable().meta({ description: "When it stops working, after it was rotated." }),
  })
  .meta({ id: "Key" });
export type KeyRecord = z.output<typeof KeyRecord>;

const exampleKey: KeyRecord = {
  id: "019aa6c5-0000-7000-8000-000000000001",
  kind: "secret_key",
  name: "Shop",
  prefix: "sk_",
  lastFour: "x7Qp",
  value: null,
  createdAt: "2026-11-21T12:00:00.000Z",
  createdBy: "Grace Hopper",
  lastUsedAt: null,
  expiresAt: null,
};
const NewKey = KeyRecord.extend({ key: z.string().meta({ description: "The whole key; a secret one is shown this once." }) });
const exampleNewKey = { ...exampleKey, key: "sk_0000000000000000000000000000000000000x7Qp" };
const one = z.strictObject({ id: Id });

export const listKeysEndpoint = endpoint({
  method: "GET",
  path: "/keys",
  tag,
  summary: "List the keys that work",
  description: "Newest first.",
  access: ["owner"],
  reply: z.array(KeyRecord),
  errors: [],
  example: { reply: [exampleKey] },
});

export const createKeyEndpoint = endpoint({
  method: "POST",
  path: "/keys",
  tag,
  summary: "Make a key",
  access: ["owner"],
  body: z.strictObject({ kind: z.enum(keyKinds, `must be one of ${keyKinds.join(", ")}`), name: KeyName }),
  reply: NewKey,
  errors: [],
  example: { body: { kind: "secret_key", name: "Shop" }, reply: exampleNewKey },
});

export const rotateKeyEndpoint = endpoint({
  method: "POST",
  path: "/keys/:id/rotate",
  tag,
  summary: "Replace a key by a new one",
  description: "Both work for the hours of the overlap; then the old one stops.",
  access: ["owner"],
  params: one,
  body: z.strictObject({
    overlapHours: z
      .number()
      .int("must be a whole number")
      .min(0, "must be at least 0")
      .max(longestOverlapHours, `must be at most ${longestOverlapHours}`),
  }),
  reply: NewKey,
  errors: ["key_not_found"],
  example: { params: { id: exampleKey.id }, body: { overlapHours: 24 }, reply: exampleNewKey },
});

export const revokeKeyEndpoint = endpoint({
  method: "DELETE",
  path: "/keys/:id",
  tag,
  summary: "Revoke a key",
  description: "It stops working within a second, on every process.",
  access: ["owner"],
  params: one,
  reply: KeyRecord,
  errors: ["key_not_found", "last_key"],
  example: { params: { id: exampleKey.id }, reply: exampleKey },
});

/** The origin of a web page, as browsers send it. */
const WebOrigin = z
  .string()
  .max(300, "must be at most 300 characters")
  .transform((text, ctx) => {
    const url = URL.parse(text.trim());
    if (url && /^https?:$/.test(url.protocol) && url.host !== "" && /^https?:\/\/[^/?#@*\\\s]+\/?$/i.test(text.trim())) return url.origin;
    ctx.addIssue({ code: "custom", message: "must be an origin such as https://www.example.org" });
    return z.NEVER;
  })
  .meta({ override: { type: "string", maxLength: 300 }, example: "https://www.example.org" });

export const allowOriginsEndpoint = endpoint({
  method: "PUT",
  path: "/keys/origins",
  tag,
  summary: "List the web origins that may use the public key",
  description: "None listed means any.",
  access: ["owner"],
  body: z.strictObject({
    origins: z
      .array(WebOrigin)
      .max(mostOrigins, `must be at most ${mostOrigins}`)
      .transform((origins) => [...new Set(origins)]),
  }),
  reply: ProjectRecord,
  errors: [],
  example: {
    body: { origins: ["https://www.example.org"] },
    reply: { ...exampleProject, allowedOrigins: ["https://www.example.org"] },
  },
});
