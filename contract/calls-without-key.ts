/**
 * The writes of the dashboard that accept no `Idempotency-Key`, by method and path. Repeating them does no harm, or their answer or body has
 * a secret that isn't stored. The dashboard sends all other writes again if there is no answer. The browser loads this list without the
 * schemas of the endpoints.
 */
export const callsWithoutKey: ReadonlySet<string> = new Set([
  // A file that is streamed can't be compared with that of the first request.
  "POST /imports",
  // They change nothing.
  "POST /sends/preview/email",
  "POST /email-templates/preview",
  "POST /project/preview",
  // They set values: the second request changes nothing.
  "PUT /email-templates/:kind",
  "DELETE /email-templates/:kind",
  "POST /email-templates/:kind/versions/:id/restore",
  "PATCH /abuse-protection/limits",
  "PATCH /team/:id",
  "DELETE /team/:id",
  "PATCH /team/sign-in",
  "PATCH /account",
  // They have a password, or a secret that only the last request returns.
  "PATCH /project/email-delivery",
  "POST /project/email-delivery/test",
  "POST /team/invitations/:id/link",
  "POST /account/password",
  "POST /account/second-factor",
  "POST /account/second-factor/confirm",
  "POST /account/second-factor/recovery-codes",
  "DELETE /account/second-factor",
  "POST /account/passkeys/challenge",
  "POST /account/passkeys",
  "PATCH /account/passkeys/:id",
  "DELETE /account/passkeys/:id",
  "DELETE /session",
  "DELETE /sessions/:id",
  "DELETE /sessions",
]);
