/**
 * Writes of the dashboard that set values, or change nothing: a second request does nothing, so it needs no `Idempotency-Key`. The dashboard
 * sends them again if there is no answer.
 */
export const repeatableCalls: ReadonlySet<string> = new Set([
  "POST /sends/preview/email",
  "POST /email-templates/preview",
  "POST /project/preview",
  "PUT /email-templates/:kind",
  "DELETE /email-templates/:kind",
  "POST /email-templates/:kind/versions/:id/restore",
  "PATCH /abuse-protection/limits",
  "PATCH /team/:id",
  "PATCH /team/sign-in",
  "PATCH /account",
  "PATCH /account/passkeys/:id",
  // Its body can have passwords, whose hash isn't stored either.
  "PATCH /project/email-delivery",
]);

/**
 * The writes of the dashboard that accept no `Idempotency-Key`, by method and path. Except for `repeatableCalls`, people send them again
 * themselves if there is no answer. The browser loads these lists without the schemas of the endpoints.
 */
export const callsWithoutKey: ReadonlySet<string> = new Set([
  ...repeatableCalls,
  // A file that is streamed can't be compared with that of the first request.
  "POST /imports",
  // It stops sends after its transaction, which would be that of the stored answer. A second request finds no one to remove.
  "DELETE /team/:id",
  // They have a password, or a secret that only the last request returns.
  "POST /project/email-delivery/test",
  "POST /team/invitations/:id/link",
  "POST /account/password",
  "POST /account/second-factor",
  "POST /account/second-factor/confirm",
  "POST /account/second-factor/recovery-codes",
  "DELETE /account/second-factor",
  "POST /account/passkeys/challenge",
  "POST /account/passkeys",
  "DELETE /account/passkeys/:id",
  // They end sessions, that of the request as well.
  "DELETE /session",
  "DELETE /sessions/:id",
  "DELETE /sessions",
]);
