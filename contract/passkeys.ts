import * as z from "zod";
import { endpoint } from "./endpoint";
import { expectedValues, Id, singleLineText, Timestamp } from "./fields";
import { CurrentSession, exampleCurrentSession } from "./session";
import { base64Url, credential, EmptyReply, PasskeyAssertion, Password } from "./staff-fields";

const tag = "Account";

/** How long a passkey has to answer, in seconds. */
export const passkeyChallengeSeconds = 300;

/** For this many minutes after signing in, no password is needed to add or remove passkeys. */
export const recentSignInMinutes = 10;

/** The maximum number of passkeys of a staff member. */
export const maxPasskeys = 20;

const PasskeyName = singleLineText(60).pipe(z.string().min(1, "must not be empty"));

const PasskeyRegistration = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64Url(8000),
      attestationObject: base64Url(20_000),
      transports: z.array(z.string().max(20, "must be at most 20 characters")).max(10, "must have at most 10 items").optional(),
    }),
  })
  .meta({ description: "The browser's answer to the challenge: the result of `navigator.credentials.create()` as JSON." });
export type PasskeyRegistration = z.output<typeof PasskeyRegistration>;

export const PasskeyRecord = z
  .object({
    id: Id,
    name: z.string(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable().meta({ description: "When it was last used to sign in. `null` if it never was." }),
  })
  .meta({ id: "Passkey" });
export type PasskeyRecord = z.output<typeof PasskeyRecord>;

const options = (method: string) =>
  z.object({
    options: z.record(z.string(), z.unknown()).meta({ description: `The options for \`navigator.credentials.${method}()\`, as JSON.` }),
  });
const ConfirmationBody = z.strictObject({
  password: Password.optional().meta({
    description: `Your current password. You can leave it out within ${recentSignInMinutes} minutes after you sign in.`,
  }),
});
const confirmationErrors = ["invalid_password", "confirmation_required", "too_many_requests"] as const;

const examplePasskey: PasskeyRecord = {
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e31",
  name: "Grace's laptop",
  createdAt: "2026-11-21T12:00:00.000Z",
  lastUsedAt: null,
};
const exampleChallenge = "q5Yb0eYc2cR5b3Vf0sT4vQ8l9pK7m6n1";
const exampleCredential = { id: "hB1xJ0m3Tn2p", rawId: "hB1xJ0m3Tn2p", type: "public-key" as const };
const exampleAssertion = {
  ...exampleCredential,
  response: { clientDataJSON: "e30", authenticatorData: "SZ05", signature: "ME0C" },
};

export const startPasskeySignInEndpoint = endpoint({
  method: "POST",
  path: "/session/passkey/challenge",
  tag: "Sign-in",
  summary: "Get a challenge for a passkey",
  description: `Returns a challenge and sets a cookie. The same browser can answer it once, within ${passkeyChallengeSeconds / 60} minutes.`,
  access: [],
  reply: options("get"),
  errors: ["too_many_requests"],
  example: { reply: { options: { challenge: exampleChallenge, rpId: "codes.example.org", userVerification: "required", timeout: 60000 } } },
});

export const signInWithPasskeyEndpoint = endpoint({
  method: "POST",
  path: "/session/passkey",
  tag: "Sign-in",
  summary: "Sign in with a passkey",
  description: "Sets the session cookie. A passkey needs no second factor, because it verifies the person with a PIN, fingerprint or face.",
  access: [],
  body: z.strictObject({ passkey: PasskeyAssertion }),
  reply: CurrentSession,
  errors: ["passkey_invalid", "too_many_requests"],
  example: { body: { passkey: exampleAssertion }, reply: exampleCurrentSession },
});

export const listPasskeysEndpoint = endpoint({
  method: "GET",
  path: "/account/passkeys",
  tag,
  summary: "List your passkeys",
  description: "Oldest first.",
  access: ["viewer"],
  reply: z.array(PasskeyRecord),
  errors: [],
  example: { reply: [examplePasskey] },
});

export const startPasskeySetupEndpoint = endpoint({
  method: "POST",
  path: "/account/passkeys/challenge",
  tag,
  summary: "Get a challenge for a new passkey",
  description: `Your session can answer it once, within ${passkeyChallengeSeconds / 60} minutes.`,
  access: ["viewer"],
  body: ConfirmationBody,
  reply: options("create"),
  errors: confirmationErrors,
  example: {
    body: { password: "seven violet umbrellas hum" },
    reply: { options: { challenge: exampleChallenge, rp: { id: "codes.example.org", name: "Launch" } } },
  },
});

export const addPasskeyEndpoint = endpoint({
  method: "POST",
  path: "/account/passkeys",
  tag,
  summary: "Add a passkey",
  description:
    "From then on, you can sign in with the passkey, and signing in with your password requires a second factor. The first second factor also revokes your other sessions and returns recovery codes.",
  access: ["viewer"],
  body: z.strictObject({ name: PasskeyName, passkey: PasskeyRegistration }),
  reply: z.object({
    passkey: PasskeyRecord,
    recoveryCodes: z
      .array(z.string())
      .meta({ description: "The recovery codes, which are only shown once. Empty if you already had a second factor." }),
  }),
  errors: ["passkey_invalid", "passkey_exists"],
  example: {
    body: {
      name: examplePasskey.name,
      passkey: { ...exampleCredential, response: { clientDataJSON: "e30", attestationObject: "o2N0" } },
    },
    reply: { passkey: examplePasskey, recoveryCodes: ["h7kq-2mwd-9xtr-p6vf", "c4np-8vzb-3jfs-y2dk"] },
  },
});

const idParams = z.strictObject({ id: Id });

export const renamePasskeyEndpoint = endpoint({
  method: "PATCH",
  path: "/account/passkeys/:id",
  tag,
  summary: "Rename a passkey",
  access: ["viewer"],
  params: idParams,
  body: z.strictObject({ name: PasskeyName, expected: expectedValues({ name: z.string() }, "account_changed") }),
  reply: PasskeyRecord,
  errors: ["passkey_not_found", "account_changed"],
  example: { params: { id: examplePasskey.id }, body: { name: examplePasskey.name }, reply: examplePasskey },
});

export const removePasskeyEndpoint = endpoint({
  method: "DELETE",
  path: "/account/passkeys/:id",
  tag,
  summary: "Remove a passkey",
  description: "Without another second factor, your recovery codes stop working and your password is enough to sign in.",
  access: ["viewer"],
  params: idParams,
  body: ConfirmationBody,
  reply: EmptyReply,
  errors: ["passkey_not_found", ...confirmationErrors],
  example: { params: { id: examplePasskey.id }, body: { password: "seven violet umbrellas hum" }, reply: {} },
});
