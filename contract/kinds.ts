// What records and filters call things by, apart from their schemas: the pages do without those.

/** The formats codes are generated in. */
export const codeTypes = ["creative", "alphanumeric", "numeric"] as const;

/** The format when nobody asks for one. */
export const defaultType = "creative" satisfies (typeof codeTypes)[number];

/** A code's derived status, the first that holds in this order. */
export const codeStatuses = ["paused", "expired", "exhausted", "scheduled", "active"] as const;

/**
 * Where a lead or a claim came from: a page of ours, a page of the project's own that uses the public key, a program with the secret
 * key, staff in the dashboard, or a file that was imported.
 */
export const sources = ["page", "widget", "api", "staff", "import"] as const;

/** Whether a lead counts: `unconfirmed` until they confirm their address, `held` until staff have looked at a sign-up that seems wrong. */
export const leadStandings = ["accepted", "unconfirmed", "held"] as const;

export type LeadStanding = (typeof leadStandings)[number];

/** Why a sign-up is held back: what is filled in by programs only was filled in; it was sent faster than anybody types; its address or domain is on the block list; its domain gives out addresses to be thrown away. */
export const holdReasons = ["trap", "haste", "blocked", "disposable"] as const;

export type HoldReason = (typeof holdReasons)[number];

/** Why an address gets no mail: they asked for none, mail to it comes back, they called it spam, or staff put it there. */
export const suppressionReasons = ["unsubscribed", "bounced", "complained", "staff"] as const;

/** What a message to a lead is: a code that was sent to them; that they are on the waitlist; that they are to confirm their address; or that they have claimed a code. */
export const messageKinds = ["code", "joined", "confirm", "claimed"] as const;
/** Those of them that the service writes by itself, and that are of no send. */
export const ownMessageKinds = ["joined", "confirm", "claimed"] as const satisfies readonly (typeof messageKinds)[number][];
export type MessageKind = (typeof messageKinds)[number];

/** What can be paused. */
export const pausable = ["claims", "sign_ups", "mail"] as const;
export type Pausable = (typeof pausable)[number];

/** How the way to a mail server is encrypted: by STARTTLS, without which nothing is sent; by TLS from the start; or not at all. */
export const smtpSecurities = ["starttls", "tls", "none"] as const;
export type SmtpSecurity = (typeof smtpSecurities)[number];

/** Who says how mail is sent. */
export const mailSources = ["settings", "environment"] as const;

/** What testing a mail server goes through, in its order. */
export const mailTestSteps = ["find", "connect", "encrypt", "sign_in", "sender"] as const;
export type MailTestStep = (typeof mailTestSteps)[number];

/** Where one message to one lead stands. `kept`: written to the outbox folder, because no mail server is set. */
export const deliveryStatuses = ["queued", "sending", "retrying", "sent", "kept", "failed", "cancelled", "suppressed"] as const;

/** What a send is of: one code for all, or a personal code for each. */
export const sendKinds = ["code", "invitation"] as const;

/** What happens, by the names that webhooks will carry too. */
export const eventKinds = [
  "lead.created",
  "lead.changed",
  "lead.confirmed",
  "lead.accepted",
  "lead.deleted",
  "codes.generated",
  "code.claimed",
  "code.sent",
  "code.paused",
  "code.resumed",
  "code.extended",
  "code.reserved",
  "code.deleted",
  "claim.revoked",
  "send.retried",
  "send.cancelled",
  "suppression.added",
  "suppression.changed",
  "suppression.removed",
  "batch.paused",
  "batch.resumed",
  "batch.extended",
  "batch.deleted",
  "project.set_up",
  "project.changed",
  "project.mail_changed",
  "project.paused",
  "project.resumed",
  "block_list.changed",
  "mail_text.changed",
  "mail_text.reset",
  "origins.changed",
  "key.created",
  "key.rotated",
  "key.revoked",
  "staff.invited",
  "staff.invitation_revoked",
  "staff.joined",
  "staff.changed",
  "staff.removed",
  "staff.signed_in",
  "staff.signed_out",
  "staff.password_changed",
  "staff.password_reset",
  "staff.second_factor_added",
  "staff.second_factor_removed",
  "staff.recovery_codes_renewed",
] as const;

/** Who did it: staff, a program by the secret key, a customer by the public key or on the public pages, or the service itself. */
export const actorKinds = ["staff", "secret_key", "public_key", "visitor", "system"] as const;
export type ActorKind = (typeof actorKinds)[number];

/** The stretches of time a chart shows; `all` begins with the first. */
export const spans = ["30", "90", "all"] as const;

const providerWords: Readonly<Record<string, string>> = { oidc: "single sign-on", google: "Google", github: "GitHub" };

/** How somebody signed in, in words for people. */
export const wayWords = (way: string): string => (Object.hasOwn(providerWords, way) ? (providerWords[way] ?? way) : way);
