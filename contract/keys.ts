import * as z from "zod";
import { endpoint, keyScopes } from "./endpoint";
import { Id, Instant, oneOf, singleLineText, Timestamp } from "./fields";
import { exampleProject, ProjectRecord } from "./project";

const tag = "Keys";

export const keyKinds = ["public_key", "secret_key"] as const;
export type KeyKind = (typeof keyKinds)[number];

/** The maximum time a rotated key keeps working, in hours. */
const maxOverlapHours = 30 * 24;

/** How long a repeated request gets the new key again, in seconds: long enough for retries after an answer was lost. */
const secretSeconds = 10 * 60;

const maxOrigins = 50;

const KeyName = singleLineText(80).pipe(z.string().min(1, "must not be empty"));

const scopesError = `must be a list of ${keyScopes.join(", ")}`;
const KeyScopes = z
  .array(z.enum(keyScopes, scopesError), scopesError)
  .min(1, "must not be empty")
  // `settings` is the only scope that full access doesn't include.
  .transform((scopes) =>
    [...new Set(scopes)].filter((scope) => scope === "everything" || scope === "settings" || !scopes.includes("everything")),
  )
  .meta({
    description:
      "What a secret key can do. `read` allows every `GET`, and look-ups, checks and previews with `POST`; `codes`, `leads` and `sends` allow all requests about these: `codes` includes batches and claims, and `leads` includes suppressions. `settings` allows to change the project's settings for integrations, which `everything` doesn't.",
  });

const ExpiresAt = Instant.optional().meta({ description: "When the key stops working. Without it, the key doesn't expire." });

/** An API key. It never contains the value of a secret key. */
export const KeyRecord = z
  .object({
    id: Id,
    kind: z.enum(keyKinds),
    name: z.string(),
    scopes: z
      .array(z.enum(keyScopes))
      .meta({ description: "What the key can do. Public keys always have `everything` that public keys can do." }),
    prefix: z.string().meta({ description: "The first characters of the key, which show its kind." }),
    lastFour: z.string().meta({ description: "The last four characters of the key." }),
    value: z.string().nullable().meta({ description: "The full public key. `null` for secret keys." }),
    createdAt: Timestamp,
    createdBy: z
      .string()
      .nullable()
      .meta({ description: "The name of the staff member who created the key. `null` for keys created during setup." }),
    createdById: Id.nullable().meta({ description: "The ID of that staff member." }),
    creatorRemoved: z.boolean().meta({ description: "Whether that staff member was removed from the team. The key keeps working." }),
    lastUsedAt: Timestamp.nullable().meta({ description: "When the key was last used, to the minute. `null` if it was never used." }),
    expiresAt: Timestamp.nullable().meta({
      description: "When the key stops working. `null` unless it was created with an expiry or rotated.",
    }),
  })
  .meta({ id: "Key" });
export type KeyRecord = z.output<typeof KeyRecord>;

const exampleKey: KeyRecord = {
  id: "019aa6c5-0000-7000-8000-000000000001",
  kind: "secret_key",
  name: "Shop",
  scopes: ["everything"],
  prefix: "sk_",
  lastFour: "x7Qp",
  value: null,
  createdAt: "2026-11-21T12:00:00.000Z",
  createdBy: "Grace Hopper",
  createdById: "019aa6c5-0000-7000-8000-00000000000a",
  creatorRemoved: false,
  lastUsedAt: null,
  expiresAt: null,
};
const NewKey = KeyRecord.extend({ key: z.string().meta({ description: "The full key. A secret key is only shown once." }) });
const exampleNewKey = { ...exampleKey, key: "sk_0000000000000000000000000000000000000x7Qp" };
const idParams = z.strictObject({ id: Id });

export const listKeysEndpoint = endpoint({
  method: "GET",
  path: "/keys",
  tag,
  summary: "List API keys",
  description: "Returns the active keys, newest first.",
  access: ["owner"],
  reply: z.array(KeyRecord),
  errors: [],
  example: { reply: [exampleKey] },
});

export const createKeyEndpoint = endpoint({
  method: "POST",
  path: "/keys",
  tag,
  summary: "Create an API key",
  access: ["owner"],
  body: z.strictObject({
    kind: oneOf(keyKinds),
    name: KeyName,
    scopes: KeyScopes.optional(),
    expiresAt: ExpiresAt,
  }),
  secretSeconds,
  reply: NewKey,
  errors: [],
  example: { body: { kind: "secret_key", name: "Shop" }, reply: exampleNewKey },
});

export const rotateKeyEndpoint = endpoint({
  method: "POST",
  path: "/keys/:id/rotate",
  tag,
  summary: "Rotate an API key",
  description: "Creates a new key of the same kind and with the same scopes, and returns it. The old key keeps working for `overlapHours`.",
  access: ["owner"],
  params: idParams,
  body: z.strictObject({
    overlapHours: z
      .number()
      .int("must be a whole number")
      .min(0, "must be at least 0")
      .max(maxOverlapHours, `must be at most ${maxOverlapHours}`)
      .meta({ description: "How long the old key keeps working, in hours." }),
    expiresAt: ExpiresAt,
  }),
  secretSeconds,
  reply: NewKey,
  errors: ["key_not_found"],
  example: {
    params: { id: exampleKey.id },
    body: { overlapHours: 24 },
    reply: { ...exampleNewKey, id: "019aa6c5-0000-7000-8000-000000000002" },
  },
});

export const revokeKeyEndpoint = endpoint({
  method: "DELETE",
  path: "/keys/:id",
  tag,
  summary: "Revoke an API key",
  description: "The key stops working within one second.",
  access: ["owner"],
  params: idParams,
  reply: KeyRecord,
  errors: ["key_not_found", "last_key"],
  example: { params: { id: exampleKey.id }, reply: exampleKey },
});

/** A web origin, as browsers send it. */
const WebOrigin = z
  .string()
  .max(300, "must be at most 300 characters")
  .transform((text, ctx) => {
    const url = URL.parse(text.trim());
    if (url && /^https?:$/.test(url.protocol) && url.host !== "" && /^https?:\/\/[^/?#@*\\\s]+\/?$/i.test(text.trim())) return url.origin;
    ctx.addIssue({ code: "custom", message: "must be an origin, such as https://www.example.org" });
    return z.NEVER;
  })
  .meta({ override: { type: "string", maxLength: 300 }, example: "https://www.example.org" });

export const updateAllowedOriginsEndpoint = endpoint({
  method: "PUT",
  path: "/keys/origins",
  tag,
  summary: "Update allowed origins",
  description: "Replaces the list of web origins that can use the public key. If the list is empty, all origins can.",
  access: ["secret_key", "owner"],
  keyScope: "settings",
  body: z.strictObject({
    expected: z.array(WebOrigin).max(maxOrigins, `must have at most ${maxOrigins} origins`).optional().meta({
      description:
        "The origins you last read. If they have changed since then, the request returns `project_changed` and nothing is updated.",
    }),
    origins: z
      .array(WebOrigin)
      .max(maxOrigins, `must have at most ${maxOrigins} origins`)
      .transform((origins) => [...new Set(origins)]),
  }),
  reply: ProjectRecord,
  errors: ["project_changed"],
  example: {
    body: { origins: ["https://www.example.org"] },
    reply: { ...exampleProject, allowedOrigins: ["https://www.example.org"] },
  },
});
