// Limits and lifetimes that several files use, apart from the schemas, so that pages can load them alone.

/** The maximum number of rows on a page of a list. */
export const maxPageSize = 1000;

/** Where a `capped` count stops. */
export const countCap = 10_000;

/** The maximum number of codes in a batch. */
export const maxAmount = 1_000_000;

/** The maximum number of codes that are generated before the response. The worker generates larger batches. */
export const maxImmediateCodes = 10_000;

/** The maximum number of codes in an imported list. */
export const maxImportedCodes = 100_000;

/** How long the files of exports and prints are kept, in days. */
export const savedFileDays = 7;

/** How long the rows of imported files are kept, in days. */
export const importRowDays = 30;

/** The maximum number of positions a lead moves up for each referral. */
export const maxReferralBonus = 1000;
export const maxWaitlistLimit = 10_000_000;

/** The largest number of referrals that a filter can ask for. */
export const maxReferralFilter = 10_000;

/** The maximum number of claims a code can allow. The column is a 32-bit integer. */
export const maxClaims = 2_147_483_647;

/** The maximum number of days until the invitations of a wave expire. */
export const maxExpiryDays = 365;

/** The maximum number of invite codes of a lead. */
export const maxInviteQuota = 50;

/** How much of a tree of invited people is read at once: inviters above, people and levels below, and where the total stops. */
export const lineageLimits = { inviters: 20, people: 200, depth: 5, total: 10_000 } as const;

/** The maximum number of questions to new leads. */
export const maxQuestions = 10;

/** The maximum length of an answer to a question, in characters. */
export const maxAnswerLength = 500;

/** How long the link works that confirms a lead's new email, in hours. */
export const emailChangeLinkHours = 24;

/** How long changes of a lead's email are kept, in days. */
export const emailChangeDays = 30;

/** How long the reports of email providers are kept, in days. */
export const emailReportDays = 30;

/** How many reports that can't be read are listed. */
export const unreadableReportsLimit = 100;

/** How many failed attempts to claim are kept for each code and for each email, and for how many days. */
export const failedClaimLimits = { perCode: 20, perEmail: 20, days: 30 } as const;

/** For how long at most a code is on hold for an email, in seconds, and how many can hold a code at the same time. */
export const holdLimits = { seconds: 900, perCode: 1000 } as const;

/** The maximum number of emails or IDs in one request. */
export const maxRecipients = 50_000;

/** The maximum number of leads that are created in one request. */
export const maxCreatedLeads = 10_000;

/** The maximum number of people whose emails are queued before the response. The worker queues those of larger sends and waves in parts. */
export const maxImmediateRecipients = 50_000;

/** The largest size and total of a wave. The columns are 32-bit integers. */
export const maxWaveSize = 2_147_483_647;

/** The maximum number of tags of a lead or code. */
export const maxTags = 20;

/** The maximum length of a tag, in characters. */
export const maxTagLength = 40;

/** The limits of the metadata and the external ID of a lead or code. Lengths are in characters. */
export const maxMetadataKeys = 20;
export const maxMetadataKeyLength = 40;
export const maxMetadataValueLength = 500;
export const maxExternalIdLength = 255;

/** The maximum number of domains whose emails can claim the codes of a batch. */
export const maxAllowedDomains = 50;

/** The maximum length of a domain, in characters (RFC 1035, section 2.3.4). */
export const maxDomainLength = 253;

/** The length of a password, in characters. */
export const minPasswordLength = 10;
export const maxPasswordLength = 200;

/** The number of sign-in attempts per email, before a proof of work is required, and per client. Times in seconds. */
export const signInLimits = { email: { limit: 10, windowSeconds: 900 }, client: { limit: 50, windowSeconds: 900 } } as const;

/** When a session expires: after this time without a request, and after this time in total. */
export const sessionLifetime = { idleHours: 12, maxDays: 30 } as const;

/** The number of password reset requests per email and per client. Times in seconds. */
export const passwordResetLimits = { email: { limit: 5, windowSeconds: 900 }, client: { limit: 20, windowSeconds: 900 } } as const;

/** How long a password reset link works, in minutes. */
export const resetLinkLifetimeMinutes = 30;

/** How long an invitation link works, in days. */
export const invitationLifetimeDays = 7;

/** The maximum number of days that the bin keeps something. */
export const maxBinDays = 90;

/** The limits of webhooks. `attemptDelays`: how long after an attempt the next one follows, in seconds, about three days in total. */
export const webhookLimits = {
  perProject: 50,
  attemptDelays: [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
  attemptSeconds: 15,
  responseBytes: 4096,
  secretOverlapHours: 24,
  deliveryDays: 30,
  noticeAfterHours: 1,
  warnAfterDays: 3,
  disableAfterDays: 5,
} as const;

/** How many samples are sent to the webhooks of a project. Times in seconds. */
export const webhookTestLimit = { limit: 120, windowSeconds: 3600 } as const;
