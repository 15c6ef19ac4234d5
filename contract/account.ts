import * as z from "zod";
import { endpoint, exactlyOneOf } from "./endpoint";
import { Email, expectedValues } from "./fields";
import { resetLinkLifetimeMinutes } from "./limits";
import {
  accountTokenFields,
  EmptyReply,
  exampleStaff,
  NewPassword,
  Password,
  PersonName,
  SecondFactorCode,
  StaffRecord,
} from "./staff-fields";

const tag = "Account";

/** The number of recovery codes in a new set. */
export const recoveryCodeCount = 10;

const RecoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).meta({ description: "The recovery codes, which are only shown once. Each code works once." }),
});
const exampleRecoveryCodes = { recoveryCodes: ["h7kq-2mwd-9xtr-p6vf", "c4np-8vzb-3jfs-y2dk"] };
const CurrentPasswordBody = z.strictObject({ password: Password.meta({ description: "Your current password." }) });

export const requestPasswordResetEndpoint = endpoint({
  method: "POST",
  path: "/password/forgot",
  tag,
  summary: "Request a password reset",
  description: `Emails a link that works once, within ${resetLinkLifetimeMinutes} minutes. The response is the same whether or not there's an account with that email address.`,
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
  summary: "Reset a password",
  description:
    "Sets a new password with the account token from the emailed link and revokes all of the account's sessions. The second factor doesn't change.",
  access: [],
  body: z.strictObject({ ...accountTokenFields, password: NewPassword }).refine(...exactlyOneOf("accountToken", "token")),
  reply: z.object({ email: z.string() }),
  errors: ["link_not_valid", "too_many_requests"],
  example: {
    body: { accountToken: "3b7e0c9a5d1f48e2a6c4b8d0f1e3a597", password: "seven violet umbrellas hum" },
    reply: { email: "grace@example.org" },
  },
});

export const updateAccountEndpoint = endpoint({
  method: "PATCH",
  path: "/account",
  tag,
  summary: "Update your account",
  access: ["viewer"],
  description: "Fields you leave out don't change.",
  body: z
    .strictObject({
      name: PersonName.optional(),
      checklistDismissed: z.boolean().optional().meta({ description: "Whether the overview hides the checklist of first steps." }),
      expected: expectedValues({ name: z.string() }, "account_changed"),
    })
    .refine(({ expected: _, ...body }) => Object.values(body).some((value) => value !== undefined), {
      message: "must include a field to change",
    }),
  reply: StaffRecord,
  errors: ["account_changed"],
  example: { body: { name: "Grace Hopper" }, reply: exampleStaff },
});

export const changePasswordEndpoint = endpoint({
  method: "POST",
  path: "/account/password",
  tag,
  summary: "Change your password",
  description: "Revokes your other sessions.",
  access: ["viewer"],
  body: z.strictObject({ currentPassword: Password, newPassword: NewPassword }),
  reply: EmptyReply,
  errors: ["invalid_password", "too_many_requests"],
  example: { body: { currentPassword: "seven violet umbrellas hum", newPassword: "an even longer one, with a comma" }, reply: {} },
});

export const startSecondFactorSetupEndpoint = endpoint({
  method: "POST",
  path: "/account/second-factor",
  tag,
  summary: "Set up a second factor",
  description:
    "Returns a secret for your authenticator app (TOTP, RFC 6238). The second factor is active after you confirm it with a code from the app.",
  access: ["viewer"],
  body: CurrentPasswordBody,
  reply: z.object({
    secret: z.string().meta({ description: "The secret to enter in the authenticator app." }),
    uri: z.string().meta({ description: "The content of the QR code for the authenticator app." }),
  }),
  errors: ["invalid_password", "too_many_requests"],
  example: {
    body: { password: "seven violet umbrellas hum" },
    reply: { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Launch:grace%40example.org?secret=JBSWY3DPEHPK3PXP&issuer=Launch" },
  },
});

export const confirmSecondFactorEndpoint = endpoint({
  method: "POST",
  path: "/account/second-factor/confirm",
  tag,
  summary: "Confirm your second factor",
  description: "From then on, signing in requires the second factor. Revokes your other sessions and returns recovery codes.",
  access: ["viewer"],
  body: z.strictObject({ code: SecondFactorCode }),
  reply: RecoveryCodes,
  errors: ["second_factor_invalid", "too_many_requests"],
  example: { body: { code: "123456" }, reply: exampleRecoveryCodes },
});

export const regenerateRecoveryCodesEndpoint = endpoint({
  method: "POST",
  path: "/account/second-factor/recovery-codes",
  tag,
  summary: "Regenerate your recovery codes",
  description: "The previous codes stop working.",
  access: ["viewer"],
  body: CurrentPasswordBody,
  reply: RecoveryCodes,
  errors: ["invalid_password", "too_many_requests"],
  example: { body: { password: "seven violet umbrellas hum" }, reply: exampleRecoveryCodes },
});

export const removeSecondFactorEndpoint = endpoint({
  method: "DELETE",
  path: "/account/second-factor",
  tag,
  summary: "Remove your second factor",
  access: ["viewer"],
  body: CurrentPasswordBody,
  reply: EmptyReply,
  errors: ["invalid_password", "too_many_requests"],
  example: { body: { password: "seven violet umbrellas hum" }, reply: {} },
});
