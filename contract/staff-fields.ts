import * as z from "zod";
import { Id, oneOf, singleLineText, Timestamp } from "./fields";
import { maxPasswordLength, minPasswordLength } from "./limits";
import { roles } from "./roles";

export const RoleName = oneOf(roles);

export const PersonName = singleLineText(100).pipe(z.string().min(1, "must not be empty"));

/** A new password. It needs a minimum length but no special characters (OWASP, NIST 800-63B). The output is in Unicode NFKC, so that every keyboard enters the same text. */
export const NewPassword = z
  .string()
  .refine((text) => text.isWellFormed(), "must not contain invalid Unicode")
  .transform((text) => text.normalize("NFKC"))
  .pipe(
    z
      .string()
      .min(minPasswordLength, `must be at least ${minPasswordLength} characters`)
      .max(maxPasswordLength, `must be at most ${maxPasswordLength} characters`),
  )
  .meta({ override: { type: "string", minLength: minPasswordLength, maxLength: maxPasswordLength, format: "password" } });

/** An existing password, to be verified. */
export const Password = z
  .string()
  .max(1000, "must be at most 1000 characters")
  .transform((text) => text.toWellFormed().normalize("NFKC"))
  .meta({ override: { type: "string", format: "password" } });

/** The token of a link to set up Gatehouse, join the team or reset a password. */
const AccountToken = z.string().min(1, "is required").max(200, "must be at most 200 characters");

/** The token of an account's link, of which exactly one field is set. */
export const accountTokenFields = {
  accountToken: AccountToken.optional().meta({ description: "The account token from the link. Required unless `token` is set." }),
  token: AccountToken.optional().meta({ description: "The same as `accountToken`, for older clients." }),
};

/** Reads the token of an account's link from either field. */
export const readAccountToken = ({ accountToken, token = "" }: { accountToken?: string | undefined; token?: string | undefined }): string =>
  accountToken ?? token;

/** An authenticator code or a recovery code. Spaces and hyphens are ignored. */
export const SecondFactorCode = z
  .string()
  .max(40, "must be at most 40 characters")
  .transform((text) => text.replace(/[\s-]/g, "").toLowerCase())
  .meta({
    override: { type: "string", maxLength: 40 },
    description: "A code from your authenticator app, or a recovery code.",
    example: "123456",
  });

/** Binary data of a passkey. `max` is in characters. */
export const base64Url = (max: number) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .regex(/^[\w-]*$/, "must be base64url");
/** The fields that every answer of a passkey has. */
export const credential = {
  id: base64Url(1400).min(1, "must not be empty"),
  rawId: base64Url(1400),
  type: z.literal("public-key", "must be public-key"),
};

/** The result of `navigator.credentials.get()` as JSON. Fields that we don't need are ignored. */
export const PasskeyAssertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64Url(8000),
      authenticatorData: base64Url(8000),
      signature: base64Url(8000),
      userHandle: base64Url(100).optional(),
    }),
  })
  .meta({ description: "The browser's answer to the challenge: the result of `navigator.credentials.get()` as JSON." });
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;

/** How a sign-in with a password can be confirmed. */
export const SecondFactorName = z.enum(["authenticator", "passkey"]);
export type SecondFactorName = z.output<typeof SecondFactorName>;

export const StaffRecord = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    role: RoleName,
    secondFactor: z.boolean().meta({ description: "Whether signing in requires a second factor." }),
    secondFactors: z
      .array(SecondFactorName)
      .meta({ description: "How they can confirm a sign-in: with an authenticator app or a passkey. Empty without a second factor." }),
    disabled: z.boolean().meta({ description: "Whether the account is disabled. Disabled staff members can't sign in." }),
    lastSeenAt: Timestamp.nullable().meta({ description: "When they last used Gatehouse. `null` if they never signed in." }),
    createdAt: Timestamp,
  })
  .meta({ id: "Staff" });
export type StaffRecord = z.output<typeof StaffRecord>;

export const exampleStaff: StaffRecord = {
  id: "019aa6c5-0000-7000-8000-00000000000a",
  email: "grace@example.org",
  name: "Grace Hopper",
  role: "owner",
  secondFactor: true,
  secondFactors: ["authenticator"],
  disabled: false,
  lastSeenAt: "2026-11-21T12:00:00.000Z",
  createdAt: "2026-11-01T09:00:00.000Z",
};

/** The reply of endpoints that return no data. */
export const EmptyReply = z.object({});
