// Values of records and filters, kept apart from the schemas so that pages don't load zod.

/** The formats of generated codes. */
export const codeTypes = ["creative", "alphanumeric", "numeric"] as const;

/** The type of codes in no such format: codes of your own, imported codes, and codes of a pattern. */
export const customCodeType = "custom";

/** The types that a code or batch can have. */
export const allCodeTypes = [...codeTypes, customCodeType] as const;

export const defaultCodeType = "creative" satisfies (typeof codeTypes)[number];

/** The derived status of a code: the first in this order that applies. */
export const codeStatuses = ["paused", "expired", "exhausted", "scheduled", "active"] as const;

/** Where a lead or a claim came from; described in `lead-filters.ts`. */
export const sources = ["page", "widget", "api", "staff", "import"] as const;

/** The sources that claims can have. Only leads are imported. */
export const claimSources = ["page", "widget", "api", "staff"] as const satisfies readonly (typeof sources)[number][];

/** The `utm_` parameters of links that are saved with a lead. */
export const utmParameters = ["source", "medium", "campaign", "term", "content"] as const;
export type UtmParameter = (typeof utmParameters)[number];

/** The types of questions to new leads; described in `questions.ts`. */
export const questionTypes = ["text", "choice", "checkbox", "url"] as const;

/** Whether a sign-up counts; described in `lead-filters.ts`. */
/** How the email of a lead was confirmed. */
export const confirmationMethods = ["link", "claim", "import"] as const;
export type ConfirmationMethod = (typeof confirmationMethods)[number];

export const leadStatuses = ["active", "unconfirmed", "held"] as const;

/** Where a lead is in the waitlist; described in `lead-filters.ts`. */
export const waitlistStatuses = ["waiting", "invited", "claimed", "declined", "expired", "bounced", "left"] as const;
export type WaitlistStatus = (typeof waitlistStatuses)[number];

/** The status of a wave; described in `waves.ts`. */
export const waveStatuses = ["scheduled", "recurring", "paused", "sent", "ended", "canceled"] as const;

/** Why a wave was canceled or ended without staff asking for it; described in `waves.ts`. */
export const waveStopReasons = ["no_code_left", "batch_deleted", "codes_expired"] as const;
export type WaveStopReason = (typeof waveStopReasons)[number];

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = (typeof weekdays)[number];

/** How an invitation ended without a claim. `bounced`: the email can't be delivered. `left`: they joined the waitlist again, and left it. */
export const invitationOutcomes = ["declined", "expired", "bounced", "left"] as const;

/** Why a sign-up is held for review; described in `lead-filters.ts`. */
export const heldReasons = ["honeypot", "too_fast", "blocked", "disposable", "same_client"] as const;

/** Why a lead gets no new invite codes. */
export const inviteRefusals = ["no_claim", "held", "blocked", "suppressed"] as const;

export type HeldReason = (typeof heldReasons)[number];

/** How a claim's email was verified: by the link of the email with the code, or of the email that asked to confirm the claim. */
export const emailVerifications = ["link", "confirmation"] as const;
export type EmailVerification = (typeof emailVerifications)[number];

/** How people are told apart where each can claim one code of a batch; described in `claim-restrictions.ts`. */
export const oncePerBatchModes = ["email", "mailbox"] as const;

/** Why a claim attempt failed. */
export const failedClaimErrors = [
  "code_not_found",
  "code_reserved",
  "code_domain_not_allowed",
  "code_paused",
  "code_expired",
  "code_exhausted",
  "code_not_started",
  "batch_claimed",
  "code_held",
  "claims_paused",
  "email_blocked",
] as const;
export type FailedClaimError = (typeof failedClaimErrors)[number];

export const suppressionReasons = ["unsubscribed", "bounced", "complained", "staff"] as const;

/** The kinds of messages to leads: a code, an announcement, or an automatic email about joining, confirming, claiming or an open invitation. */
export const messageKinds = ["code", "announcement", "joined", "confirm", "confirm_claim", "claimed", "reminder"] as const;
/** The messages that are sent automatically, without a send. */
export const automaticMessageKinds = [
  "joined",
  "confirm",
  "confirm_claim",
  "claimed",
  "reminder",
] as const satisfies readonly (typeof messageKinds)[number][];
export type AutomaticMessageKind = (typeof automaticMessageKinds)[number];

/** The messages that are about a code. A check of the database requires the code. */
export const codeMessageKinds = [
  "code",
  "confirm_claim",
  "claimed",
  "reminder",
] as const satisfies readonly (typeof messageKinds)[number][];

/** The kinds of emails under *Automatic*: those without a send, and the invitations of waves. */
export const automaticEmailKinds = [...automaticMessageKinds, "invitation"] as const;

/** What visitors see at `/`: the join page, the claim page, or another site. */
export const homePages = ["join", "claim", "redirect"] as const;

export const pausableFeatures = ["claims", "sign_ups", "email"] as const;
export type PausableFeature = (typeof pausableFeatures)[number];

/** The email providers whose webhooks report bounces and complaints. */
export const emailProviders = ["ses", "postmark", "resend"] as const;
export type EmailProvider = (typeof emailProviders)[number];

/** Where reports of bounces and complaints come from: a provider, or a bounce message (DSN). */
export const emailReportSources = [...emailProviders, "dsn"] as const;

/** How the connection to an SMTP server is encrypted: STARTTLS (required), TLS from the start, or not at all. */
export const smtpSecurityModes = ["starttls", "tls", "none"] as const;
export type SmtpSecurityMode = (typeof smtpSecurityModes)[number];

/** Where an email delivery setting comes from. */
export const emailSettingSources = ["settings", "environment"] as const;

/** The steps of an SMTP test, in order. */
export const smtpTestSteps = ["resolve", "connect", "encrypt", "sign_in", "sender"] as const;
export type SmtpTestStep = (typeof smtpTestSteps)[number];

/** The status of a message to a lead; described in `deliveries.ts`. */
export const deliveryStatuses = [
  "queued",
  "sending",
  "retrying",
  "sent",
  "saved_to_file",
  "failed",
  "bounced",
  "canceled",
  "suppressed",
] as const;

/** The statuses of emails that went out: a mail server accepted them, or they were saved to a file because none is set. */
export const sentStatuses = ["sent", "saved_to_file"] as const satisfies readonly (typeof deliveryStatuses)[number][];

/** The kinds of emails that can be saved to files: automatic ones, and those of sends. An invitation is one with a personal code. */
export const savedEmailKinds = [...automaticMessageKinds, "code", "invitation", "announcement"] as const;

/** Why an email that was saved to a file isn't sent; described in `saved-emails.ts`. */
export const savedEmailSkipReasons = [
  "unsubscribed",
  "bounced",
  "complained",
  "suppressed",
  "held",
  "unconfirmed",
  "already_claimed",
  "already_confirmed",
  "not_on_waitlist",
  "invitation_ended",
  "code_deleted",
  "code_paused",
  "code_expired",
  "code_exhausted",
  "newer_email",
] as const;
export type SavedEmailSkipReason = (typeof savedEmailSkipReasons)[number];

/** The statuses of deliveries that the worker still has to process. */
export const pendingStatuses: readonly (typeof deliveryStatuses)[number][] = ["queued", "sending", "retrying"];

/** Groups of recipients that a sender can leave out; described in `sends.ts`. */
export const skippableGroups = ["unconfirmed", "invited", "claimed_another_code"] as const;
export type SkippableGroup = (typeof skippableGroups)[number];

/** The groups of recipients that the preview of a send names. Suppressed and bounced leads are never emailed. */
export const recipientGroups = [...skippableGroups, "suppressed", "bounced"] as const;
export type RecipientGroup = (typeof recipientGroups)[number];

/** `code`: one code for everyone. `invitation`: a personal code for each lead. `announcement`: an email without a code. */
export const sendKinds = ["code", "invitation", "announcement"] as const;

/** Who did something: staff, a key, a visitor of a public page, or the service itself. */
export const actorKinds = ["staff", "secret_key", "public_key", "visitor", "system"] as const;
export type ActorKind = (typeof actorKinds)[number];

/** The spans of time a chart can show, in days. `all` starts with the first day that has any. */
export const spans = ["30", "90", "all"] as const;

/** The identity providers that staff can sign in with. */
export const providerIds = ["oidc", "google", "github"] as const;
export type ProviderId = (typeof providerIds)[number];

const providerNames: Readonly<Record<string, string>> = { oidc: "single sign-on", google: "Google", github: "GitHub" };

/** The label of a sign-in method. */
export const formatSignInMethod = (method: string): string =>
  Object.hasOwn(providerNames, method) ? (providerNames[method] ?? method) : method;

/** The file formats of exported lists. */
export const exportFormats = ["csv", "xlsx", "ndjson"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The formats of QR codes. */
export const qrCodeFormats = ["svg", "png"] as const;
export type QrCodeFormat = (typeof qrCodeFormats)[number];

/** The formats of a print: cards, or a ZIP archive with a QR code for each code. */
export const printFormats = ["pdf", ...qrCodeFormats] as const;
export type PrintFormat = (typeof printFormats)[number];

/** The lists that can be exported by the worker and have saved views, by the names of their endpoints. */
export const listNames = [
  "leads",
  "waitlist",
  "codes",
  "batches",
  "claims",
  "sends",
  "deliveries",
  "messages",
  "suppressions",
  "events",
] as const;

/** The lists that name neither people nor their codes, which viewers can export, too. */
export const impersonalLists: readonly string[] = ["batches", "sends"] satisfies (typeof listNames)[number][];

/** The limits of mail servers because of which emails wait. */
export const serverLimitKinds = ["connections", "rate", "quota"] as const;

/** How an event is written. `standard`: as the feed has it, signed. `original`: as the original service wrote it. The others are messages for people. */
export const webhookFormats = ["standard", "original", "slack", "discord", "teams"] as const;

/** What staff are emailed about a webhook. */
export type WebhookNotice = "failing" | "failing_for_days" | "disabled" | "gone";

/** `disabled`: Gatehouse stopped it. */
export const webhookStatuses = ["active", "paused", "disabled"] as const;

/** Why Gatehouse stopped a webhook: it failed for days, or answered that it is gone. */
export const webhookStopReasons = ["failing", "gone"] as const;

export const webhookDeliveryStatuses = ["pending", "delivered", "failed", "canceled"] as const;
