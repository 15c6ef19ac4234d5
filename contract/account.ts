import { z } from "zod";
import { endpoint } from "./endpoint";
import { Email } from "./fields";
import { Done, exampleStaff, LinkToken, NewPassword, PersonName, SecondFactorCode, StaffRecord, TypedPassword } from "./staff";

const tag = "Account";

/** How long the link of a reset works, in minutes. */
export const resetLifeMinutes = 30;

/** How often a link may be asked for: for one address, and from one client. Times in seconds. */
export const resetLimits = { address: { most: 5, seconds: 900 }, client: { most: 20, seconds: 900 } } as const;

/** How many recovery codes somebody has at first. */
export const recoveryCodeCount = 10;

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).meta({ description: "Shown this once; each works once." }) });
const exampleCodes = { recoveryCodes: ["h7kq-2mwd-9xtr-p6vf", "c4np-8vzb-3jfs-y2dk"] };
const OwnPassword = z.strictObject({ password: TypedPassword });

export const askForResetEndpoint = endpoint({
  method: "POST",
  path: "/password/forgot",
  tag,
  summary: "Ask for a link to choose a new password",
  description: `The answer is the same whether or not the address is known. The link is mailed, and works once for ${resetLifeMinutes} minutes.`,
  access: [],
  body: z.strictObject({ email: Email }),
  reply: z.object({ email: z.string() }),
  errors: ["too_many_requests"],
  example: { body: { email: "grace@example.org" }, reply: { email: "grace@example.org" } },
});

export const resetPasswordEndpoint = endpoint({
  method: "POST",
  path: "/password/reset",
  tag,
  summary: "Choose a new password with a mailed link",
  description: "Ends every session of theirs. A second factor stays as it is.",
  access: [],
  body: z.strictObject({ token: LinkToken, password: NewPassword }),
  reply: z.object({ email: z.string() }),
  errors: ["link_not_valid", "too_many_requests"],
  example: {
    body: { token: "3b7e0c9a5d1f48e2a6c4b8d0f1e3a597", password: "correct horse battery staple" },
    reply: { email: "grace@example.org" },
  },
});

export const changeAccountEndpoint = endpoint({
  method: "PATCH",
  path: "/account",
  tag,
  summary: "Change one's own name",
  access: ["viewer"],
  body: z.strictObject({ name: PersonName }),
  reply: StaffRecord,
  errors: [],
  example: { body: { name: "Grace Hopper" }, reply: exampleStaff },
});

export const changePasswordEndpoint = endpoint({
  method: "POST",
  path: "/account/password",
  tag,
  summary: "Change one's own password",
  description: "Ends one's other sessions.",
  access: ["viewer"],
  body: z.strictObject({ current: TypedPassword, password: NewPassword }),
  reply: Done,
  errors: ["wrong_password", "too_many_requests"],
  example: { body: { current: "correct horse battery staple", password: "an even longer one, with a comma" }, reply: {} },
});

export const beginSecondFactorEndpoint = endpoint({
  method: "POST",
  path: "/account/second-factor",
  tag,
  summary: "Begin to add a second factor",
  description: "Answers the secret for an authenticator (TOTP, RFC 6238). It takes effect once it is confirmed with a code.",
  access: ["viewer"],
  body: OwnPassword,
  reply: z.object({ secret: z.string(), uri: z.string().meta({ description: "What a QR code for the authenticator holds." }) }),
  errors: ["wrong_password", "too_many_requests"],
  example: {
    body: { password: "correct horse battery staple" },
    reply: { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Launch:grace%40example.org?secret=JBSWY3DPEHPK3PXP&issuer=Launch" },
  },
});

export const confirmSecondFactorEndpoint = endpoint({
  method: "POST",
  path: "/account/second-factor/confirm",
  tag,
  summary: "Confirm the second factor with a code",
  description: "From then on signing in takes it. Ends one's other sessions, and answers the recovery codes.",
  access: ["viewer"],
  body: z.strictObject({ code: SecondFactorCode }),
  reply: RecoveryCodes,
  errors: ["second_factor_wrong", "too_many_requests"],
  example: { body: { code: "123456" }, reply: exampleCodes },
});

export const renewRecoveryCodesEndpoint = endpoint({
  method: "POST",
  path: "/account/second-factor/recovery-codes",
  tag,
  summary: "Make new recovery codes",
  description: "The old ones stop working.",
  access: ["viewer"],
  body: OwnPassword,
  reply: RecoveryCodes,
  errors: ["wrong_password", "too_many_requests"],
  example: { body: { password: "correct horse battery staple" }, reply: exampleCodes },
});

export const removeSecondFactorEndpoint = endpoint({
  method: "DELETE",
  path: "/account/second-factor",
  tag,
  summary: "Remove the second factor",
  access: ["viewer"],
  body: OwnPassword,
  reply: Done,
  errors: ["wrong_password", "too_many_requests"],
  example: { body: { password: "correct horse battery staple" }, reply: {} },
});
