// Generated from contract/ by `npm run openapi`.

import type { ApiErrorName } from "./errors.js";

export type LeadEventData = Lead & {
  /** The values of changed fields as they were before. Only in updates that know them. */
  previous?: Record<string, unknown>;
  /**
   * What changed, depending on the type: `fields` (the names of changed fields), `email`, `bin`, `send` and others. Fields can be added.
   */
  change: Record<string, unknown>;
} | DeletedRecord;

/** The record doesn't exist any more. `id` is `null` if it isn't known. */
export interface DeletedRecord {
  id: string | null;
  /** The code as it was then, in events about codes. */
  code?: string;
  deleted: true;
  /**
   * What changed, depending on the type: `fields` (the names of changed fields), `email`, `bin`, `send` and others. Fields can be added.
   */
  change: Record<string, unknown>;
}

export type SendEventData = Send & {
  /** The values of changed fields as they were before. Only in updates that know them. */
  previous?: Record<string, unknown>;
  /**
   * What changed, depending on the type: `fields` (the names of changed fields), `email`, `bin`, `send` and others. Fields can be added.
   */
  change: Record<string, unknown>;
} | DeletedRecord;

export type ImportEventData = Import & {
  /** The values of changed fields as they were before. Only in updates that know them. */
  previous?: Record<string, unknown>;
  /**
   * What changed, depending on the type: `fields` (the names of changed fields), `email`, `bin`, `send` and others. Fields can be added.
   */
  change: Record<string, unknown>;
} | DeletedRecord;

export type BatchEventData = Batch & {
  /** The values of changed fields as they were before. Only in updates that know them. */
  previous?: Record<string, unknown>;
  /**
   * What changed, depending on the type: `fields` (the names of changed fields), `email`, `bin`, `send` and others. Fields can be added.
   */
  change: Record<string, unknown>;
} | DeletedRecord;

export type CodeEventData = Code & {
  /** The values of changed fields as they were before. Only in updates that know them. */
  previous?: Record<string, unknown>;
  /**
   * What changed, depending on the type: `fields` (the names of changed fields), `email`, `bin`, `send` and others. Fields can be added.
   */
  change: Record<string, unknown>;
} | DeletedRecord;

export type WaveEventData = Wave & {
  /** The values of changed fields as they were before. Only in updates that know them. */
  previous?: Record<string, unknown>;
  /**
   * What changed, depending on the type: `fields` (the names of changed fields), `email`, `bin`, `send` and others. Fields can be added.
   */
  change: Record<string, unknown>;
} | DeletedRecord;

export interface ErrorDetails {
  /**
   * Whether the same request can succeed a little later, without a change. Send it again with the same `Idempotency-Key`, after
   * `retryAfter` if there is one.
   */
  retryable: boolean;
  /** The seconds of the `Retry-After` header, if there is one. */
  retryAfter?: number;
  /** When the code can first be claimed. Only returned if the code exists, and the caller may know it. */
  validFrom?: string | null;
  /** When the code expires. Returned together with `validFrom`. */
  validUntil?: string | null;
  /**
   * With `lead_exists` of `POST /leads/create`: the fields you sent whose saved value is another one, such as `firstname` or
   * `fields.company`. Empty if there are none.
   */
  differences?: string[];
  /** Whether the lead is on the waitlist. Returned together with `differences`. */
  onWaitlist?: boolean;
  /**
   * What is wrong, for developers. Only returned if `message` is for customers and doesn't say it. With `token_not_found`, it is `unknown`,
   * `used` or `expired`.
   */
  reason?: string;
  /** The scope that the key needs. Only returned with `scope_required`. */
  scope?: string;
  /** When the claim token was exchanged. Only returned with the `reason` `used`. */
  usedAt?: string;
  /** When the claim token expired. Only returned with the `reason` `expired`. */
  expiredAt?: string;
  /** Where the error is documented, as a relative reference. */
  docs: string;
}

/** A proof-of-work challenge in the format of ALTCHA version 2. You can use it once, within 10 minutes. */
export interface Challenge {
  parameters: {
    algorithm: string;
    nonce: string;
    salt: string;
    cost: number;
    keyLength: number;
    keyPrefix: string;
  } & Record<string, unknown>;
  signature?: string;
}

export interface Code {
  /** Stays the same, also when the words of the code are replaced. */
  id: string;
  code: string;
  /** The format of the code. `custom`: your own code, an imported code, or a code of a pattern. */
  type: "creative" | "alphanumeric" | "numeric" | "custom";
  /** The first of these that applies: `paused`, `expired`, `exhausted`, `scheduled`, `active`. */
  status: "paused" | "expired" | "exhausted" | "scheduled" | "active";
  /** How many customers can claim the code. */
  allowedClaims: number;
  /** The current number of claims. */
  claims: number;
  /** When the code can first be claimed. `null` if it has no start date. */
  validFrom: string | null;
  /** When the code expires. `null` if it never expires. */
  validUntil: string | null;
  /** The only person who can claim the code. `null` if anyone can. */
  reservedFor: {
    email: string;
  } | null;
  /** The batch that the code was generated in. */
  batch: {
    id: string;
    name: string;
  };
  /** The link to redeem the code elsewhere. `null` if customers claim it here, or with `redemptionInstructions`. */
  redemptionUrl: string | null;
  /** How to redeem the codes elsewhere. `null` if there are no instructions. */
  redemptionInstructions: string | null;
  /** The domains whose emails can claim, with their subdomains, in alphabetical order. `null` if all can. */
  allowedDomains: string[] | null;
  /**
   * Whether each person can claim one code of the batch. `email`: each email can claim one code of the batch. `mailbox`: so can each
   * mailbox, where the dots and plus-addresses of Gmail are the same one. `null` if they can claim several.
   */
  oncePerBatch: "email" | "mailbox" | null;
  /** The tags, in alphabetical order. */
  tags: string[];
  /** Your own data, by key. */
  metadata: Record<string, string>;
  /** The ID in your system. `null` if it has none. */
  externalId: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface HeldCode extends Code {
  /** The emails for which the code is on hold now, the first to end first. They don't change `updatedAt`. */
  holds: Hold[];
}

export interface Hold {
  email: string;
  expiresAt: string;
}

export interface CodeLineage {
  code: string;
  /** Who passed the code on, who invited that person, and so on, each with the code that they passed on. At most 20. */
  inviters: Array<{
    email: string;
    code: string;
  }>;
  /** The people of the branch, by depth: at most 200, and 5 levels. */
  people: LineagePerson[];
  /** How many people the branch has, at most 10,000. */
  total: number;
}

export interface LineagePerson {
  email: string;
  /** Who passed the code on. `null` for those who claimed the code of a branch. */
  invitedBy: string | null;
  /** The code with which they were invited. */
  code: string;
  claimedAt: string;
  /** 1 for those that were invited directly. */
  depth: number;
  /**
   * How many people they invited directly. If `people` has fewer of them, read the lineage of this person. `0` for someone who had claimed
   * another code before.
   */
  invited: number;
}

export interface BranchPreview {
  /** The codes that are deleted. */
  codes: number;
  /** Those of them that no one has claimed. */
  unusedCodes: number;
  /** The people who lose a claim. */
  people: number;
  /** Those of them who have claimed no other code, and lose access. */
  losingAccess: number;
}

export interface Job {
  id: string;
  kind:
    | "codes.generate" | "codes.pause" | "codes.resume" | "codes.extend" | "codes.add_tags" | "codes.remove_tags" | "codes.delete"
    | "codes.print" | "batch.extend" | "batch.delete" | "leads.join_waitlist" | "leads.leave_waitlist" | "leads.return_to_waitlist"
    | "leads.reissue_invitation" | "leads.approve" | "leads.add_tags" | "leads.remove_tags" | "leads.delete" | "import.check" | "import.run"
    | "import.undo" | "bin.restore" | "bin.delete" | "list.export" | "send.queue" | "send.retry" | "wave.invite" | "webhook.recover";
  status: "queued" | "running" | "completed" | "failed" | "canceled";
  /** The number of records to process. `null` until they're counted. */
  total: number | null;
  /** The number of records processed so far. */
  processed: number;
  /** The number of processed records that were changed or created. */
  changed: number;
  /** The error that made the job fail or skip some records. `null` if there was none. */
  error: {
    error: string;
    message: string;
  } | null;
  /** The batch that the job creates or changes. `null` if there's none. */
  batch: {
    id: string;
    name: string;
  } | null;
  /** Whether the bin has something that the job deleted, which `POST /bin/restore` brings back. */
  inBin: boolean;
  /** The file that the job made. `null` until it's complete, after it expired, and for jobs that make none. */
  file: {
    /** The path of the file under the base URL. */
    path: string;
    expiresAt: string;
  } | null;
  /** Who started the job. */
  actor: {
    kind: "staff" | "secret_key" | "public_key" | "visitor" | "system";
    name: string | null;
  };
  createdAt: string;
  /** When the job completed, failed or was canceled. `null` until then. */
  endedAt: string | null;
}

export interface Format {
  type: "creative" | "alphanumeric" | "numeric";
  /** The number of possible codes in this format. */
  total: number;
  /** The number of codes of this type, with any status. */
  used: number;
  /** How many more codes of this type can be generated. Codes of other types that match this format aren't available. */
  remaining: number;
  /** The number of codes of this type that someone could claim by guessing. They're active and not reserved. */
  claimable: number;
  /** When the numbers were computed. */
  asOf: string;
}

export interface Lead {
  /** Stays the same when the email address changes, and when the lead is restored from the bin. */
  id: string;
  email: string;
  firstname: string | null;
  lastname: string | null;
  /** Free-form notes about the lead. */
  notes: string;
  hasClaimedCode: boolean;
  onWaitlist: boolean;
  /** The lead's own referral code, which they can share with friends. */
  referralCode: string;
  /** The lead who referred this one. `null` if no one did. */
  referredBy: {
    email: string;
    referralCode: string;
  } | null;
  /** The leads that this one referred, newest first. */
  referredLeads: Array<{
    email: string;
  }>;
  /**
   * Where it came from. `page`: a public Gatehouse page. `widget`: your web page, with the public key. `api`: your server, with the secret
   * key. `staff`: the dashboard. `import`: an imported file.
   */
  source: "page" | "widget" | "api" | "staff" | "import";
  /** Where the lead came from: their source tag, or else the UTM source or the host of the page that linked to the sign-up. */
  sourceTag: string | null;
  /** The `utm_` parameters of the link that the lead followed. */
  utm: {
    source?: string;
    medium?: string;
    campaign?: string;
    term?: string;
    content?: string;
  } | null;
  /** The web page that linked to the sign-up, without its query. */
  referrerUrl: string | null;
  /** The answers to the project's questions, by key: a text, or `true` or `false` for a checkbox. */
  fields: Record<string, string | boolean>;
  /** The tags, in alphabetical order. */
  tags: string[];
  /** Your own data, by key. */
  metadata: Record<string, string>;
  /** The ID in your system. `null` if it has none. */
  externalId: string | null;
  /**
   * `active`: the sign-up is complete. `unconfirmed`: the lead hasn't confirmed their email address yet. `held`: the sign-up looks
   * suspicious and is held for review until staff approve or delete it.
   */
  status: "active" | "unconfirmed" | "held";
  /** Why the sign-up is held. `null` unless `status` is `held`. */
  heldReason: "honeypot" | "too_fast" | "blocked" | "disposable" | "same_client" | null;
  /**
   * When the lead confirmed their email address: they opened a link that was emailed to it, claimed a code through an emailed link, or
   * confirmed it elsewhere before an import. `null` if they haven't.
   */
  confirmedAt: string | null;
  /**
   * How the lead confirmed their email address. `link`: with a link that was emailed to them. `claim`: by claiming a code through a link
   * that was emailed to them. `import`: an imported file says that they did. `null` if they haven't.
   */
  confirmedBy: "link" | "claim" | "import" | null;
  /** Where an import has the confirmation from, such as the name of the file. `null` unless `confirmedBy` is `import`. */
  confirmedFrom: string | null;
  /** The consent text that the lead agreed to, and when they did. */
  consent: {
    wording: string;
    at: string;
  } | null;
  /** `null` if the lead never joined the waitlist and wasn't invited. */
  waitlistStatus: "waiting" | "invited" | "claimed" | "declined" | "expired" | "bounced" | "left" | null;
  /** The lead's personal code. `null` unless `waitlistStatus` is `invited`. */
  invitation: {
    code: string;
    /** When the code expires. `null` if it doesn't. */
    expiresAt: string | null;
  } | null;
  /** Why they get no email. `null` if they do. */
  suppression: "unsubscribed" | "bounced" | "complained" | "staff" | null;
  /** When a personal code was last sent to the lead, not counting canceled sends. `null` if none was sent. */
  invitedAt: string | null;
  /** The email to the lead that was queued last, whatever became of it. `null` if there was none. */
  lastEmail: LeadLastEmail | null;
  /**
   * When an email to the lead last went out: the mail server accepted it, or it was saved to a file because no mail server is set. `null`
   * if none did.
   */
  lastEmailedAt: string | null;
  /** How many different codes were emailed to the lead, by sends and waves. */
  sentCodes: number;
  createdAt: string;
  updatedAt: string;
}

/** The answer to a sign-up with the public key. */
export interface PublicSignUp {
  email: string;
  /** A referral code and link to share. Each answer has new ones, which all count for the lead with this email. */
  referral: {
    code: string;
    url: string;
  };
}

export interface LeadInvites {
  email: string;
  /** How many invite codes the lead can get: that of the wave that invited them last, or else the project's `inviteQuota`. */
  quota: number;
  /** How many more they can get now. */
  available: number;
  /**
   * Why the lead gets no new codes. `no_claim`: they have claimed no code, or their claims were revoked. `held`: their sign-up is held for
   * review. `blocked`: their email address is on the block list. `suppressed`: they get no email, and didn't unsubscribe themselves. `null`
   * if nothing is in the way.
   */
  refusal: "no_claim" | "held" | "blocked" | "suppressed" | null;
  /** The invite codes that the lead has, oldest first. */
  codes: InviteCode[];
}

export interface InviteCode {
  code: string;
  /** The claim page with the code filled in, to share. */
  url: string;
  /** The status of the code, or `deleted` if it was deleted or its branch was revoked. */
  status: "paused" | "expired" | "exhausted" | "scheduled" | "active" | "deleted";
  claims: number;
  /** The first person who claimed the code. `null` if no one has. */
  claimedBy: {
    email: string;
    claimedAt: string;
  } | null;
  validUntil: string | null;
  /** When the lead got the code. */
  createdAt: string;
}

export interface LeadLineage {
  email: string;
  /** Who passed the code on, who invited that person, and so on, each with the code that they passed on. At most 20. */
  inviters: Array<{
    email: string;
    code: string;
  }>;
  /** The people of the branch, by depth: at most 200, and 5 levels. */
  people: LineagePerson[];
  /** How many people the branch has, at most 10,000. */
  total: number;
}

export interface UploadedImport extends Import {
  /** The encodings that a text file can have, the likeliest first, with values of the file as they would be read. */
  encodings: Array<{
    encoding: string;
    samples: string[];
  }>;
  /** The sheets of an Excel file. */
  sheets: Array<{
    name: string;
    isHidden: boolean;
  }>;
}

export interface Import {
  id: string;
  /**
   * `uploaded`: waits for the mapping. `checking`, `running` and `undoing`: in progress. `checked`: ready to run. `paused`, `canceled` and
   * `failed`: stopped; leads that were imported are kept. `completed`. `undone`.
   */
  status: "uploaded" | "checking" | "checked" | "running" | "paused" | "completed" | "canceled" | "undoing" | "undone" | "failed";
  /** Whether the file has leads or suppressions. */
  kind: "leads" | "suppressions";
  fileName: string;
  format: "csv" | "xlsx";
  /** The encoding of a text file. */
  encoding: string | null;
  /** The separator of a text file. */
  delimiter: string | null;
  /** The sheet of an Excel file. */
  sheet: string | null;
  /** The row with the headers, from 1. `null` if the file has none. */
  headerRow: number | null;
  /** The headers of the file. */
  columns: string[];
  rowCount: number;
  /** The product whose export the file looks like, such as `HubSpot`. `null` if unknown. */
  product: string | null;
  /** What the columns seem to hold, or what you chose the last time for columns with these headers. */
  suggestedMapping: Record<string, string>;
  /** What the values of each column are. Empty once the import runs. */
  columnSummaries: ImportColumnSummary[];
  /** Why all people of a file of leads must not be emailed, by its name or columns. `null` if these don't say so. */
  fileConsent: ImportFileConsent | null;
  /**
   * The last row, if the file ends in the middle of it: the upload or the export was incomplete. `null` for other files, and once the
   * import runs.
   */
  cutOff: {
    /** The row in the file, from 1. */
    row: number;
    /** Whether it can be imported as it is. */
    isReadable: boolean;
  } | null;
  /** What a list of suppressions says as a whole. `null` for leads. */
  suppressions: ImportSuppressions | null;
  /** What has to be answered before the check, for the mapping of the last check or else the suggested one. Empty once the import runs. */
  questions: ImportQuestion[];
  /** What was chosen for the last check. `null` before it. */
  settings: ImportSettings | null;
  /** What the check found. `null` until it has ended. */
  counts: ImportCounts | null;
  /** How many rows the current or last step has processed. */
  progress: {
    processed: number;
    total: number;
  };
  /** What was done so far. */
  result: ImportResult;
  /** Why the import failed. `null` unless it did. */
  error: string | null;
  /** The background job of the current or last step. `null` before the first check. */
  jobId: string | null;
  actor: {
    kind: "staff" | "secret_key" | "public_key" | "visitor" | "system";
    name: string | null;
  };
  createdAt: string;
}

export interface Event {
  id: string;
  kind: EventKind;
  at: string;
  actor: {
    kind: "staff" | "secret_key" | "public_key" | "visitor" | "system";
    /** The ID of the API key or staff member. */
    id: string | null;
    /** The name of the API key or staff member. */
    name: string | null;
  };
  /** The staff member that the event is about, who can also be the actor. `null` for other events. */
  subject: {
    id: string;
    name: string;
  } | null;
  /** The `X-Request-Id` of the request. `null` if the event has no request. */
  requestId: string | null;
  /** The code that the event is about. `null` for other events. */
  code: string | null;
  /** The email address that the event is about. `null` for other events, and after the lead was deleted. */
  email: string | null;
  /**
   * More details, depending on `kind`. `id`: the ID of the lead or code that was deleted. `leads` (IDs), `codes`, `batch` and `import`: the
   * records that changed with it.
   */
  data: Record<string, unknown>;
}

export interface Delivery {
  id: string;
  /** The ID of the send. */
  send: string;
  email: string;
  /** The code in the email. `null` for an announcement. */
  code: string | null;
  /**
   * `queued`: waiting for the worker. `sending`: being sent. `retrying`: the last attempt failed, and another one will follow. `sent`:
   * accepted by the mail server. `saved_to_file`: saved to the outbox folder, because no mail server is set. `failed`: failed permanently.
   * `bounced`: the email address can't receive email, so it is suppressed now. `canceled`: canceled by staff, or because its code was
   * deleted. `suppressed`: not sent, because the email address is suppressed.
   */
  status: "queued" | "sending" | "retrying" | "sent" | "saved_to_file" | "failed" | "bounced" | "canceled" | "suppressed";
  /** The number of attempts to send the email. */
  attempts: number;
  /** The mail server's response to the last attempt, if `status` is `failed`, `bounced` or `retrying`. */
  error: string | null;
  /** Why the email wasn't sent, if it was saved to a file and skipped when those were sent. See `POST /deliveries/send-saved`. */
  skipReason: MessageSkipReason | null;
  /** When the next attempt is made. `null` if none is scheduled. */
  nextAttemptAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface Message {
  id: string;
  email: string;
  /**
   * `queued`: waiting for the worker. `sending`: being sent. `retrying`: the last attempt failed, and another one will follow. `sent`:
   * accepted by the mail server. `saved_to_file`: saved to the outbox folder, because no mail server is set. `failed`: failed permanently.
   * `bounced`: the email address can't receive email, so it is suppressed now. `canceled`: canceled by staff, or because its code was
   * deleted. `suppressed`: not sent, because the email address is suppressed.
   */
  status: "queued" | "sending" | "retrying" | "sent" | "saved_to_file" | "failed" | "bounced" | "canceled" | "suppressed";
  /** The number of attempts to send the email. */
  attempts: number;
  /** The mail server's response to the last attempt, if `status` is `failed`, `bounced` or `retrying`. */
  error: string | null;
  /** Why the email wasn't sent, if it was saved to a file and skipped when those were sent. See `POST /deliveries/send-saved`. */
  skipReason: MessageSkipReason | null;
  /** When the next attempt is made. `null` if none is scheduled. */
  nextAttemptAt: string | null;
  createdAt: string;
  updatedAt: string;
  /**
   * `joined`: confirms that the lead joined the waitlist. `confirm`: asks the lead to confirm their email address. `confirm_claim`: asks
   * the lead to finish a claim with the link in the email. `claimed`: confirms that the lead claimed a code. `reminder`: reminds the lead
   * of their invitation.
   */
  kind: "joined" | "confirm" | "confirm_claim" | "claimed" | "reminder";
}

export interface LeadImport {
  id: string;
  /** Empty for pasted rows. */
  fileName: string;
  /** Whether the import added the lead or changed it. */
  result: "created" | "updated";
  actor: {
    kind: "staff" | "secret_key" | "public_key" | "visitor" | "system";
    id: string | null;
    name: string | null;
  };
}

export interface PersonalData {
  exportedAt: string;
  project: string;
  lead: {
    email: string;
    firstname: string | null;
    lastname: string | null;
    /** Free-form notes about the lead. */
    notes: string;
    /** The tags, in alphabetical order. */
    tags: string[];
    /** Your own data, by key. */
    metadata: Record<string, string>;
    /** The ID in your system. `null` if it has none. */
    externalId: string | null;
    /**
     * `active`: the sign-up is complete. `unconfirmed`: the lead hasn't confirmed their email address yet. `held`: the sign-up looks
     * suspicious and is held for review until staff approve or delete it.
     */
    status: "active" | "unconfirmed" | "held";
    heldReason: "honeypot" | "too_fast" | "blocked" | "disposable" | "same_client" | null;
    /**
     * When the lead confirmed their email address: they opened a link that was emailed to it, claimed a code through an emailed link, or
     * confirmed it elsewhere before an import. `null` if they haven't.
     */
    confirmedAt: string | null;
    /**
     * How the lead confirmed their email address. `link`: with a link that was emailed to them. `claim`: by claiming a code through a link
     * that was emailed to them. `import`: an imported file says that they did. `null` if they haven't.
     */
    confirmedBy: "link" | "claim" | "import" | null;
    /** Where an import has the confirmation from, such as the name of the file. `null` unless `confirmedBy` is `import`. */
    confirmedFrom: string | null;
    createdAt: string;
    updatedAt: string;
    /**
     * Where it came from. `page`: a public Gatehouse page. `widget`: your web page, with the public key. `api`: your server, with the
     * secret key. `staff`: the dashboard. `import`: an imported file.
     */
    source: "page" | "widget" | "api" | "staff" | "import";
    /** Where the lead came from: their source tag, or else the UTM source or the host of the page that linked to the sign-up. */
    sourceTag: string | null;
    /** The `utm_` parameters of the link that the lead followed. */
    utm: {
      source?: string;
      medium?: string;
      campaign?: string;
      term?: string;
      content?: string;
    } | null;
    /** The web page that linked to the sign-up, without its query. */
    referrerUrl: string | null;
  };
  /** The change of their email address that wasn't confirmed. It's deleted 30 days after the request. */
  emailChange: {
    newEmail: string;
    requestedAt: string;
    expiresAt: string;
  } | null;
  /** The answers to the project's questions. For a question that was deleted, `question` is its key. */
  answers: Array<{
    key: string;
    question: string;
    answer: string | boolean;
  }>;
  /** The consent text that the lead agreed to, and when they did. */
  consent: {
    wording: string;
    at: string;
  } | null;
  /** Why they get no email. `null` if they do. */
  suppression: {
    /**
     * `unsubscribed`: they unsubscribed. `bounced`: an email to them bounced. `complained`: they reported an email as spam. `staff`: a
     * staff member added them.
     */
    reason: "unsubscribed" | "bounced" | "complained" | "staff";
    note: string;
    since: string;
  } | null;
  /** Whether their email address is on the block list. */
  isBlocked: boolean;
  waitlist: {
    status: "waiting" | "invited" | "claimed" | "declined" | "expired" | "bounced" | "left" | null;
    position: number | null;
    /** When they last joined or left the waitlist. */
    changedAt: string | null;
  };
  invitations: Array<{
    code: string;
    invitedAt: string;
    expiresAt: string | null;
    /**
     * When the browser first showed the claim page of the emailed link, or the form was submitted. Fetching the page, as email scanners do,
     * doesn't count.
     */
    openedAt: string | null;
    outcome: "declined" | "expired" | "bounced" | "left" | null;
    endedAt: string | null;
  }>;
  reservedCodes: Array<{
    code: string;
    validFrom: string | null;
    validUntil: string | null;
  }>;
  /** The codes that are on hold for them, or were until a while ago. */
  holds: Array<{
    code: string;
    expiresAt: string;
  }>;
  /** The codes that they got to pass on to friends, and whether someone has claimed them. */
  inviteCodes: Array<{
    code: string;
    createdAt: string;
    claimed: boolean;
  }>;
  claims: Array<{
    code: string;
    claimedAt: string;
    /**
     * Where it came from. `page`: a public Gatehouse page. `widget`: your web page, with the public key. `api`: your server, with the
     * secret key. `staff`: the dashboard. `import`: an imported file.
     */
    source: "page" | "widget" | "api" | "staff" | "import";
    emailVerifiedBy: "link" | "confirmation" | null;
  }>;
  failedClaims: Array<{
    code: string;
    error: FailedClaimError;
    attempts: number;
    firstAttemptAt: string;
    lastAttemptAt: string;
  }>;
  /** Other people's email addresses are reduced to their first character. */
  referrals: {
    referralCode: string;
    referredBy: string | null;
    referredLeads: Array<{
      email: string;
      joinedAt: string;
    }>;
  };
  /**
   * The texts of emails aren't stored. They are put together again from the template that was in use when each email was sent, and from
   * today's data: names, answers, the position and the dates of codes can differ. Personal links are left out.
   */
  emails: Array<{
    id: string;
    kind: string;
    /** The email address that it was sent to. Differs from the lead's if they changed theirs since. */
    to: string;
    subject: string | null;
    text: string | null;
    /** Whether the template that was in use then is still known. If it isn't, the text is that of today's template. */
    isTemplateKnown: boolean;
    code: string | null;
    /**
     * `queued`: waiting for the worker. `sending`: being sent. `retrying`: the last attempt failed, and another one will follow. `sent`:
     * accepted by the mail server. `saved_to_file`: saved to the outbox folder, because no mail server is set. `failed`: failed
     * permanently. `bounced`: the email address can't receive email, so it is suppressed now. `canceled`: canceled by staff, or because its
     * code was deleted. `suppressed`: not sent, because the email address is suppressed.
     */
    status: "queued" | "sending" | "retrying" | "sent" | "saved_to_file" | "failed" | "bounced" | "canceled" | "suppressed";
    error: string | null;
    createdAt: string;
    updatedAt: string;
  }>;
  /** What happened, newest first. Without the names of staff members and API keys. */
  activity: Array<{
    kind: EventKind;
    at: string;
    actor: "staff" | "secret_key" | "public_key" | "visitor" | "system";
    code: string | null;
    details: Record<string, unknown>;
  }>;
  /** The rows of imported files with their email address. They are kept for 30 days. */
  imports: Array<{
    importedAt: string;
    row: number;
    cells: Record<string, string>;
    result: "created" | "updated" | "skipped" | "undone" | "kept" | null;
  }>;
  /** The events with their email address that other systems were sent, newest first. They are known for 30 days. */
  webhooks: Array<{
    /** The description of the webhook, or else the host of its URL. */
    webhook: string;
    type: EventType;
    sentAt: string;
    /** Whether the webhook said that it got the event. It can have got it even so. */
    isDelivered: boolean;
  }>;
}

export interface Send {
  id: string;
  /** `code`: the same code for all leads. `invitation`: a personal code for each lead. `announcement`: an email without a code. */
  kind: "code" | "invitation" | "announcement";
  /** The code that was sent. `null` for an invitation or announcement. */
  code: string | null;
  /** The batch of personal codes. `null` if the send isn't an invitation. */
  batch: {
    id: string;
    name: string;
  } | null;
  /** The number of requested recipients. */
  receivedLeads: number;
  /** The number of emails that were queued. */
  notifiedLeads: number;
  /** How many recipients were skipped, by reason. `null` if it wasn't recorded. */
  skippedLeads: SendSkippedLead[] | null;
  /**
   * The background job that queues the emails of a large send in parts. `null` if they were queued at once, and a month after the job
   * ended.
   */
  queueing: SendQueueing | null;
  /** The number of notified leads who were deleted since. `deliveries` doesn't include them. */
  deletedLeads: number;
  /** Who created the send. `null` if it wasn't recorded. */
  actor: {
    kind: "staff" | "secret_key" | "public_key" | "visitor" | "system";
    name: string | null;
  } | null;
  /** The number of deliveries by status. */
  deliveries: SendDeliveries;
  /** Whether all deliveries are finished: none is queued, being sent or waiting to be retried, and no more are being queued. */
  completed: boolean;
  /** The texts of this send. `null` for the texts of the email template, and for all of them if none was replaced. */
  content: {
    subject: string | null;
    body: string | null;
    button: string | null;
  } | null;
  /** Where the button of an announcement leads. `null` if it has none. */
  buttonUrl: string | null;
  /** When its emails go out, if that was scheduled for later. */
  scheduledAt: string | null;
  /**
   * Until when its emails wait because of a limit of the mail server, such as a daily quota. Then they are tried again. `null` if they
   * don't wait, or the send is completed.
   */
  limitedUntil: string | null;
  createdAt: string;
}

export interface SavedEmail {
  id: string;
  email: string;
  /** The kind of an automatic email, or `code`, `invitation` (with a personal code) or `announcement` for an email of a send. */
  kind: "joined" | "confirm" | "confirm_claim" | "claimed" | "reminder" | "code" | "invitation" | "announcement";
  /** The ID of its send. `null` for other automatic emails. */
  send: string | null;
  /** The code that the email is about, if any. */
  code: string | null;
  /**
   * `queued`: waiting for the worker. `sending`: being sent. `retrying`: the last attempt failed, and another one will follow. `sent`:
   * accepted by the mail server. `saved_to_file`: saved to the outbox folder, because no mail server is set. `failed`: failed permanently.
   * `bounced`: the email address can't receive email, so it is suppressed now. `canceled`: canceled by staff, or because its code was
   * deleted. `suppressed`: not sent, because the email address is suppressed.
   */
  status: "queued" | "sending" | "retrying" | "sent" | "saved_to_file" | "failed" | "bounced" | "canceled" | "suppressed";
  /** Why it was skipped. `null` while it is saved to a file. */
  skipReason: MessageSkipReason | null;
  createdAt: string;
  updatedAt: string;
}

export interface AutomaticEmail {
  id: string;
  email: string;
  /**
   * `queued`: waiting for the worker. `sending`: being sent. `retrying`: the last attempt failed, and another one will follow. `sent`:
   * accepted by the mail server. `saved_to_file`: saved to the outbox folder, because no mail server is set. `failed`: failed permanently.
   * `bounced`: the email address can't receive email, so it is suppressed now. `canceled`: canceled by staff, or because its code was
   * deleted. `suppressed`: not sent, because the email address is suppressed.
   */
  status: "queued" | "sending" | "retrying" | "sent" | "saved_to_file" | "failed" | "bounced" | "canceled" | "suppressed";
  /** The number of attempts to send the email. */
  attempts: number;
  /** The mail server's response to the last attempt, if `status` is `failed`, `bounced` or `retrying`. */
  error: string | null;
  /** Why the email wasn't sent, if it was saved to a file and skipped when those were sent. See `POST /deliveries/send-saved`. */
  skipReason: MessageSkipReason | null;
  /** When the next attempt is made. `null` if none is scheduled. */
  nextAttemptAt: string | null;
  createdAt: string;
  updatedAt: string;
  /**
   * `joined`: confirms that the lead joined the waitlist. `confirm`: asks the lead to confirm their email address. `confirm_claim`: asks
   * the lead to finish a claim with the link in the email. `claimed`: confirms that the lead claimed a code. `reminder`: reminds the lead
   * of their invitation. `invitation`: the invitation of a wave.
   */
  kind: "joined" | "confirm" | "confirm_claim" | "claimed" | "reminder" | "invitation";
  /** The ID of the send of an invitation. `null` for the other kinds. */
  send: string | null;
  /** The code that the email is about, if any. */
  code: string | null;
}

export interface WaitlistEntry {
  email: string;
  firstname: string | null;
  lastname: string | null;
  /**
   * `waiting`: in line. `invited`: was sent a personal code and is no longer in line. `claimed`: has claimed a code. `declined`: declined
   * the invitation. `expired`: the invitation expired. `bounced`: the email with the invitation bounced, so the code is paused or went back
   * to its batch. `left`: left the waitlist, or was removed from it.
   */
  status: "waiting" | "invited" | "claimed" | "declined" | "expired" | "bounced" | "left";
  /** The position in line, starting at 1. `null` unless `status` is `waiting`. */
  position: number | null;
  /** When the lead joined the waitlist. Unless `status` is `waiting`: when the lead was created. */
  joinedAt: string;
  /** The number of active leads who joined with this lead's referral link. */
  referrals: number;
  /**
   * Where it came from. `page`: a public Gatehouse page. `widget`: your web page, with the public key. `api`: your server, with the secret
   * key. `staff`: the dashboard. `import`: an imported file.
   */
  source: "page" | "widget" | "api" | "staff" | "import";
  sourceTag: string | null;
  invitedAt: string | null;
}

export interface Wave {
  id: string;
  name: string;
  /**
   * `scheduled`: not sent yet. `recurring`: invites people at certain times. `paused`: a recurring wave that doesn't invite anyone until
   * it's resumed. `sent`: its people were invited, or are being invited if `inviting` hasn't ended. `ended`: a recurring wave that was
   * ended before its total. `canceled`: canceled before it was sent.
   */
  status: "scheduled" | "recurring" | "paused" | "sent" | "ended" | "canceled";
  /**
   * Why it was canceled or ended without anyone asking for it. `no_code_left`: its batch had no code left. `batch_deleted`: its batch was
   * deleted. `codes_expired`: its codes would have expired before. `null` otherwise.
   */
  stopReason: "no_code_left" | "batch_deleted" | "codes_expired" | null;
  /** How many people it invites. For a recurring wave: each time. */
  size: number;
  /** The filters, or `{}`. */
  filter: Record<string, string | number | boolean>;
  /** The filters of people who are invited before others, or `{}`. */
  priority: Record<string, string | number | boolean>;
  /** When a recurring wave invites people. `null` for other waves. */
  repeat: WaveRepeat | null;
  /** The existing batch whose codes it hands out. `null` if it creates new codes, or the batch was deleted. */
  batch: {
    id: string;
    name: string;
  } | null;
  type: "creative" | "alphanumeric" | "numeric";
  validUntil: string | null;
  expiresAfterDays: number | null;
  reminderAfterDays: number | null;
  passOn: boolean;
  /** How many invite codes each person it invites can get. `null` if the project's `inviteQuota` decides. */
  inviteQuota: number | null;
  /** The number of people who were invited, including those who got a place that was passed on. */
  invited: number;
  /** The texts of this wave's emails. `null` for the texts of the email template, and for all of them if none was replaced. */
  content: {
    subject: string | null;
    body: string | null;
    button: string | null;
  } | null;
  /**
   * How many of them opened the claim page of their link in a browser, or submitted its form. Fetching the page, as email scanners do,
   * doesn't count. Scanners that run the page's script count, and people without JavaScript count once they submit the form.
   */
  opened: number;
  claimed: number;
  declined: number;
  expired: number;
  /** How many emails bounced. */
  bounced: number;
  /** The number of emails with invitations by status. */
  deliveries: SendDeliveries;
  /** How many places were passed on to the next in line. */
  passedOn: number;
  /**
   * The background job that invites the people of a large wave in parts, or did last time. `null` if they were invited at once, and a month
   * after the job ended.
   */
  inviting: SendQueueing | null;
  /** When it's sent. For a recurring wave: when it invites people next. */
  scheduledAt: string | null;
  /** When it was sent. For a recurring wave: the first time. */
  sentAt: string | null;
  createdAt: string;
}

export interface Suppression {
  email: string;
  /**
   * `unsubscribed`: they unsubscribed. `bounced`: an email to them bounced. `complained`: they reported an email as spam. `staff`: a staff
   * member added them.
   */
  reason: "unsubscribed" | "bounced" | "complained" | "staff";
  /** Free-form notes about the suppression. */
  note: string;
  /** Whether there's a lead with this email address. Suppressions are kept when the lead is deleted. */
  isLead: boolean;
  createdAt: string;
}

/** The answer to a claim with the secret key or a staff session. */
export interface ClaimWithRecords extends ClaimToken {
  lead: Lead;
  claimedCode: Code;
}

/** The answer to a claim with the public key. */
export interface ClaimToken {
  /** 24 hexadecimal digits. You can exchange it once, within 60 seconds. */
  claimToken: string;
  /** The same as `claimToken`, for older clients. */
  token: string;
  tokenExpiresAt: string;
  /** Whether this request made the claim. `false` for a repeated claim. */
  created: boolean;
  /** When the code was claimed. */
  claimedAt: string;
  /** Whether this request proved that the person owns the email address, with a link token that was emailed to it. */
  emailVerified: boolean;
  /** The `state` of the request, if there was one. */
  state?: string;
  /** The code. */
  code: string;
  /** The email address. */
  email: string;
}

/**
 * The answer to a claim with the public key if the project requires email confirmation to claim, and to any claim with
 * `requireConfirmation: true`.
 */
export interface ClaimConfirmation {
  claimToken: null;
  token: null;
  tokenExpiresAt: null;
  created: false;
  claimedAt: null;
  emailVerified: false;
  /** Nothing is claimed yet: we emailed a link to finish the claim. */
  confirmationRequired: true;
  /** The code. */
  code: string;
  /** The email address. */
  email: string;
}

export interface Claim {
  code: string;
  email: string;
  batch: {
    id: string;
    name: string;
  };
  /**
   * Where it came from. `page`: a public Gatehouse page. `widget`: your web page, with the public key. `api`: your server, with the secret
   * key. `staff`: the dashboard. `import`: an imported file.
   */
  source: "page" | "widget" | "api" | "staff" | "import";
  claimedAt: string;
  /**
   * Whether someone claimed the code through a link that was emailed to this email address. To decide about access, use `emailVerified` of
   * the exchanged token.
   */
  emailVerified: boolean;
}

export interface FailedClaim {
  /** The code as it's shown, or what was entered if there's no such code. */
  code: string;
  codeExists: boolean;
  email: string;
  leadExists: boolean;
  /**
   * Why the latest attempt failed. A code that's reserved for someone else is `code_reserved`, although the public sees `code_not_found`.
   */
  error: FailedClaimError;
  /** How many times this person tried this code. */
  attempts: number;
  /**
   * Where it came from. `page`: a public Gatehouse page. `widget`: your web page, with the public key. `api`: your server, with the secret
   * key. `staff`: the dashboard. `import`: an imported file.
   */
  source: "page" | "widget" | "api" | "staff" | "import";
  firstAttemptAt: string;
  lastAttemptAt: string;
}

export interface Batch {
  id: string;
  name: string;
  /** The format of the code. `custom`: your own code, an imported code, or a code of a pattern. */
  type: "creative" | "alphanumeric" | "numeric" | "custom";
  /** The pattern of the codes. `null` if they weren't generated from one. */
  pattern: string | null;
  /** The number of codes that the batch was created with. */
  amount: number;
  /** How many customers could claim each code when the batch was created or last extended. */
  allowedClaims: number;
  /** When the codes can first be claimed. `null` if they have no start date. */
  validFrom: string | null;
  /** The end date of the codes when the batch was created or last extended. `null` if they had none. */
  validUntil: string | null;
  /** Whether the batch is paused. Codes in a paused batch can't be claimed. */
  paused: boolean;
  /** The link to redeem the codes elsewhere, with `{code}` in place of the code. `null` if customers claim them here. */
  redemptionUrl: string | null;
  /** How to redeem the codes elsewhere. `null` if there are no instructions. */
  redemptionInstructions: string | null;
  /** The domains whose emails can claim, with their subdomains, in alphabetical order. `null` if all can. */
  allowedDomains: string[] | null;
  /**
   * Whether each person can claim one code of the batch. `email`: each email can claim one code of the batch. `mailbox`: so can each
   * mailbox, where the dots and plus-addresses of Gmail are the same one. `null` if they can claim several.
   */
  oncePerBatch: "email" | "mailbox" | null;
  /** The current number of codes. */
  codeCount: number;
  /** The sum of `allowedClaims` of all codes. */
  totalAllowedClaims: number;
  /** The current number of claims of all codes. For very large batches, this number can be a few minutes old. */
  claims: number;
  /** Who created the batch. `null` if it wasn't recorded. */
  createdBy: {
    kind: "staff" | "secret_key" | "public_key" | "visitor" | "system";
    name: string | null;
  } | null;
  createdAt: string;
  updatedAt: string;
}

export interface BinEntry {
  id: string;
  kind: "code" | "lead" | "batch";
  /** The code, the lead's email address, or the batch's name. */
  label: string;
  /** The ID of the job that deleted it. What one job deleted can be restored together. */
  deletion: string;
  /** The deleted batch that a code belongs to. `null` for everything else. The code is restored with the batch. */
  batch: {
    id: string;
    name: string;
  } | null;
  /** How many codes a deleted batch had. `null` for everything else. */
  codes: number | null;
  /** How many claims are restored with a code or lead. `null` for batches. */
  claims: number | null;
  deletedBy: {
    kind: "staff" | "secret_key" | "public_key" | "visitor" | "system";
    name: string | null;
  };
  deletedAt: string;
  /** When it's deleted permanently. Follows the project's `binDays`. */
  expiresAt: string;
}

export interface Print {
  /** The ID of the print, and of the background job that makes its file. */
  id: string;
  /** `completed`: the file can be downloaded. */
  status: "queued" | "running" | "completed" | "failed" | "canceled";
  format: "pdf" | "svg" | "png";
  /** The sheet of a PDF. `null` for QR codes. */
  sheet: PrintSheet | null;
  /** The number of codes to print. */
  codes: number;
  /** The number of pages of a PDF. `null` for QR codes. */
  pages: number | null;
  /** The batch of the `filter` that selected the codes. `null` for any other selection. */
  batch: string | null;
  fileName: string;
  /** The size of the file in bytes. `null` until it's complete. */
  size: number | null;
  /** How many codes are in the file so far. */
  progress: {
    processed: number;
    total: number;
  };
  /** Why the print failed. `null` unless it did. */
  error: string | null;
  actor: {
    kind: "staff" | "secret_key" | "public_key" | "visitor" | "system";
    name: string | null;
  };
  createdAt: string;
  /** When the file is deleted. */
  expiresAt: string;
}

export interface Export {
  /** Also the ID of the background job that makes the file. */
  id: string;
  list: "leads" | "waitlist" | "codes" | "batches" | "claims" | "sends" | "deliveries" | "messages" | "suppressions" | "events";
  format: "csv" | "xlsx" | "ndjson";
  /** The file can be downloaded when it's `completed`. */
  status: "queued" | "running" | "completed" | "failed" | "canceled";
  /** How many rows are in the file so far. */
  progress: {
    processed: number;
    total: number;
  };
  /** The size of the file in bytes. `null` until it's complete. */
  size: number | null;
  fileName: string;
  /** Why the export failed. `null` unless it did. */
  error: string | null;
  /** Who started the export. */
  actor: {
    kind: "staff" | "secret_key" | "public_key" | "visitor" | "system";
    name: string | null;
  };
  createdAt: string;
  /** When the file is deleted. */
  expiresAt: string;
}

export type FeedEvent = {
  /** The same whenever the event is read. */
  id: string;
  type:
    | "lead.created" | "lead.updated" | "lead.confirmed" | "lead.held" | "lead.approved" | "lead.joined_waitlist" | "lead.declined"
    | "lead.invitation_expired" | "lead.bounced" | "lead.unsubscribed" | "lead.email_changed" | "lead.deleted" | "lead.restored"
    | "email.delivered" | "email.failed" | "email.bounced" | "email.complained";
  timestamp: string;
  /** The ID of the project. */
  project: string;
  /**
   * Grows with each event about the same record. The one with the highest `sequence` has the newest `data`. Handle each `id` once, whatever
   * its `sequence`.
   */
  sequence: number;
  /** Only in a sample that `POST /webhooks/:id/test` sent: nothing happened, and the record in `data` doesn't exist. */
  test?: true;
  data: LeadEventData;
} | {
  /** The same whenever the event is read. */
  id: string;
  type:
    | "code.claimed" | "code.exhausted" | "code.expired" | "code.sent" | "code.updated" | "code.paused" | "code.resumed" | "code.extended"
    | "code.deleted" | "code.restored" | "claim.revoked";
  timestamp: string;
  /** The ID of the project. */
  project: string;
  /**
   * Grows with each event about the same record. The one with the highest `sequence` has the newest `data`. Handle each `id` once, whatever
   * its `sequence`.
   */
  sequence: number;
  /** Only in a sample that `POST /webhooks/:id/test` sent: nothing happened, and the record in `data` doesn't exist. */
  test?: true;
  data: CodeEventData;
} | {
  /** The same whenever the event is read. */
  id: string;
  type:
    | "codes.generated" | "batch.updated" | "batch.paused" | "batch.resumed" | "batch.extended" | "batch.expired" | "batch.deleted"
    | "batch.restored";
  timestamp: string;
  /** The ID of the project. */
  project: string;
  /**
   * Grows with each event about the same record. The one with the highest `sequence` has the newest `data`. Handle each `id` once, whatever
   * its `sequence`.
   */
  sequence: number;
  /** Only in a sample that `POST /webhooks/:id/test` sent: nothing happened, and the record in `data` doesn't exist. */
  test?: true;
  data: BatchEventData;
} | {
  /** The same whenever the event is read. */
  id: string;
  type: "lead.invited" | "announcement.sent" | "send.updated" | "send.finished";
  timestamp: string;
  /** The ID of the project. */
  project: string;
  /**
   * Grows with each event about the same record. The one with the highest `sequence` has the newest `data`. Handle each `id` once, whatever
   * its `sequence`.
   */
  sequence: number;
  /** Only in a sample that `POST /webhooks/:id/test` sent: nothing happened, and the record in `data` doesn't exist. */
  test?: true;
  data: SendEventData;
} | {
  /** The same whenever the event is read. */
  id: string;
  type: "wave.updated" | "wave.sent" | "wave.ended";
  timestamp: string;
  /** The ID of the project. */
  project: string;
  /**
   * Grows with each event about the same record. The one with the highest `sequence` has the newest `data`. Handle each `id` once, whatever
   * its `sequence`.
   */
  sequence: number;
  /** Only in a sample that `POST /webhooks/:id/test` sent: nothing happened, and the record in `data` doesn't exist. */
  test?: true;
  data: WaveEventData;
} | {
  /** The same whenever the event is read. */
  id: string;
  type: "leads.imported" | "leads.import_undone" | "suppressions.imported" | "suppressions.import_undone";
  timestamp: string;
  /** The ID of the project. */
  project: string;
  /**
   * Grows with each event about the same record. The one with the highest `sequence` has the newest `data`. Handle each `id` once, whatever
   * its `sequence`.
   */
  sequence: number;
  /** Only in a sample that `POST /webhooks/:id/test` sent: nothing happened, and the record in `data` doesn't exist. */
  test?: true;
  data: ImportEventData;
} | {
  /** The same whenever the event is read. */
  id: string;
  type: "records.changed";
  timestamp: string;
  /** The ID of the project. */
  project: string;
  /**
   * Grows with each event about the same record. The one with the highest `sequence` has the newest `data`. Handle each `id` once, whatever
   * its `sequence`.
   */
  sequence: number;
  /** Only in a sample that `POST /webhooks/:id/test` sent: nothing happened, and the record in `data` doesn't exist. */
  test?: true;
  data: {
    /** The IDs of leads that changed. */
    leads: string[];
    /** The codes that changed. */
    codes: string[];
    /**
     * What changed, depending on the type: `fields` (the names of changed fields), `email`, `bin`, `send` and others. Fields can be added.
     */
    change: Record<string, unknown>;
  };
} | {
  /** The same whenever the event is read. */
  id: string;
  type:
    | "webhook.disabled" | "key.created" | "key.rotated" | "key.revoked" | "key.refused" | "staff.invited" | "staff.invitation_revoked"
    | "staff.invitation_link_copied" | "staff.joined" | "staff.updated" | "staff.removed" | "staff.signed_in" | "staff.signed_out"
    | "staff.sign_in_failed" | "staff.access_refused" | "staff.password_changed" | "staff.password_reset" | "staff.second_factor_added"
    | "staff.second_factor_removed" | "staff.recovery_codes_regenerated" | "staff.passkey_added" | "staff.passkey_removed"
    | "staff.passkey_refused";
  timestamp: string;
  /** The ID of the project. */
  project: string;
  /**
   * Grows with each event about the same record. The one with the highest `sequence` has the newest `data`. Handle each `id` once, whatever
   * its `sequence`.
   */
  sequence: number;
  /** Only in a sample that `POST /webhooks/:id/test` sent: nothing happened, and the record in `data` doesn't exist. */
  test?: true;
  data: {
    /**
     * What changed, depending on the type: `fields` (the names of changed fields), `email`, `bin`, `send` and others. Fields can be added.
     */
    change: Record<string, unknown>;
  };
};

export interface Project {
  name: string;
  /** The logo, as a data URL. */
  logo: string | null;
  /** The accent color of pages and emails. */
  accent: string;
  /** The color of buttons in emails to leads. `null` uses the accent color. */
  emailButtonColor: string | null;
  /** The text at the end of every email to leads, in Markdown, such as a postal address. `null` if there's none. */
  emailFooter: string | null;
  /** The time zone of dates in the dashboard, on public pages and in emails. */
  timeZone: string;
  /**
   * The message on the claim page after a code is claimed. With a `redirectUrl`, people read it first and continue with a button. `null`
   * uses the default message.
   */
  successMessage: string | null;
  /**
   * Where people continue after they claim a code: right away, or with a button if there's a `successMessage`. The claim token is added as
   * the query parameter `claimToken`, and as `token` for older apps, unless the address has a parameter with that name. `null` means they
   * stay on the claim page.
   */
  redirectUrl: string | null;
  /**
   * Addresses that a link to the claim or join page can choose instead of the redirect URL, as `return_to`: those of your other
   * environments, or of an app with a scheme of its own.
   */
  returnUrls: string[];
  /**
   * The page of your own site that links to claim in emails open. The part after `#` has `code`, `email` and `linkToken`, which your page
   * sends with the claim, and `token`, the same for older pages; browsers don't send that part to servers. `null` uses the claim page.
   */
  claimPageUrl: string | null;
  /** What visitors see at `/`: the join page, the claim page, or a redirect to `homeRedirectUrl`. */
  homePage: "join" | "claim" | "redirect";
  homeRedirectUrl: string | null;
  /** The headline of the join page. `null` uses the default headline. */
  joinHeadline: string | null;
  /** The text below the headline. It can contain Markdown links; everything else is plain text. `null` uses the default text. */
  joinText: string | null;
  /**
   * The message after someone joins on the join page, or after they confirm their email if that is required. `null` uses the default
   * message.
   */
  joinSuccessMessage: string | null;
  /**
   * Where people continue after they join: right away, or with a button if there's a `joinSuccessMessage`. `null` means they stay on the
   * join page.
   */
  joinRedirectUrl: string | null;
  /** The description of the join page for search engines and social networks. `null` uses the default description. */
  joinDescription: string | null;
  /** The image that social networks show with a link to the join page. */
  socialImageUrl: string | null;
  /**
   * The page that referral links open, such as a page of your own site with the embedded join form. The referral code is added as the `ref`
   * query parameter. `null` uses the join page.
   */
  referralPageUrl: string | null;
  /**
   * The text that people must agree to when they join. It's saved with each lead. It can contain Markdown links, such as
   * `[terms](https://example.org/terms)`; everything else is plain text. `null` if there's none.
   */
  consentText: string | null;
  /** The questions to new leads, in their order. */
  questions: Array<{
    /** Identifies the question in `fields` of leads, in filters and in email templates, such as `{{field.company}}`. */
    key: string;
    /** The question as people read it. */
    label: string;
    /** `text`: one line of text. `choice`: one of `options`. `checkbox`: yes or no. `url`: a web address. */
    type: "text" | "choice" | "checkbox" | "url";
    /** The options of a choice. */
    options: string[];
    /** Whether people must answer it on the join forms. A checkbox must be checked. */
    required: boolean;
    /** Whether the join forms show it. Otherwise only staff and the API answer it. */
    onJoinForms: boolean;
  }>;
  /** The keys of deleted questions. Leads can still have answers with these keys, so use others for new questions. */
  deletedQuestionKeys: string[];
  /** When people can start to join on a public page or with the public key. `null` if they can already. */
  signUpsOpenAt: string | null;
  /** When they no longer can. `null` if there's no end. */
  signUpsCloseAt: string | null;
  /**
   * How many people can wait at most, with those who haven't confirmed their email address yet. More can't join on a public page or with
   * the public key until someone leaves the waitlist. `null` if there's no limit.
   */
  waitlistLimit: number | null;
  /**
   * What people see who want to join before sign-ups open, after they have closed or while the waitlist is full. `null` uses the default
   * messages.
   */
  signUpsClosedMessage: string | null;
  /**
   * Whether people who join on a public page or with the public key must confirm their email address before they're added to the waitlist.
   */
  doubleOptIn: boolean;
  /** The number of positions a lead moves up for each friend who joins with their referral link. */
  referralBonus: number;
  /** Whether people who join on a public page or with the public key get an email with their position. */
  sendJoinedEmail: boolean;
  /**
   * Whether people who claim a code on a public page or with the public key must use a link that was emailed to them. Claims with the
   * secret key ignore it, unless they have `requireConfirmation: true`.
   */
  requireClaimConfirmation: boolean;
  /** Whether people get an email when they claim a code. */
  sendClaimedEmail: boolean;
  /** How many invite codes each lead who has claimed a code can get, to pass on to friends. `0` if they get none. */
  inviteQuota: number;
  /** After how many days new invite codes expire. `null` if they don't. */
  inviteExpiresAfterDays: number | null;
  /** For how many days deleted codes, batches and leads can be restored from the bin. `0` if they're deleted permanently. */
  binDays: number;
  /** The features that are paused. */
  paused: Array<"claims" | "sign_ups" | "email">;
  /** The message that customers see while a feature is paused. `null` uses the default message. */
  pausedMessage: string | null;
  /** The web origins that can use the public key. If empty, all origins can. */
  allowedOrigins: string[];
}

export interface Webhook {
  id: string;
  /**
   * Without what can be a secret: the path of a chat's URL, and a query, for which there is `…`, with the last four characters of a long
   * one. An update with exactly this text keeps the URL.
   */
  url: string;
  description: string;
  /** The types of events that are sent. `null` for all types about records, also those that are added later. */
  events: EventType[] | null;
  /**
   * Only events about records that match all of these. An event whose record is gone is always sent, without the record, and so are
   * `records.changed` and events about the webhooks themselves.
   */
  filter: WebhookFilter;
  /**
   * `standard`: the event as `GET /events/feed` returns it, signed. `original`: as the original service sent it. `slack`, `discord`,
   * `teams`: a message for people.
   */
  format: "standard" | "original" | "slack" | "discord" | "teams";
  /** The texts of messages for people, if they aren't the usual ones. */
  texts: WebhookTexts;
  /** Whether a message with the numbers of the day before is sent each morning. */
  dailySummary: boolean;
  /** `paused`: by staff or a key. `disabled`: by Gatehouse, for `stopReason`. Either way, nothing is sent until it is resumed. */
  status: "active" | "paused" | "disabled";
  /** `failing`: it failed for 5 days. `gone`: it answered with status 410. `null` unless `status` is `disabled`. */
  stopReason: "failing" | "gone" | null;
  /** Until when requests are also signed with the secret before the last rotation. `null` if they aren't. */
  previousSecretUntil: string | null;
  /** How many events will be tried again, up to 10,000. New ones aren't counted. */
  waiting: number;
  /**
   * How many events happened since it was paused or disabled, whatever its filter, or were answered with status 410, up to 10,000. `null`
   * while it is active.
   */
  missed: number | null;
  /** The first failure since the last success. `null` if the last attempt succeeded. */
  failingSince: string | null;
  /** Until when it asked for no more requests. `null` if it didn't. */
  slowUntil: string | null;
  lastSuccessAt: string | null;
  lastFailure: WebhookAttempt | null;
  /** How many attempts succeeded and failed. */
  last24Hours: {
    delivered: number;
    failed: number;
  };
  last7Days: {
    delivered: number;
    failed: number;
  };
  /** `null` if a key created it. */
  createdBy: {
    id: string;
    name: string;
  } | null;
  createdAt: string;
  updatedAt: string;
}

export interface WebhookAttempt {
  at: string;
  /** The status of the response. `null` if there was none. */
  status: number | null;
  /** Why it failed. `null` if it succeeded. */
  error: string | null;
  /** How long it took. */
  milliseconds: number;
  /** The first 4 KiB of the response. `null` if there was none, or someone whom the event was about was erased. */
  response: string | null;
}

export interface WebhookDelivery {
  webhook: string;
  /** The description of the webhook, or else the host of its URL. */
  webhookName: string;
  /** The ID of the event, which every request has as `webhook-id`. */
  event: string;
  type: EventType;
  /** Whether it is a sample that was sent to test the webhook. */
  test: boolean;
  /** The lead that the event is about. */
  email: string | null;
  /** The code that the event is about. */
  code: string | null;
  /**
   * `pending`: queued, or the last attempt failed and another one will follow. `delivered`: the webhook answered with a status from 200 to
   * 299. `failed`: all attempts failed. `canceled`: it was skipped when the webhook was resumed.
   */
  status: "pending" | "delivered" | "failed" | "canceled";
  /** Oldest first. */
  attempts: WebhookAttempt[];
  /** When the next attempt is made. `null` if none is. */
  nextAttemptAt: string | null;
  createdAt: string;
  /** When it was delivered, failed or canceled. */
  endedAt: string | null;
}

export interface ErrorBody {
  success: false;
  /** The HTTP status. */
  code: number;
  /** The stable name of the error, which your code can rely on. */
  error: ApiErrorName;
  /**
   * A sentence for people, which can change. Forms can show it to customers if they claim or hold a code, create a lead, exchange a token,
   * check a code or gate a sign-up.
   */
  message: string;
  /** When the error happened, in milliseconds since the Unix epoch. */
  time: number;
  /** The same as the `X-Request-Id` header. */
  requestId: string;
  /** The messages for each invalid field, by its path. Only returned with `invalid_input`. */
  fields?: Record<string, string[]>;
  /** How the sign-in can be confirmed. Only returned with `second_factor_required`. */
  secondFactors?: Array<"authenticator" | "passkey">;
  details: ErrorDetails;
  /** The challenge to solve. Only returned with `proof_required`. */
  challenge?: Challenge;
}

export interface PageInput {
  /** The maximum number of rows on a page, up to 1000. Defaults to 100. */
  limit?: number;
  /** Where the page starts. Use the `nextCursor` of the previous page. */
  cursor?: string;
  /**
   * How `total` is counted. `exact` counts all matching rows. `capped` stops at 10,000, which is faster for large lists. Defaults to
   * `capped`.
   */
  count?: "exact" | "capped";
}

export interface FileInput {
  /**
   * The format of the file. `csv` returns a CSV file, `xlsx` an Excel file with the same rows and columns, and `ndjson` one JSON record per
   * line.
   */
  format: "csv" | "xlsx" | "ndjson";
  /**
   * The columns of a CSV, Excel or NDJSON file and their order, separated by commas: the names of fields in JSON records, such as
   * `createdAt` and `lastEmail.status`. Without it, CSV and Excel files have all columns, and NDJSON files complete records.
   */
  columns?: string;
  /**
   * The first row of a CSV or Excel file: `names` of columns as in `columns`, for programs, or `titles` for people. Defaults to `titles`.
   */
  header?: "names" | "titles";
}

export interface GenerateCodesInput {
  /** How many codes to generate. Required, except with `code`, which is always one. */
  amount?: number;
  /** The format of the codes. Defaults to `creative`. */
  type?: "creative" | "alphanumeric" | "numeric";
  /** How many customers can claim each code. Defaults to `1`. */
  allowedClaims?: number;
  /** When the codes can first be claimed. If omitted, they can be claimed right away. */
  validFrom?: string;
  /** When the codes expire. If omitted, they never expire. Must be after `validFrom`. A time in the past creates expired codes. */
  validUntil?: string;
  /** Your own code, instead of a generated one. Its letters and digits must differ from those of all other codes. */
  code?: string;
  /**
   * Generates codes of this pattern instead of a `type`: `#` is a digit, `?` a letter without vowels and look-alikes, `*` either, and other
   * characters are kept. The letters are uppercase, unless the pattern's own letters are lowercase.
   */
  pattern?: string;
  /** The letters and digits that `*` stands for in `pattern`. */
  alphabet?: string;
  /**
   * `true` creates the codes even if they're easy to guess: more than 1 in 10,000 guesses would find one, or codes of a list count up, such
   * as CAFE-001 and CAFE-002. Otherwise, they're refused with `code_easy_to_guess`, unless they're reserved. Codes of a `type` are only
   * refused with `false`.
   */
  allowEasyToGuess?: boolean;
  /** The email address of the only person who can claim the codes. They don't have to be a lead yet. */
  reservedFor?: string;
  /** The name of the batch. */
  name?: string;
  /**
   * Only emails of these domains and their subdomains can claim the codes. At most 50. Case doesn't matter, and international domains are
   * converted to ASCII. `null` or an empty list allows all.
   */
  allowedDomains?: string[] | null;
  /**
   * Lets each person claim one code of the batch. `email`: each email can claim one code of the batch. `mailbox`: so can each mailbox,
   * where the dots and plus-addresses of Gmail are the same one. It can't be changed later. By default, a person can claim several codes.
   */
  oncePerBatch?: "email" | "mailbox";
  /** The tags. Each has 1 to 40 characters, without commas, and is lowercased. At most 20. */
  tags?: string[];
  /** Your own data, by key. At most 20 keys of up to 40 characters, with texts of up to 500 characters. */
  metadata?: Record<string, string>;
  /**
   * The ID in your system, with up to 255 characters. Case matters. No other code of the project can have it. Only with `code`, or an
   * `amount` of 1.
   */
  externalId?: string;
}

export interface LookupCodesInput {
  codes: string[];
}

export interface LookupCodesFileInput {
  codes: string[];
}

export type LookupCodesFileQuery = FileInput;

export interface ImportCodesQuery {
  /** The name of the batch. */
  name?: string;
  /** How many customers can claim each code. Defaults to `1`. */
  uses?: number;
  /** When the codes can first be claimed. */
  validFrom?: string;
  /** When the codes expire. */
  validUntil?: string;
  /** The email address of the only person who can claim the codes. */
  reservedFor?: string;
  /** Tags of all codes, separated by commas. */
  tags?: string;
  /**
   * Only emails of these domains and their subdomains can claim the codes. At most 50. Case doesn't matter, and international domains are
   * converted to ASCII. Separated by commas.
   */
  allowedDomains?: string;
  /**
   * Lets each person claim one code of the batch. `email`: each email can claim one code of the batch. `mailbox`: so can each mailbox,
   * where the dots and plus-addresses of Gmail are the same one. It can't be changed later. By default, a person can claim several codes.
   */
  oncePerBatch?: "email" | "mailbox";
  /** How to read dates such as 03/04/2025, if the other dates of the column don't decide it. */
  dates?: "month_first" | "day_first" | "year_first";
  /** How many uses codes with 0 or an empty limit get: `unlimited`, or the number in `uses`. */
  noLimit?: "unlimited" | "uses";
  /**
   * What columns hold, by their headers, as a JSON object: code, uses, validFrom, validUntil, reservedFor, tags, externalId, ignore.
   * Columns that you leave out are recognized by their headers.
   */
  mapping?: string;
  /**
   * The encoding of a text file: UTF-8, UTF-16LE, UTF-16BE, WINDOWS-1252, WINDOWS-1251, WINDOWS-1250, WINDOWS-1254, WINDOWS-1253,
   * WINDOWS-1255, WINDOWS-1256, WINDOWS-1257, WINDOWS-1258, WINDOWS-874, GB18030, BIG5, SHIFT_JIS, EUC-JP, ISO-2022-JP, EUC-KR, KOI8-R,
   * KOI8-U, ISO-8859-2, ISO-8859-3, ISO-8859-4, ISO-8859-5, ISO-8859-6, ISO-8859-7, ISO-8859-8, ISO-8859-10, ISO-8859-13, ISO-8859-14,
   * ISO-8859-15, ISO-8859-16, MACINTOSH, X-MAC-CYRILLIC, X-MAC-CE, X-MAC-GREEK, X-MAC-TURKISH, IBM437, IBM850, IBM852, IBM857, IBM866,
   * UTF-32LE, UTF-32BE. Detected if you leave it out.
   */
  encoding?: string;
  /** The separator of a text file: one character, or `tab`. Detected if you leave it out. */
  delimiter?: string;
  /** The name of the sheet of an Excel file. Defaults to the first visible one that looks like a list. */
  sheet?: string;
  /** The row with the headers, from 1. `0` if the file has none. Detected if you leave it out. Rows above it are left out. */
  headerRow?: number;
  /**
   * `true` creates the codes even if they're easy to guess: more than 1 in 10,000 guesses would find one, or codes of a list count up, such
   * as CAFE-001 and CAFE-002. Otherwise, they're refused with `code_easy_to_guess`, unless they're reserved.
   */
  allowEasyToGuess?: boolean;
  /** `true` only checks the file and adds nothing. */
  dryRun?: boolean;
}

export interface ImportCodesResult {
  /** The new batch. `null` with `dryRun`, or if no code was added. */
  batch: {
    id: string;
    name: string;
  } | null;
  /** How many codes were added, or would be with `dryRun`. */
  imported: number;
  /** The rows that weren't added, with the reason. */
  refused: Array<{
    /** The row in the file, from 1. */
    row: number;
    column: string;
    /** The beginning of the cell. */
    value: string;
    reason: string;
    /** The cells of the row, in the order of `columns`. */
    cells: string[];
  }>;
  /** The headers of the file. */
  columns: string[];
  /** The columns that aren't used. */
  ignoredColumns: string[];
  /** What must be answered before the codes can be added. Only with `dryRun`. */
  questions: Array<{
    /**
     * `unused_column`: the column looks like dates, numbers of uses or emails, and its header isn't known. Say in `mapping` what it holds,
     * or `ignore`. `no_limit`: the number of uses is 0 or empty, which means unlimited in most tools. Answer with `noLimit`. `date_order`:
     * dates such as 03/04/2025 can be read in two ways. Answer with `dates`.
     */
    kind: "unused_column" | "no_limit" | "date_order";
    column: string;
    /** How many rows it's about. */
    rows: number;
    /** Some of the values. */
    values: string[];
    /** The possible answers. */
    options: string[];
  }>;
  /** How the first dates of each column were read. */
  dates: Array<{
    column: string;
    field: "validFrom" | "validUntil";
    samples: Array<{
      value: string;
      date: string;
    }>;
  }>;
  /** How many of the codes have no limit. They can be claimed 1,000,000,000 times. */
  unlimited: number;
  /** How many of the codes are easy to guess. */
  easyToGuess: number;
  /** How many guesses it takes on average to find one of those that are the easiest. `null` if all are reserved. */
  guesses: number | null;
}

export interface SuggestCodesInput {
  /**
   * A code. Letter case, spaces, line breaks, hyphens and underscores are ignored, `ß` is `ss`, and the digits of all scripts are 0 to 9.
   */
  code: string;
}

export interface ListCodesInput extends PageInput {
  /** Only codes that start with this text, or whose second word does. */
  q?: string;
  /** Only codes of this type. */
  type?: "creative" | "alphanumeric" | "numeric" | "custom";
  /** Only codes with this status. */
  status?: "paused" | "expired" | "exhausted" | "scheduled" | "active";
  /** Only codes in the batch with this ID. */
  batch?: string;
  /** Only codes that are, or aren't, reserved. */
  reserved?: boolean;
  /** Only codes reserved for this email address. */
  reservedFor?: string;
  /** Only codes with this tag. Case doesn't matter. */
  tag?: string;
  /** Only the code with this external ID. */
  externalId?: string;
  /** Only codes with this value in their metadata: the key, a colon and the whole value, such as `plan:pro`. Case matters. */
  metadata?: string;
  /** Only codes that have, or don't have, claims left. */
  usesLeft?: boolean;
  /** Only codes whose `validUntil` is before this time. */
  endsBefore?: string;
  /** Only codes created at or after this time. */
  since?: string;
  /** Only codes created before this time. */
  until?: string;
  /** The field to sort by. Defaults to `createdAt`. `created` is the same as `createdAt`, for older clients. */
  sort?: "createdAt" | "created" | "code" | "validUntil";
  /** The sort order: `asc` for ascending or `desc` for descending. Defaults to `desc`. */
  order?: "desc" | "asc";
}

export type ListCodesFileInput = Omit<ListCodesInput, keyof PageInput> & FileInput;

export interface CheckCodeInput {
  /**
   * A code. Letter case, spaces, line breaks, hyphens and underscores are ignored, `ß` is `ss`, and the digits of all scripts are 0 to 9.
   */
  code: string;
  /**
   * An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @,
   * only ASCII characters are supported.
   */
  email: string;
}

export interface CheckCodeResult {
  /** `null` if the code doesn't exist. */
  code: Code | null;
  email: string;
  /** Whether a claim would succeed right now. */
  claimable: boolean;
  /** Whether this person has already claimed the code. If so, claiming it again returns a new claim token. */
  claimed: boolean;
  /** The error that a claim with the secret key would return. `null` if the claim would succeed. */
  error: ApiErrorName | null;
  /** The error that a claim with the public key would return. `null` if the claim would succeed. */
  publicError: ApiErrorName | null;
  /**
   * Why this person can't claim the code, for them to read. `null` if they can. Not what they mustn't know, such as for whom it's reserved.
   */
  message: string | null;
  /**
   * The rules of a claim, for staff and developers, in the order in which they're checked. If the code doesn't exist, the list ends with
   * that rule.
   */
  rules: Array<{
    rule: "claims" | "block_list" | "exists" | "reservation" | "domain" | "pause" | "end" | "uses" | "start" | "once" | "hold";
    passes: boolean;
    message: string;
  }>;
}

export interface UpdateCodeInput {
  /** Whether to pause the code. Paused codes can't be claimed. A code in a paused batch can't be resumed on its own. */
  paused?: boolean;
  /** The new end date, earlier or later than the current one. Must be after `validFrom`. `null` removes the end date. */
  validUntil?: string | null;
  /** How many customers can claim each code. Can't be lower than a code's current number of claims. */
  allowedClaims?: number;
  /** The email address of the only person who can claim the code. They don't have to be a lead yet. `null` removes the reservation. */
  reservedFor?: string | null;
  /** Replaces all tags. Each has 1 to 40 characters, without commas, and is lowercased. At most 20. */
  tags?: string[];
  /** Tags to add. The others are kept. */
  addTags?: string[];
  /** Tags to remove, after those of `addTags` were added. */
  removeTags?: string[];
  /**
   * The metadata to change, by key. `null` removes a key. Keys that you leave out don't change. At most 20 keys of up to 40 characters,
   * with texts of up to 500 characters.
   */
  metadata?: Record<string, string | null>;
  /** The ID in your system, with up to 255 characters. Case matters. No other code of the project can have it. `null` removes it. */
  externalId?: string | null;
  /**
   * The values you last read. If a field that you update has changed since then, the request returns `code_changed` and nothing is updated.
   */
  expected?: {
    validUntil?: string | null;
    allowedClaims?: number;
    reservedFor?: string | null;
  };
}

export interface DeleteCodeInput {
  /**
   * A code. Letter case, spaces, line breaks, hyphens and underscores are ignored, `ß` is `ss`, and the digits of all scripts are 0 to 9.
   */
  code: string;
}

export interface BulkUpdateCodesInput {
  action: "pause" | "resume" | "extend" | "add_tags" | "remove_tags" | "delete";
  codes?: string[];
  /** Selects all matching rows. Takes the same filters as the list. To select every row, send only `all: true`. */
  filter?: CodeSelection;
  /** The new end date, earlier or later than the current one. Must be after `validFrom`. `null` removes the end date. */
  validUntil?: string | null;
  /** How many customers can claim each code. Can't be lower than a code's current number of claims. */
  allowedClaims?: number;
  /**
   * The tags to add or remove. Required for `add_tags` and `remove_tags`; the other actions don't take them. Each has 1 to 40 characters,
   * without commas, and is lowercased. At most 20.
   */
  tags?: string[];
  /**
   * With `delete`: `true` moves to the bin, from where `POST /bin/restore` brings it back, instead of deleting permanently. If the project
   * keeps nothing in the bin, it's deleted permanently.
   */
  bin?: boolean;
}

export interface ListCodeTagsResult {
  /** When the numbers were computed. For very large projects, this can be a few minutes ago. */
  asOf: string;
  /** The tags and how many leads or codes have each, most used first. At most 500. */
  tags: Array<{
    tag: string;
    count: number;
  }>;
}

export interface CreateLeadInput {
  /**
   * An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @,
   * only ASCII characters are supported.
   */
  email: string;
  firstname?: string;
  lastname?: string;
  /** The referral code of the lead who referred this one. */
  referralCode?: string;
  notes?: string;
  /** Whether to add the lead to the waitlist. Defaults to `false`. */
  waitlist?: boolean;
  /**
   * The answers to the project's questions, by key: a text, or `true` or `false` for a checkbox. Unknown keys and answers that don't fit
   * their question are refused.
   */
  fields?: Record<string, unknown>;
  /** The tags. Each has 1 to 40 characters, without commas, and is lowercased. At most 20. Not allowed with the public key. */
  tags?: string[];
  /** Your own data, by key. At most 20 keys of up to 40 characters, with texts of up to 500 characters. Not allowed with the public key. */
  metadata?: Record<string, string>;
  /**
   * The ID in your system, with up to 255 characters. Case matters. No other lead of the project can have it. Not allowed with the public
   * key.
   */
  externalId?: string;
  /**
   * Where the lead came from, in a word of your choice, such as `newsletter`. It's lowercased and cut to 100 characters. Defaults to
   * `utm.source`, or else to the host of `referrerUrl`.
   */
  sourceTag?: string;
  /**
   * The `utm_` parameters of the link that the person followed, or the whole query of its URL. Each is cut to 200 characters; other
   * parameters of a query are ignored.
   */
  utm?: {
    source?: string;
    medium?: string;
    campaign?: string;
    term?: string;
    content?: string;
  } | string;
  /** The web page that linked to the sign-up. Only its origin and path are saved. */
  referrerUrl?: string;
  /**
   * Whether the lead agreed to the project's consent text, which is saved with the lead. Required with the public key if the project has a
   * consent text. Our own forms send the ID of the text that they showed, which is refused if the text has changed since.
   */
  consent?: boolean | string;
  /**
   * What to do if the lead exists already, instead of the error `lead_exists`. Returns the lead. `skip`: they don't change. `update`: as
   * when an import overwrites leads. Names, notes, answers, keys of `metadata` and the external ID that you send replace those of the lead
   * unless they are empty, tags are added, `waitlist: true` adds leads who were never on the waitlist, and a referrer is saved for leads
   * without one, which moves no one up. `waitlist`: `waitlist: true` adds them to the waitlist, also if they left it, and nothing else
   * changes. Leads who were invited or claimed a code from the waitlist aren't added again, and held or unconfirmed leads stay as they are.
   * Not allowed with the public key.
   */
  onConflict?: "skip" | "update" | "waitlist";
  /**
   * The solution to the `challenge` of a `proof_required` error, as base64-encoded JSON: `{ "challenge": …, "solution": { "counter": …,
   * "derivedKey": … } }` with the unchanged challenge. The key is derived with PBKDF2 and HMAC-SHA-256 from the bytes of `nonce` and the
   * counter as 4 bytes (most significant first), with `salt`, `cost` iterations and `keyLength` bytes. Its hexadecimal form must start with
   * `keyPrefix`.
   */
  proof?: string;
  /**
   * Who uses your form. Only with the secret key. The limits of wrong codes, claims and sign-ups then apply to this visitor, as on the
   * claim and join pages, also with `too_many_requests` and `proof_required`. Without it, your form lets its visitors guess codes without a
   * limit.
   */
  visitor?: Visitor;
  /**
   * A honeypot for bots. Hide this field in your form and leave it empty. With the public key, sign-ups that fill it in are held for
   * review.
   */
  homepage?: string;
}

export interface CreateLeadsInput {
  leads: Array<{
    /**
     * An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the
     * @, only ASCII characters are supported.
     */
    email: string;
    firstname?: string;
    lastname?: string;
    /** The referral code of the lead who referred this one. */
    referralCode?: string;
    notes?: string;
    /** Whether to add the lead to the waitlist. Defaults to `false`. */
    waitlist?: boolean;
    /**
     * The answers to the project's questions, by key: a text, or `true` or `false` for a checkbox. Unknown keys and answers that don't fit
     * their question are refused.
     */
    fields?: Record<string, unknown>;
    /** The tags. Each has 1 to 40 characters, without commas, and is lowercased. At most 20. */
    tags?: string[];
    /** Your own data, by key. At most 20 keys of up to 40 characters, with texts of up to 500 characters. */
    metadata?: Record<string, string>;
    /** The ID in your system, with up to 255 characters. Case matters. No other lead of the project can have it. */
    externalId?: string;
    /**
     * Where the lead came from, in a word of your choice, such as `newsletter`. It's lowercased and cut to 100 characters. Defaults to
     * `utm.source`, or else to the host of `referrerUrl`.
     */
    sourceTag?: string;
    /**
     * The `utm_` parameters of the link that the person followed, or the whole query of its URL. Each is cut to 200 characters; other
     * parameters of a query are ignored.
     */
    utm?: {
      source?: string;
      medium?: string;
      campaign?: string;
      term?: string;
      content?: string;
    } | string;
    /** The web page that linked to the sign-up. Only its origin and path are saved. */
    referrerUrl?: string;
    /**
     * When the person signed up. It decides the position on the waitlist: with a date, they get the one that they would have if they had
     * signed up here. By default, the time of the request. It can't be in the future.
     */
    createdAt?: string;
    /**
     * What the person agreed to: `true` or its ID for the consent text of the project, or the `wording` of another text, and `at` which
     * time. Without it, when they signed up.
     */
    consent?: boolean | string | {
      wording: string;
      /** An ISO 8601 date and time. Without an offset, it's in UTC. The year must be from 1900 to 9999. */
      at?: string;
    };
    /** When the person confirmed elsewhere that the email is theirs. */
    confirmedAt?: string;
    /**
     * Whether the person must not be emailed, or since when. Adds a suppression, also for a lead that exists, whatever `onConflict` says,
     * and the lead isn't added to the waitlist. So do `bounced` and `complained`.
     */
    unsubscribed?: boolean | string;
    /** Whether emails to the person bounced, or since when. */
    bounced?: boolean | string;
    /** Whether the person reported an email as spam, or since when. */
    complained?: boolean | string;
  }>;
  /**
   * What to do with leads that exist already. Defaults to `skip`. `skip`: they don't change. `update`: as when an import overwrites leads.
   * Names, notes, answers, keys of `metadata` and the external ID that you send replace those of the lead unless they are empty, tags are
   * added, `waitlist: true` adds leads who were never on the waitlist, and a referrer is saved for leads without one, which moves no one
   * up. `waitlist`: `waitlist: true` adds them to the waitlist, also if they left it, and nothing else changes. Leads who were invited or
   * claimed a code from the waitlist aren't added again, and held or unconfirmed leads stay as they are.
   */
  onConflict?: "skip" | "update" | "waitlist";
}

export interface CreateLeadsResult {
  /** How many leads have each outcome. */
  counts: {
    created: number;
    updated: number;
    unchanged: number;
    skipped: number;
    failed: number;
  };
  /** What became of each lead, in the order of the request. */
  leads: Array<{
    /** The normalized email, or as you sent it if it isn't valid. `null` if there is none. */
    email: string | null;
    /** The ID of the lead. Missing if it failed. */
    id?: string;
    /**
     * `created`: a new lead. `updated`: one that existed was changed. `unchanged`: one that existed has all of it already. `skipped`: see
     * `reason`. `failed`: see `error`.
     */
    outcome: "created" | "updated" | "unchanged" | "skipped" | "failed";
    /** Why it was skipped. `lead_exists`: the lead exists. `duplicate`: an earlier lead of the request has the same email. */
    reason?: "lead_exists" | "duplicate";
    /** Whether the request added the lead to the waitlist. */
    joinedWaitlist: boolean;
    /** Why a sign-up with this email would be held for review. The lead is added all the same. */
    warnings?: Array<{
      name: "email_blocked" | "email_disposable";
      message: string;
    }>;
    /** Why the lead failed, with the messages for each invalid field. */
    error?: {
      name: "invalid_input" | "referral_code_not_found" | "external_id_exists";
      message: string;
      fields?: Record<string, string[]>;
    };
  }>;
}

export interface GetWaitlistPositionResult {
  /** The lead's position in the waitlist, starting at 1. `null` if they aren't on it. */
  position: number | null;
  /** The number of leads on the waitlist. */
  waiting: number;
  /** The number of active leads who joined with this lead's referral link. */
  referrals: number;
}

export interface LookupLeadsInput {
  emails: string[];
}

export interface LookupLeadsFileInput {
  emails: string[];
}

export type LookupLeadsFileQuery = FileInput;

export interface ListLeadsInput extends LeadFilters, PageInput {
  /** The field to sort by. Defaults to `createdAt`. `created` is the same as `createdAt`, for older clients. */
  sort?: "createdAt" | "created" | "email";
  /** The sort order: `asc` for ascending or `desc` for descending. Defaults to `desc`. */
  order?: "desc" | "asc";
}

export type ListLeadsFileInput = Omit<ListLeadsInput, keyof PageInput> & FileInput;

export interface UpdateLeadInput {
  firstname?: string | null;
  lastname?: string | null;
  notes?: string;
  /** The answers to change, by key. `null` removes an answer, also to a question that was deleted. Answers you leave out don't change. */
  fields?: Record<string, unknown>;
  /** Replaces all tags. Each has 1 to 40 characters, without commas, and is lowercased. At most 20. */
  tags?: string[];
  /** Tags to add. The others are kept. */
  addTags?: string[];
  /** Tags to remove, after those of `addTags` were added. */
  removeTags?: string[];
  /**
   * The metadata to change, by key. `null` removes a key. Keys that you leave out don't change. At most 20 keys of up to 40 characters,
   * with texts of up to 500 characters.
   */
  metadata?: Record<string, string | null>;
  /** The ID in your system, with up to 255 characters. Case matters. No other lead of the project can have it. `null` removes it. */
  externalId?: string | null;
  /** `true` adds the lead to the waitlist. `false` removes them from it. */
  waitlist?: boolean;
  /**
   * The values you last read. If a field that you update has changed since then, the request returns `lead_changed` and nothing is updated.
   */
  expected?: {
    firstname?: string | null;
    lastname?: string | null;
    notes?: string;
  };
}

export interface ChangeLeadEmailInput {
  /**
   * An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @,
   * only ASCII characters are supported.
   */
  email: string;
  /**
   * An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @,
   * only ASCII characters are supported.
   */
  newEmail: string;
}

export interface ChangeLeadEmailResult {
  email: string;
  newEmail: string;
  /** When the emailed link stops working. */
  expiresAt: string;
}

export interface InviteLeadsInput {
  emails?: string[];
  /** Invites every matching lead. Use `invited: false` to exclude leads who were already sent a personal code. */
  filter?: LeadSelection;
  /**
   * Groups of leads who get no email. `unconfirmed`: they haven't confirmed their email address. `invited`: they have an open invitation.
   * `claimed_another_code`: they already claimed a code. Sends of codes default to `invited`, unless the filter chooses leads by their
   * invitations (`invited: true`, `waitlistStatus` is `invited`, or `wave`). An empty list includes all.
   */
  skip?: Array<"unconfirmed" | "invited" | "claimed_another_code">;
  /**
   * The ID of an existing batch. Instead of a new code, each lead gets one of its codes that can be claimed now or later, isn't reserved,
   * and was never sent, claimed or given to anyone. The codes keep their dates and uses. If the batch has too few, the last leads get none
   * (`no_code_left`). A code goes back to the batch if its lead is deleted, declines, can't be reached or is put back in line, or if the
   * email is canceled, unless the code was claimed.
   */
  batch?: string;
  /** The format of the codes. Defaults to `creative`. */
  type?: "creative" | "alphanumeric" | "numeric";
  /** How many customers can claim each code. Defaults to `1`. */
  allowedClaims?: number;
  /** When the codes can first be claimed. If omitted, they can be claimed right away. */
  validFrom?: string;
  /** When the codes expire. If omitted, they never expire. Must be after `validFrom`. A time in the past creates expired codes. */
  validUntil?: string;
  /** The name of the batch of new codes. */
  name?: string;
  /** The subject of this send only, instead of its template's. */
  subject?: string;
  /** The body of this send only, instead of its template's. */
  body?: string;
  /** The button label of this send only, instead of its template's. */
  button?: string;
}

export interface InviteLeadsResult extends SendCodeResult {
  /** The batch of personal codes. `null` if no lead was invited. */
  batch: {
    id: string;
    name: string;
  } | null;
  /**
   * The personal code of each lead who is invited. Empty if `job` isn't `null`: the deliveries of the send have them, once it has ended.
   */
  codes: Array<{
    email: string;
    code: string;
  }>;
}

export interface DeleteLeadInput {
  /**
   * An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @,
   * only ASCII characters are supported.
   */
  email: string;
}

export interface BulkUpdateLeadsInput {
  action:
    | "join_waitlist" | "leave_waitlist" | "return_to_waitlist" | "reissue_invitation" | "approve" | "add_tags" | "remove_tags" | "delete";
  emails?: string[];
  /** Selects all matching rows. Takes the same filters as the list. To select every row, send only `all: true`. */
  filter?: LeadSelection;
  /**
   * The tags to add or remove. Required for `add_tags` and `remove_tags`; the other actions don't take them. Each has 1 to 40 characters,
   * without commas, and is lowercased. At most 20.
   */
  tags?: string[];
  /** For `reissue_invitation`: when the new codes expire. By default, never. */
  validUntil?: string;
  /** For `reissue_invitation`: the type of the new codes, by default `creative`. */
  type?: "creative" | "alphanumeric" | "numeric";
  /**
   * With `delete`: `true` moves to the bin, from where `POST /bin/restore` brings it back, instead of deleting permanently. If the project
   * keeps nothing in the bin, it's deleted permanently.
   */
  bin?: boolean;
}

export interface UploadImportQuery {
  /** The name of the file. */
  name?: string;
  /** What the rows are. Defaults to `leads`. */
  kind?: "leads" | "suppressions";
  /**
   * The encoding of a text file: UTF-8, UTF-16LE, UTF-16BE, WINDOWS-1252, WINDOWS-1251, WINDOWS-1250, WINDOWS-1254, WINDOWS-1253,
   * WINDOWS-1255, WINDOWS-1256, WINDOWS-1257, WINDOWS-1258, WINDOWS-874, GB18030, BIG5, SHIFT_JIS, EUC-JP, ISO-2022-JP, EUC-KR, KOI8-R,
   * KOI8-U, ISO-8859-2, ISO-8859-3, ISO-8859-4, ISO-8859-5, ISO-8859-6, ISO-8859-7, ISO-8859-8, ISO-8859-10, ISO-8859-13, ISO-8859-14,
   * ISO-8859-15, ISO-8859-16, MACINTOSH, X-MAC-CYRILLIC, X-MAC-CE, X-MAC-GREEK, X-MAC-TURKISH, IBM437, IBM850, IBM852, IBM857, IBM866,
   * UTF-32LE, UTF-32BE. Detected if you leave it out.
   */
  encoding?: string;
  /** The separator of a text file: one character, or `tab`. Detected if you leave it out. */
  delimiter?: string;
  /** The name of the sheet of an Excel file. Defaults to the first visible one that looks like a list. */
  sheet?: string;
  /** The row with the headers, from 1. `0` if the file has none. Detected if you leave it out. Rows above it are left out. */
  headerRow?: number;
}

export interface ListImportsInput extends PageInput {
  /** Only imports of leads, or of suppressions. */
  kind?: "leads" | "suppressions";
}

export interface ListImportRowsInput extends PageInput {
  /**
   * Only rows with this outcome of the check. `refused`: those that are invalid or duplicates. `warnings`: those that are imported and have
   * warnings.
   */
  outcome?: "new" | "existing" | "duplicate" | "invalid" | "refused" | "warnings";
}

export interface ListImportRowsResult {
  /** The row in the file, from 1. */
  row: number;
  email: string | null;
  /** `null` until the row was checked. */
  outcome: "new" | "existing" | "duplicate" | "invalid" | null;
  /**
   * Why the row can't be imported, with the column and the beginning of its value. Of rows that can be imported, the first of `warnings`.
   */
  problem: {
    column: string;
    value: string;
    reason: string;
  } | null;
  /**
   * The cells that were left out or cleaned, such as a date that can't be read or a line break in a name, and why the email is suspicious.
   * All else in the row is imported.
   */
  warnings: Array<{
    column: string;
    value: string;
    reason: string;
  }>;
  /** `null` until the row was imported. */
  result: "created" | "updated" | "skipped" | "undone" | "kept" | null;
  /** The cells, in the order of the columns. */
  cells: string[];
}

export type ListImportRowsFileInput = Omit<ListImportRowsInput, keyof PageInput> & FileInput;

export interface CheckImportInput {
  /**
   * What each column of the file holds, by its header. Of leads: email, name, firstname, lastname, notes, createdAt, waitlist,
   * waitlistPosition, consent, consentedAt, sourceTag, tags, emailStatus, subscribed, unsubscribed, bounced, complained, referralCode,
   * referredBy, confirmed, ignore, or `field:` and the key of a question. Of suppressions: email, emailStatus, unsubscribed, bounced,
   * complained, subscribed, createdAt, expires, notes, ignore; `emailStatus` is the reason, `createdAt` since when, and `expires` whether
   * it has ended, or when it ends. Columns that you leave out are ignored.
   */
  mapping: Record<string, string>;
  /**
   * What to do with leads that exist. Doesn't apply to suppressions. `skip`: nothing. `fill`: fill in their empty fields. `overwrite`:
   * replace their fields with the file's, unless a cell is empty. Both add a referrer, or a confirmation, to leads that have none; with
   * `overwrite`, an earlier confirmation replaces that of another import. Their creation date, consent and referral code never change.
   * Defaults to `skip`.
   */
  existing?: "skip" | "fill" | "overwrite";
  /**
   * Whom to add to the waitlist. `none`: no one. `all`: every lead of the file. `column`: those with a yes in the column `waitlist`, or the
   * status `waiting`. Defaults to `column`.
   */
  waitlist?: "none" | "all" | "column";
  /**
   * Where new leads are on the waitlist. `end`: behind everyone who waits, in the order of their positions, their dates or the file.
   * `date`: those with a date get the position they would have if they had signed up here on that date, ahead of people who wait now.
   * `counts` says how many are overtaken. Defaults to `end`.
   */
  waitlistOrder?: "end" | "date";
  /**
   * Where and how these people agreed to hear from you. It's saved as the consent text of new leads, unless the file has its own in a
   * column `consent`.
   */
  consent?: string;
  /**
   * How to read dates such as 03/04/2025, or 25/04/03 with `year_first`, in columns whose other dates don't decide it. Answers to questions
   * go before it.
   */
  dates?: "month_first" | "day_first" | "year_first";
  /**
   * Tags to add to every lead that the import creates or updates, besides those of a column `tags`. Undoing the import removes them from
   * updated leads.
   */
  tags?: string[];
  /** Your answers to the `questions` of the import, by their IDs. */
  answers?: Record<string, string>;
}

export interface ListLeadTagsResult {
  /** When the numbers were computed. For very large projects, this can be a few minutes ago. */
  asOf: string;
  /** The tags and how many leads or codes have each, most used first. At most 500. */
  tags: Array<{
    tag: string;
    count: number;
  }>;
}

export type ListLeadTimelineInput = PageInput;

export interface GetLeadStatsInput {
  /** The number of days up to today, in the project's time zone. `all` starts with the first day whose count isn't 0. Defaults to `30`. */
  span?: "30" | "90" | "all";
}

export interface GetLeadStatsResult {
  /** When the numbers were computed. For very large projects, this can be a few minutes ago. */
  asOf: string;
  /** Oldest first, including days with a count of 0. */
  days: Array<{
    /** The day, in the project's time zone. */
    date: string;
    count: number;
  }>;
}

export interface SendCodeInput {
  /**
   * A code. Letter case, spaces, line breaks, hyphens and underscores are ignored, `ß` is `ss`, and the digits of all scripts are 0 to 9.
   */
  code: string;
  emails?: string[];
  /** Selects all matching rows. Takes the same filters as the list. To select every row, send only `all: true`. */
  filter?: LeadSelection;
  /**
   * Groups of leads who get no email. `unconfirmed`: they haven't confirmed their email address. `invited`: they have an open invitation.
   * `claimed_another_code`: they already claimed a code. Sends of codes default to `invited`, unless the filter chooses leads by their
   * invitations (`invited: true`, `waitlistStatus` is `invited`, or `wave`). An empty list includes all.
   */
  skip?: Array<"unconfirmed" | "invited" | "claimed_another_code">;
  /** The subject of this send only, instead of its template's. */
  subject?: string;
  /** The body of this send only, instead of its template's. */
  body?: string;
  /** The button label of this send only, instead of its template's. */
  button?: string;
}

export interface SendCodeResult {
  /** The ID of the send. If no one gets an email, `GET /sends/:id` says who was skipped, and no list includes it. */
  sendId: string;
  /** The number of email addresses in the request, or of leads that match `filter`. */
  receivedLeads: number;
  /** The number of emails that were queued. `0` if there's a `job`, which queues them after the response. */
  notifiedLeads: number;
  /**
   * The ID of the background job that queues the emails in parts, if they go to more than 50,000 leads. `GET /sends/:id` shows its
   * progress, and how many leads were skipped. `null` if all emails were queued.
   */
  job: string | null;
  /**
   * The recipients who get no email, and why. `not_a_lead`: there's no lead with that email address. `duplicate`: it's listed earlier in
   * the same request. `reserved_for_another`: the code is reserved for someone else. `already_claimed`: they already claimed the code.
   * `domain_not_allowed`: the batch doesn't allow the domain of their email address. `batch_claimed`: they claimed another code of the
   * batch, which allows one for each person. `held`: their sign-up is held for review. `suppressed`: their email address is suppressed.
   * `code_unusable`: their personal code is paused, expired, exhausted or deleted (only when resending). `no_match`: they matched the
   * filter when a large send was created, but no longer did when it was their turn. `no_code_left`: the batch had no code left for them.
   * `unconfirmed`, `invited` and `claimed_another_code`: `skip` includes this group. Announcements always skip `unconfirmed` leads.
   */
  skipped: SendCodeResultSkipped[];
  /**
   * Why emails don't go out, not now, or with links that don't work. Empty if all is well. `no_recipients`: no one gets an email, so this
   * isn't listed as a send. `email_not_connected`: no mail server is connected, so emails are saved to files and not delivered.
   * `email_settings_unreadable`: the saved mail server can't be read, so emails wait. `local_links`: emails go out, but their links only
   * work on the computer of the server or in its network, because `APP_URL` isn't set. `email_paused`: email is paused, so emails wait.
   * Newer ones may be added.
   */
  warnings: Array<{
    name: "no_recipients" | "email_not_connected" | "email_settings_unreadable" | "local_links" | "email_paused";
    message: string;
  }>;
}

export interface PreviewSendInput {
  /**
   * A code. Letter case, spaces, line breaks, hyphens and underscores are ignored, `ß` is `ss`, and the digits of all scripts are 0 to 9.
   */
  code?: string;
  /** How to generate a personal code for each lead. */
  personal?: {
    /** The format of the codes. Defaults to `creative`. */
    type?: "creative" | "alphanumeric" | "numeric";
    /** How many customers can claim each code. Defaults to `1`. */
    allowedClaims?: number;
    /** When the codes can first be claimed. If omitted, they can be claimed right away. */
    validFrom?: string;
    /** When the codes expire. If omitted, they never expire. Must be after `validFrom`. A time in the past creates expired codes. */
    validUntil?: string;
  };
  /** The ID of the existing batch whose codes the leads get. */
  batch?: string;
  /** Previews an email without a code. */
  announcement?: true;
  emails?: string[];
  /** Selects all matching rows. Takes the same filters as the list. To select every row, send only `all: true`. */
  filter?: LeadSelection;
  /**
   * Groups of leads who get no email. `unconfirmed`: they haven't confirmed their email address. `invited`: they have an open invitation.
   * `claimed_another_code`: they already claimed a code. Sends of codes default to `invited`, unless the filter chooses leads by their
   * invitations (`invited: true`, `waitlistStatus` is `invited`, or `wave`). An empty list includes all.
   */
  skip?: Array<"unconfirmed" | "invited" | "claimed_another_code">;
}

export interface PreviewSendResult {
  /** The number of email addresses in the request, or of leads that match `filter`. */
  receivedLeads: number;
  /** The number of leads who would get an email, if there's no `error`. */
  notifiedLeads: number;
  /** The first recipients, up to 20. */
  sample: string[];
  /**
   * How many recipients would get no email, by reason, and some of their email addresses. If a filter matches many leads, only the first of
   * them are listed.
   */
  skipped: Array<{
    reason: SendSkippedLeadReason;
    count: number;
    sample: string[];
  }>;
  /**
   * Recipients to check before you send, and some of them by name. `skip` decides whether `unconfirmed`, `invited` and
   * `claimed_another_code` are left out. `suppressed` and `bounced` leads are never emailed. A lead can be in several groups. Empty groups
   * are left out.
   */
  groups: Array<{
    group: "unconfirmed" | "invited" | "claimed_another_code" | "suppressed" | "bounced";
    count: number;
    /** Whether these leads get no email. */
    skipped: boolean;
    /** The earliest time in the group. */
    since: string;
    sample: Array<{
      email: string;
      /** When the lead signed up, was invited, first claimed a code, or got the suppression, depending on the group. */
      since: string;
    }>;
  }>;
  /** The error that sending would return. `null` if it would succeed. */
  error: {
    error: ApiErrorName;
    message: string;
  } | null;
  /** Possible problems that don't prevent sending. */
  warnings: Array<{
    warning: SendWarning;
    message: string;
  }>;
  /** The batch whose codes the leads would get. `null` for other sends. */
  batch: PreviewedBatch | null;
}

export interface ListSendsInput extends PageInput {
  /** Only sends of this code. */
  code?: string;
  /** Only sends to this email address. */
  email?: string;
  /** Only sends of codes in the batch with this ID. */
  batch?: string;
  /**
   * Only sends of this kind. `code`: the same code for all leads. `invitation`: a personal code for each lead. `announcement`: an email
   * without a code.
   */
  kind?: "code" | "invitation" | "announcement";
  /** Only sends that are, or aren't, completed. */
  completed?: boolean;
  /** Only sends that have, or don't have, failed deliveries. */
  failed?: boolean;
  /** Only sends created at or after this time. */
  since?: string;
  /** Only sends created before this time. */
  until?: string;
  /** The field to sort by. Defaults to `createdAt`. `created` is the same as `createdAt`, for older clients. */
  sort?: "createdAt" | "created";
  /** The sort order: `asc` for ascending or `desc` for descending. Defaults to `desc`. */
  order?: "desc" | "asc";
}

export type ListSendsFileInput = Omit<ListSendsInput, keyof PageInput> & FileInput;

export interface ListSendDeliveriesInput extends PageInput {
  /** Only deliveries with this status. */
  status?: "queued" | "sending" | "retrying" | "sent" | "saved_to_file" | "failed" | "bounced" | "canceled" | "suppressed";
  /** Only deliveries whose email address contains this text. */
  q?: string;
}

export type ListSendDeliveriesFileInput = Omit<ListSendDeliveriesInput, keyof PageInput> & FileInput;

export interface ListDeliveriesInput extends PageInput {
  /** Only deliveries of this send. */
  send?: string;
  /** Only deliveries with this status. */
  status?: "queued" | "sending" | "retrying" | "sent" | "saved_to_file" | "failed" | "bounced" | "canceled" | "suppressed";
  /** Only deliveries of this code. */
  code?: string;
  /** Only deliveries to this email address. */
  email?: string;
  /** Only deliveries whose email address contains this text. Only with `send`. */
  q?: string;
}

export type ListDeliveriesFileInput = Omit<ListDeliveriesInput, keyof PageInput> & FileInput;

export interface RetryDeliveriesResult {
  /** The number of deliveries. */
  retried: number;
}

export interface ResumeDeliveriesResult {
  /** Whether email was paused for this reason. */
  resumed: boolean;
}

export interface GetSavedFileResult {
  /** The path of the file. `null` if it isn't on the machine that answers, or the email isn't saved to a file. */
  file: string | null;
}

export interface ListSavedEmailsInput extends PageInput {
  /** `true`: only emails that were skipped. `false`: only those that are still saved to a file. */
  skipped?: boolean;
  /** Only emails that were skipped for this reason. */
  reason?: MessageSkipReason;
  /** Only emails to this email address. */
  email?: string;
}

export interface PreviewSavedEmailsResult {
  /** The number of emails that were saved to files and not sent since. */
  savedEmails: number;
  /** The number of emails that would be sent. */
  emails: number;
  /** The number of leads who would get them. */
  leads: number;
  /** The emails that would be sent, by kind. */
  kinds: Array<{
    /** The kind of an automatic email, or `code`, `invitation` (with a personal code) or `announcement` for an email of a send. */
    kind: "joined" | "confirm" | "confirm_claim" | "claimed" | "reminder" | "code" | "invitation" | "announcement";
    count: number;
    /** When the oldest of them was queued. */
    since: string;
    /** Some of their recipients, up to 20. */
    sample: string[];
  }>;
  /** The emails that would be skipped, by reason. */
  skipped: SkippedSavedEmail[];
  /** The error that sending would return. `null` if it would succeed. */
  error: {
    error: "email_not_connected";
    message: string;
  } | null;
  /** Possible problems that don't prevent sending. */
  warnings: Array<{
    warning: SendWarning;
    message: string;
  }>;
}

export interface SendSavedEmailsResult {
  /** The number of emails that were queued to be sent. */
  requeued: number;
  /** The number of emails that weren't. */
  skipped: number;
  /** The skipped emails, by reason. `GET /deliveries/saved` lists all of them. */
  skippedEmails: SkippedSavedEmail[];
}

export interface ListMessagesInput extends PageInput {
  /** Only emails of this kind. */
  kind?: "joined" | "confirm" | "confirm_claim" | "claimed" | "reminder" | "invitation";
  /** Only emails to this email address. */
  email?: string;
  /** Only emails with an invitation of this wave, as counted by its `deliveries`, including those that staff sent again. */
  wave?: string;
  /** Only emails with this status. */
  status?: "queued" | "sending" | "retrying" | "sent" | "saved_to_file" | "failed" | "bounced" | "canceled" | "suppressed";
}

export type ListMessagesFileInput = Omit<ListMessagesInput, keyof PageInput> & FileInput;

export interface RetryMessagesInput {
  /** Retry only these emails. */
  messages?: string[];
  /** Retry only the emails that match. */
  filter?: {
    /** Only emails of this kind. */
    kind?: "joined" | "confirm" | "confirm_claim" | "claimed" | "reminder" | "invitation";
    /** Only emails to this email address. */
    email?: string;
    /** Only emails with an invitation of this wave, as counted by its `deliveries`, including those that staff sent again. */
    wave?: string;
  };
}

export interface RetryMessagesResult {
  /** The number of emails that were queued again. */
  requeued: number;
  /** The number of emails that weren't: the lead is suppressed, already did what the email asks for, or the code can't be used anymore. */
  skipped: number;
}

export interface ResendMessageInput {
  /**
   * An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @,
   * only ASCII characters are supported.
   */
  email: string;
  kind: "joined" | "confirm" | "confirm_claim" | "claimed" | "reminder";
}

export interface RetrySendInput {
  /** Retry only these deliveries. */
  deliveries?: string[];
  /** Retry only the deliveries that match. */
  filter?: {
    /** Only deliveries whose email address contains this text. */
    q: string;
  };
}

export interface RetrySendResult extends Send {
  /** The number of deliveries that were queued again. */
  requeued: number;
  /** The number of failed deliveries that were requested but not queued again. */
  skipped: number;
  /**
   * The background job that queues the deliveries again, if there are more than 50,000. `requeued` and `skipped` are 0 then. `null`
   * otherwise.
   */
  job: string | null;
}

export type ResendUndeliveredResult = SendCodeResult;

export interface EstimateSendInput {
  /** The number of emails to send. */
  emails: number;
}

export interface EstimateSendResult {
  emails: number;
  /** Emails of earlier sends that are sent first. */
  queued: number;
  /**
   * How fast the mail server accepted the latest large sends, or a cautious guess if there were none, up to the sending rate of the
   * settings.
   */
  emailsPerSecond: number;
  /** How long it takes until all are sent, in seconds. */
  seconds: number;
}

export interface SendAnnouncementInput {
  subject: string;
  body: string;
  /** The button label. Defaults to that of the email template. */
  button?: string;
  /** Where the button of an announcement leads. Without it, announcements have no button. */
  buttonUrl?: string;
  emails?: string[];
  /** Selects all matching rows. Takes the same filters as the list. To select every row, send only `all: true`. */
  filter?: LeadSelection;
  /**
   * Groups of leads who get no email. `unconfirmed`: they haven't confirmed their email address. `invited`: they have an open invitation.
   * `claimed_another_code`: they already claimed a code. Sends of codes default to `invited`, unless the filter chooses leads by their
   * invitations (`invited: true`, `waitlistStatus` is `invited`, or `wave`). An empty list includes all.
   */
  skip?: Array<"unconfirmed" | "invited" | "claimed_another_code">;
  /** When to send it, at most a year from now. If omitted or in the past, it's sent right away. */
  scheduledAt?: string;
}

export type SendAnnouncementResult = SendCodeResult;

export interface ListWaitlistInput extends PageInput {
  /** Defaults to `waiting`, and with `wave` to any status. */
  status?: "waiting" | "invited" | "claimed" | "declined" | "expired" | "bounced" | "left";
  /** Only leads who are, or aren't, on the waitlist. */
  waitlist?: boolean;
  /** Only leads who have, or haven't, claimed a code. */
  claimed?: boolean;
  /** Only leads who were, or weren't, sent a personal code. */
  invited?: boolean;
  /** Only leads who were, or weren't, referred by another lead. */
  referred?: boolean;
  /** Only leads referred by this lead. */
  referredBy?: string;
  /** Only the lead with this referral code. */
  referralCode?: string;
  /** Only leads with this source. */
  source?: "page" | "widget" | "api" | "staff" | "import";
  /** Only leads with this source tag. Case doesn't matter. */
  sourceTag?: string;
  /** Only leads whose sign-up had exactly this `utm_source`. Case matters. */
  utm_source?: string;
  /** Only leads whose sign-up had exactly this `utm_medium`. Case matters. */
  utm_medium?: string;
  /** Only leads whose sign-up had exactly this `utm_campaign`. Case matters. */
  utm_campaign?: string;
  /** Only leads whose sign-up had exactly this `utm_term`. Case matters. */
  utm_term?: string;
  /** Only leads whose sign-up had exactly this `utm_content`. Case matters. */
  utm_content?: string;
  /**
   * Only leads with this answer to a question: the question's key, a colon and the whole answer, such as `company:Acme`. `true` and `false`
   * for a checkbox.
   */
  field?: string;
  /** Only leads with this tag. Case doesn't matter. */
  tag?: string;
  /** Only the lead with this external ID. */
  externalId?: string;
  /** Only leads with this value in their metadata: the key, a colon and the whole value, such as `plan:pro`. Case matters. */
  metadata?: string;
  /** Only leads who have, or haven't, confirmed their email address. See `confirmedAt` of a lead. */
  confirmed?: boolean;
  /** Only leads who referred at least this many active leads. */
  minReferrals?: number;
  /** Only leads who were, or weren't, sent an email with a code, as counted by `sentCodes` of a lead. */
  sentCode?: boolean;
  /** Only leads whose last email, as in `lastEmail` of a lead, is of this kind. */
  lastEmailKind?: "code" | "announcement" | "joined" | "confirm" | "confirm_claim" | "claimed" | "reminder";
  /** Only leads whose last email has this status. */
  lastEmailStatus?: "queued" | "sending" | "retrying" | "sent" | "saved_to_file" | "failed" | "bounced" | "canceled" | "suppressed";
  /** Only leads to whom an email last went out at or after this time. */
  emailedSince?: string;
  /** Only leads to whom an email last went out before this time. */
  emailedUntil?: string;
  /** Only leads that this wave invited. */
  wave?: string;
  /**
   * Only leads who get no email for this reason. `unsubscribed`: they unsubscribed. `bounced`: an email to them bounced. `complained`: they
   * reported an email as spam. `staff`: a staff member added them.
   */
  suppression?: "unsubscribed" | "bounced" | "complained" | "staff";
  /** Only leads that this import added or updated. Possible until its rows are deleted, 30 days after the upload. */
  import?: string;
  /** Only leads created at or after this time. */
  since?: string;
  /** Only leads created before this time. */
  until?: string;
  /**
   * Only leads whose email address or name contains this text, ignoring case, accents and variants of punctuation. One or two characters
   * match only the beginning of words; in Chinese, Japanese and Korean, one.
   */
  q?: string;
  /** The field to sort by. Defaults to `position`. */
  sort?: "position";
  /** The sort order: `asc` starts with the first in line, `desc` with the last. Defaults to `asc`. */
  order?: "asc" | "desc";
}

export type ListWaitlistFileInput = Omit<ListWaitlistInput, keyof PageInput> & FileInput;

export interface MoveOnWaitlistInput {
  /**
   * An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @,
   * only ASCII characters are supported.
   */
  email: string;
  position: number;
}

export interface GetWaitlistFunnelResult {
  /** When the numbers were computed. For very large projects, this can be a few minutes ago. */
  asOf: string;
  total: FunnelCounts;
  /** By channel: how people's sign-ups reached Gatehouse, largest first. */
  channels: Array<FunnelCounts & {
    /**
     * Where it came from. `page`: a public Gatehouse page. `widget`: your web page, with the public key. `api`: your server, with the
     * secret key. `staff`: the dashboard. `import`: an imported file.
     */
    source: "page" | "widget" | "api" | "staff" | "import";
  }>;
  /** By source tag, largest first, at most 20. `sourceTag` is `null` for people without one. */
  sources: Array<FunnelCounts & {
    sourceTag: string | null;
  }>;
  /** Everyone whose source tag isn't one of these 20. `null` if there are no more. */
  otherSources: FunnelCounts | null;
  /** By the week in which the lead was created, newest first: the last 12 weeks in the project's time zone. */
  weeks: Array<FunnelCounts & {
    /** The Monday of the week. */
    week: string;
  }>;
}

export type ListWavesInput = PageInput;

export interface CreateWaveInput extends PreviewWaveInput {
  /** The format of the personal codes. Defaults to `creative`. */
  type?: "creative" | "alphanumeric" | "numeric";
  /** When the invitations expire. If omitted, they never expire. */
  validUntil?: string;
  /** Instead of `validUntil`: how many days after each email the invitation expires. */
  expiresAfterDays?: number;
  /** How many days after the email people who haven't claimed their code are reminded, before the invitation expires. */
  reminderAfterDays?: number;
  /** Whether to invite the next person in line for each invitation that is declined, expires or bounces. Defaults to `false`. */
  passOn?: boolean;
  /** The name of the wave, and of the batch with its codes. */
  name?: string;
  /** When to invite them. If omitted, they are invited right away. */
  scheduledAt?: string;
  /** Invites `size` people again and again, until a total. */
  repeat?: {
    /** The days on which people are invited. Defaults to Monday to Friday. */
    weekdays?: Array<"monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday">;
    /** The time of day, in the project's time zone. */
    time: string;
    /** The wave ends after inviting this many people. Places that are passed on aren't counted. */
    total: number;
  };
  /** How many invite codes each person it invites can get after they claimed their code. Defaults to the project's `inviteQuota`. */
  inviteQuota?: number;
  /** The subject of this send only, instead of its template's. */
  subject?: string;
  /** The body of this send only, instead of its template's. */
  body?: string;
  /** The button label of this send only, instead of its template's. */
  button?: string;
  /**
   * The ID of a version of the email template `invitation`, whose texts are used instead of the current ones. `subject`, `body` and
   * `button` replace its texts.
   */
  templateId?: string;
}

export interface CreateWaveResult extends Wave {
  /**
   * Why emails don't go out, not now, or with links that don't work. Empty if all is well. `no_recipients`: no one gets an email, so this
   * isn't listed as a send. `email_not_connected`: no mail server is connected, so emails are saved to files and not delivered.
   * `email_settings_unreadable`: the saved mail server can't be read, so emails wait. `local_links`: emails go out, but their links only
   * work on the computer of the server or in its network, because `APP_URL` isn't set. `email_paused`: email is paused, so emails wait.
   * Newer ones may be added.
   */
  warnings: Array<{
    name: "no_recipients" | "email_not_connected" | "email_settings_unreadable" | "local_links" | "email_paused";
    message: string;
  }>;
}

export interface PreviewWaveInput {
  /** How many people to invite. If fewer match, all of them are invited. */
  size: number;
  /** Invites only people who match. Takes the same filters as the list of leads. */
  filter?: LeadFilters;
  /** Invites people who match these filters before all others, such as those with at least 2 referrals. */
  priority?: LeadFilters;
  /**
   * The ID of an existing batch. Instead of a new code, each lead gets one of its codes that can be claimed now or later, isn't reserved,
   * and was never sent, claimed or given to anyone. The codes keep their dates and uses. If the batch has too few, the last leads get none
   * (`no_code_left`). A code goes back to the batch if its lead is deleted, declines, can't be reached or is put back in line, or if the
   * email is canceled, unless the code was claimed.
   */
  batch?: string;
}

export interface PreviewWaveResult {
  /** How many people in line match the filter and can be invited. */
  matching: number;
  /** How many of those who would be invited match `priority`. */
  preferred: number;
  /** How many would be invited. */
  invited: number;
  /** The person with the lowest position who would be invited. */
  first: {
    email: string;
    position: number;
  } | null;
  /** The person with the highest position who would be invited. */
  last: {
    email: string;
    position: number;
  } | null;
  /**
   * How many people would be skipped and why. In line ahead of the last one: `suppressed`, `bounced` (an email to them bounced),
   * `cannot_claim` (`batch` doesn't allow the domain of their email address, or another code of it for someone who claimed one), `no_match`
   * (don't match `filter`) and `later` (others are invited before them because of `priority`). `unconfirmed`: haven't confirmed their email
   * address, so that they aren't in line or don't match `filter`. `held`: held for review, so that they aren't in line. `no_code_left`:
   * stay in line, because the batch has no code left for them.
   */
  skipped: Array<{
    reason: "suppressed" | "bounced" | "cannot_claim" | "unconfirmed" | "held" | "no_match" | "later" | "no_code_left";
    count: number;
  }>;
  /** The first people who would be invited, up to 20. */
  sample: Array<{
    email: string;
    position: number;
  }>;
  /** Possible problems with the emails that don't prevent the wave. */
  warnings: Array<{
    warning: SendWarning;
    message: string;
  }>;
  /** The batch whose codes they would get. `null` without `batch`. */
  batch: PreviewedBatch | null;
}

export interface GetWaveStatsResult {
  /** From the first invitation to a week after the last invitation or claim, in the project's time zone. */
  days: Array<{
    date: string;
    invited: number;
    claimed: number;
  }>;
}

export interface ListSuppressionsInput extends PageInput {
  /** Only suppressions whose email address contains this text. */
  q?: string;
  /** Only the suppression of this email address. */
  email?: string;
  /** Only suppressions with this reason. */
  reason?: "unsubscribed" | "bounced" | "complained" | "staff";
  /** The field to sort by. Defaults to `createdAt`. `created` is the same as `createdAt`, for older clients. */
  sort?: "createdAt" | "created";
  /** The sort order: `asc` for ascending or `desc` for descending. Defaults to `desc`. */
  order?: "desc" | "asc";
}

export type ListSuppressionsFileInput = Omit<ListSuppressionsInput, keyof PageInput> & FileInput;

export interface AddSuppressionInput {
  /**
   * An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @,
   * only ASCII characters are supported.
   */
  email: string;
  /** Defaults to `staff`. */
  reason?: "unsubscribed" | "bounced" | "complained" | "staff";
  note?: string;
}

export interface UpdateSuppressionInput {
  /**
   * `unsubscribed`: they unsubscribed. `bounced`: an email to them bounced. `complained`: they reported an email as spam. `staff`: a staff
   * member added them.
   */
  reason?: "unsubscribed" | "bounced" | "complained" | "staff";
  note?: string;
  /**
   * The values you last read. If a field that you update has changed since then, the request returns `suppression_changed` and nothing is
   * updated.
   */
  expected?: {
    /**
     * `unsubscribed`: they unsubscribed. `bounced`: an email to them bounced. `complained`: they reported an email as spam. `staff`: a
     * staff member added them.
     */
    reason?: "unsubscribed" | "bounced" | "complained" | "staff";
    note?: string;
  };
}

export interface UndoSuppressionsResult {
  /** The number of suppressions that were removed. */
  removed: number;
  /** The number of invitations that are open again. */
  invitations: number;
  /** The number of emails that are sent again. */
  requeued: number;
}

export interface ReportBounceMessageResult {
  /** The number of leads whose email bounced permanently. */
  bounced: number;
  /** The number of leads who reported an email as spam. */
  complained: number;
}

export interface ClaimCodeInput {
  /**
   * A code. Letter case, spaces, line breaks, hyphens and underscores are ignored, `ß` is `ss`, and the digits of all scripts are 0 to 9.
   */
  code: string;
  /**
   * An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @,
   * only ASCII characters are supported.
   */
  email: string;
  /**
   * The solution to the `challenge` of a `proof_required` error, as base64-encoded JSON: `{ "challenge": …, "solution": { "counter": …,
   * "derivedKey": … } }` with the unchanged challenge. The key is derived with PBKDF2 and HMAC-SHA-256 from the bytes of `nonce` and the
   * counter as 4 bytes (most significant first), with `salt`, `cost` iterations and `keyLength` bytes. Its hexadecimal form must start with
   * `keyPrefix`.
   */
  proof?: string;
  /**
   * Who uses your form. Only with the secret key. The limits of wrong codes, claims and sign-ups then apply to this visitor, as on the
   * claim and join pages, also with `too_many_requests` and `proof_required`. Without it, your form lets its visitors guess codes without a
   * limit.
   */
  visitor?: Visitor;
  /** Text of your app that comes back with the claim token and when it is exchanged, so that your app knows that it sent this person. */
  state?: string;
  /**
   * The link token of an emailed link: `linkToken` if it opens `claimPageUrl`, otherwise `token`. Guessing limits don't apply to someone
   * who received the code. If the link was sent to `email`, the claim verifies the email address.
   */
  linkToken?: string;
  /**
   * `true` claims nothing until the person opens a link that is emailed to `email`, whatever the key and the project's
   * `requireClaimConfirmation`: without a `linkToken` that was emailed to `email`, the answer has `claimToken: null` and
   * `confirmationRequired: true`. Defaults to the project's setting with the public key, and to `false` with the secret key or a session.
   */
  requireConfirmation?: boolean;
}

export interface HoldCodeInput {
  /**
   * A code. Letter case, spaces, line breaks, hyphens and underscores are ignored, `ß` is `ss`, and the digits of all scripts are 0 to 9.
   */
  code: string;
  /**
   * An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @,
   * only ASCII characters are supported.
   */
  email: string;
  /** For how long, from now. At most 15 minutes, which is the default. */
  seconds?: number;
  /**
   * The solution to the `challenge` of a `proof_required` error, as base64-encoded JSON: `{ "challenge": …, "solution": { "counter": …,
   * "derivedKey": … } }` with the unchanged challenge. The key is derived with PBKDF2 and HMAC-SHA-256 from the bytes of `nonce` and the
   * counter as 4 bytes (most significant first), with `salt`, `cost` iterations and `keyLength` bytes. Its hexadecimal form must start with
   * `keyPrefix`.
   */
  proof?: string;
  /**
   * Who uses your form. Only with the secret key. The limits of wrong codes, claims and sign-ups then apply to this visitor, as on the
   * claim and join pages, also with `too_many_requests` and `proof_required`. Without it, your form lets its visitors guess codes without a
   * limit.
   */
  visitor?: Visitor;
}

export interface HoldCodeResult {
  /** The code, as it's shown. */
  code: string;
  email: string;
  /** When the hold ends. `null` if this person has already claimed the code. */
  expiresAt: string | null;
  /** Whether this person has already claimed the code. They can claim it again at any time, so they need no hold. */
  claimed: boolean;
}

export interface ReleaseHoldInput {
  /**
   * A code. Letter case, spaces, line breaks, hyphens and underscores are ignored, `ß` is `ss`, and the digits of all scripts are 0 to 9.
   */
  code: string;
  /**
   * An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @,
   * only ASCII characters are supported.
   */
  email: string;
}

export interface ReleaseHoldResult {
  code: string;
  email: string;
  released: boolean;
}

export interface DeclineInvitationInput {
  /**
   * A code. Letter case, spaces, line breaks, hyphens and underscores are ignored, `ß` is `ss`, and the digits of all scripts are 0 to 9.
   */
  code: string;
  /**
   * An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @,
   * only ASCII characters are supported.
   */
  email: string;
}

export interface DeclineInvitationResult {
  code: string;
  email: string;
}

export interface ExchangeTokenInput {
  /** The claim token. Required unless `token` is set. */
  claimToken?: string;
  /** The same as `claimToken`, for older clients. */
  token?: string;
}

export interface ExchangeTokenResult {
  lead: Lead;
  customer: Lead;
  code: Code;
  claimedAt: string;
  /** The `state` that the token was requested with, or `null`. */
  state: string | null;
  /**
   * Whether the person who got this token owns the email address: they claimed the code through a link that was emailed to it. It's `false`
   * for a claim without such a link, even if the email address was verified or confirmed earlier, because someone else can enter it.
   */
  emailVerified: boolean;
}

export interface ListClaimsInput extends ListCodeClaimsInput {
  /** Only claims of this code. */
  code?: string;
  /** Only claims with this email address. */
  email?: string;
  /** Only claims of codes in the batch with this ID. */
  batch?: string;
  /** Only claims with this source. */
  source?: "page" | "widget" | "api" | "staff" | "import";
  /** Only claims made at or after this time. */
  since?: string;
  /** Only claims made before this time. */
  until?: string;
  /** The field to sort by. Defaults to `claimedAt`. `claimed` is the same as `claimedAt`, for older clients. */
  sort?: "claimedAt" | "claimed";
  /** The sort order: `asc` for ascending or `desc` for descending. Defaults to `desc`. */
  order?: "desc" | "asc";
}

export type ListClaimsFileInput = Omit<ListClaimsInput, keyof PageInput> & FileInput;

export interface ListCodeClaimsInput extends PageInput {
  /** Only claims whose email address contains this text or whose code starts with it. One or two characters match only the beginning. */
  q?: string;
}

export interface RevokeClaimInput {
  /**
   * A code. Letter case, spaces, line breaks, hyphens and underscores are ignored, `ß` is `ss`, and the digits of all scripts are 0 to 9.
   */
  code: string;
  /**
   * An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @,
   * only ASCII characters are supported.
   */
  email: string;
}

export interface GateSignUpInput {
  /**
   * An email address. It's trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @,
   * only ASCII characters are supported.
   */
  email: string;
  /**
   * `claim`: they have claimed a code. `tag`: the lead has the tag `tag`, and isn't held or unconfirmed. `invitation`: the lead was sent a
   * personal code that they have claimed, or can claim now, and isn't held or unconfirmed. One is enough. Defaults to `["claim"]`.
   */
  by?: Array<"claim" | "tag" | "invitation">;
  /** The tag. Required for `tag`, and only allowed with it. */
  tag?: string;
  /** Only claims and invitations with codes of the batch with this ID count. Not allowed if only a tag is accepted. */
  batch?: string;
  /**
   * Whether only claims through a link that was emailed to the email address count. Defaults to `true`. With `false`, so do those of people
   * who only had the code, such as all that your server makes with the secret key.
   */
  requireVerified?: boolean;
}

export interface GateSignUpResult {
  /** Whether the person may sign up. */
  allowed: boolean;
  /** The email address in the form that identifies a lead. */
  email: string;
  /** What allows it: the first of `by` that applies. `null` if they can't sign up. */
  by: "claim" | "tag" | "invitation" | null;
  /** The code of the claim or the invitation. `null` otherwise. */
  code: string | null;
  /**
   * Whether someone claimed this code through a link that was emailed to this email address. It says nothing about the person who signs up,
   * so verify that they own it.
   */
  emailVerified: boolean;
  /**
   * Why they can't sign up, for developers. `claim_not_verified`: the email address has a claim, but not through an emailed link. `held`,
   * `unconfirmed`: the sign-up in Gatehouse waits for review or for a confirmed email address. `invitation_over`: the invitation was
   * declined, or its code has expired or was deleted. `claims_paused`, `code_domain_not_allowed`, `code_paused`, `code_not_started`,
   * `batch_claimed`: the invited person can't claim their code now. `waiting`: they are on the waitlist. `no_proof`: the lead has nothing
   * that is accepted. `null` if they can sign up.
   */
  reason:
    | "email_blocked" | "batch_not_found" | "claim_not_verified" | "held" | "unconfirmed" | "invitation_over" | "claims_paused"
    | "code_domain_not_allowed" | "code_paused" | "code_not_started" | "batch_claimed" | "waiting" | "no_proof" | "not_a_lead" | null;
  /** What to show to the person who can't sign up. It's the same whether or not the email address is known. `null` if they can. */
  message: string | null;
}

export interface GetClaimStatsInput {
  /** The number of days up to today, in the project's time zone. `all` starts with the first day whose count isn't 0. Defaults to `30`. */
  span?: "30" | "90" | "all";
  /** Only claims of codes in the batch with this ID. */
  batch?: string;
}

export interface GetClaimStatsResult {
  /** When the numbers were computed. For very large projects, this can be a few minutes ago. */
  asOf: string;
  /** Oldest first, including days with a count of 0. */
  days: Array<{
    /** The day, in the project's time zone. */
    date: string;
    count: number;
  }>;
}

export interface ListFailedClaimsInput {
  /** Only attempts to claim this code. */
  code?: string;
  /** Only attempts with this email address. */
  email?: string;
}

export interface ListBatchesInput extends PageInput {
  /** Only batches whose name contains this text, ignoring case, accents and variants of punctuation. */
  q?: string;
  /** Only batches of this code type. */
  type?: "creative" | "alphanumeric" | "numeric" | "custom";
  /** Only batches that are, or aren't, paused. */
  paused?: boolean;
  /** The field to sort by. Defaults to `createdAt`. `created` is the same as `createdAt`, for older clients. */
  sort?: "createdAt" | "created" | "name";
  /** The sort order: `asc` for ascending or `desc` for descending. Defaults to `desc`. */
  order?: "desc" | "asc";
}

export type ListBatchesFileInput = Omit<ListBatchesInput, keyof PageInput> & FileInput;

export type CreateBatchInput = GenerateCodesInput;

export interface UpdateBatchInput {
  /** `true` pauses the batch. `false` resumes it. */
  paused?: boolean;
  /** The new name. An empty name removes it. */
  name?: string;
  /**
   * The link to redeem the codes, if that is in a store or another product. `{code}` is replaced by the code. The emails, QR codes and
   * cards of the codes lead there, and customers can't claim the codes here. `null` removes it.
   */
  redemptionUrl?: string | null;
  /** How to redeem the codes, if that is in a store or another product. It's in their emails and on the claim page. `null` removes it. */
  redemptionInstructions?: string | null;
  /**
   * Only emails of these domains and their subdomains can claim the codes. At most 50. Case doesn't matter, and international domains are
   * converted to ASCII. `null` or an empty list allows all.
   */
  allowedDomains?: string[] | null;
  /**
   * The values you last read. If a field that you update has changed since then, the request returns `batch_changed` and nothing is
   * updated.
   */
  expected?: {
    name?: string;
    redemptionUrl?: string | null;
    redemptionInstructions?: string | null;
    allowedDomains?: string[] | null;
  };
}

export interface BulkUpdateBatchesInput {
  action: "pause" | "resume" | "extend" | "delete";
  batches: string[];
  /** The new end date, earlier or later than the current one. Must be after `validFrom`. `null` removes the end date. */
  validUntil?: string | null;
  /** How many customers can claim each code. Can't be lower than a code's current number of claims. */
  allowedClaims?: number;
  /**
   * With `delete`: `true` moves to the bin, from where `POST /bin/restore` brings it back, instead of deleting permanently. If the project
   * keeps nothing in the bin, it's deleted permanently.
   */
  bin?: boolean;
}

export interface BulkUpdateBatchesResult {
  /** The batches that were paused or resumed. Empty for the other actions. */
  batches: Batch[];
  /** A background job for each batch that is extended or deleted. Empty for the other actions. */
  jobs: Job[];
}

export interface ListBinInput extends PageInput {
  /** Only codes, email addresses and batch names that start with this text. */
  q?: string;
  /** Only entries of this kind. */
  kind?: "code" | "lead" | "batch";
}

export interface RestoreFromBinInput {
  /** The IDs of entries. A batch is restored with its codes. */
  entries?: string[];
  /** The ID of the job that deleted something. */
  deletion?: string;
}

export interface DeleteFromBinInput {
  /** The IDs of entries. A batch is deleted with its codes. */
  entries?: string[];
  /** Empties the bin. */
  all?: true;
}

export interface CreatePrintInput extends PreviewPrintInput {
  /** `pdf`: a sheet of cards. `svg` and `png`: a ZIP archive with a QR code for each code. Defaults to `pdf`. */
  format?: "pdf" | "svg" | "png";
  /** The width and height of PNG images, in pixels. Defaults to `512`. */
  size?: number;
}

export interface PreviewPrintInput {
  /** The codes to print, in this order unless you set `order`. */
  codes?: string[];
  /** Selects all matching rows. Takes the same filters as the list. To select every row, send only `all: true`. */
  filter?: CodeSelection;
  /** The order of the codes: as they were generated, or by their text. Defaults to `created` for a filter. */
  order?: "created" | "code";
  /**
   * The sheet to print on. `a4_cards`: Plain A4, 85 × 55 mm, 10 per page. `letter_cards`: Plain Letter, 3½ × 2 in, 10 per page.
   * `avery_5371`: Avery 5371, 8371 (business cards), 10 per page. `avery_c32011`: Avery Zweckform C32010, C32011 (business cards), 10 per
   * page. `avery_5160`: Avery 5160, 8160 (labels), 30 per page. `avery_5163`: Avery 5163, 8163 (labels), 10 per page. `avery_3475`: Avery
   * Zweckform 3475 (labels), 24 per page. `avery_l7160`: Avery L7160, J8160 (labels), 21 per page. `avery_l7163`: Avery L7163, J8163
   * (labels), 14 per page. Defaults to `a4_cards`.
   */
  sheet?: PrintSheet;
  /** How many positions of the first sheet are already used, row by row. Defaults to `0`. */
  skip?: number;
  /** The title of each card. Defaults to the project's name. An empty title is left out. */
  title?: string;
  /** What people do with the code. Defaults to an instruction. An empty text is left out. */
  text?: string;
  /** The web page below the code. Defaults to the claim page. An empty text is left out. */
  url?: string;
  /** Whether to print the project's logo, if it has one. Defaults to `true`. */
  logo?: boolean;
  /** Whether to print a QR code of the claim link. Defaults to `true`. */
  qrCode?: boolean;
  /** Whether to print crop marks. Defaults to `true` on plain paper, and `false` otherwise. */
  cropMarks?: boolean;
}

export interface PreviewPrintResult {
  /** The first page as an SVG image. */
  svg: string;
  /** The number of codes to print. */
  codes: number;
  pages: number;
}

export interface ListPrintsInput extends PageInput {
  /** Only prints of this batch. */
  batch?: string;
}

export interface GetCodeQrInput {
  /** The format of the image. Defaults to `svg`. */
  format?: "svg" | "png";
  /** The width and height of PNG images, in pixels. Defaults to `512`. */
  size?: number;
}

export interface ListJobsInput extends PageInput {
  /** Only jobs that have, or haven't, ended. */
  ended?: boolean;
}

export type ListExportsInput = PageInput;

export interface CreateExportInput {
  list: "leads" | "waitlist" | "codes" | "batches" | "claims" | "sends" | "deliveries" | "messages" | "suppressions" | "events";
  format: "csv" | "xlsx" | "ndjson";
  /** The names of the columns, as in `columns` of the list. Without it, the file has all columns. */
  columns?: string[];
  /**
   * The first row of a CSV or Excel file: `names` of columns as in `columns`, for programs, or `titles` for people. Defaults to `titles`.
   */
  header?: "names" | "titles";
  /** The filters and the sort order of the list: its query parameters, without those of pages and files. */
  query?: Record<string, string | number | boolean>;
}

export interface ListExportColumnsInput {
  list: "leads" | "waitlist" | "codes" | "batches" | "claims" | "sends" | "deliveries" | "messages" | "suppressions" | "events";
}

export interface ListExportColumnsResult {
  /** The field of the JSON records, such as `lastEmail.status`. */
  field: string;
  /** An older name of the column, for older clients. The same as `field` if there is none. */
  name: string;
  title: string;
}

export interface GetOverviewResult {
  /** When the numbers were computed. For very large projects, this can be a few minutes ago. */
  asOf: string;
  leads: {
    /** The number of leads. */
    total: number;
    /** Leads on the waitlist. */
    waiting: number;
    /** Leads who were sent a personal code and haven't claimed a code yet. */
    invited: number;
    /** Leads who have claimed a code. */
    claimed: number;
  };
  codes: {
    /** The number of codes. */
    total: number;
    /** Codes that can be claimed right now. */
    claimable: number;
    /** Codes with no claims left. */
    exhausted: number;
    /** Codes that can be claimed right now and expire within a week. */
    expiring: number;
  };
  /** The number of claims. */
  claims: number;
  attention: Array<{
    name:
      | "worker_not_running" | "mail_server_unreachable" | "email_refused" | "email_limited" | "refused_suppressions" | "disk_nearly_full"
      | "backup_failed" | "backup_overdue" | "backup_missing" | "proxy_unreadable" | "failed_deliveries" | "failed_messages"
      | "email_not_connected" | "local_links" | "unencrypted_password" | "saved_emails" | "email_settings_unreadable" | "format_running_out"
      | "ambiguous_codes" | "job_failed" | "webhook_failing" | "webhook_disabled" | "guessing" | "sign_up_flood" | "key_guesses"
      | "held_sign_ups";
    /** The number that `message` mentions, if any. */
    count: number | null;
    /** The ID of the send, job or webhook, or the code type, that it's about. `null` if it's not about one of these. */
    subject: string | null;
    message: string;
  }>;
}

export interface ListEventsInput extends PageInput {
  /** Only events of these kinds, separated by commas. */
  kind?: string;
  /** Only events caused by this kind of actor. */
  by?: "staff" | "secret_key" | "public_key" | "visitor" | "system";
  /** Only events caused by the API key or staff member with this ID. */
  actor?: string;
  /** Only events about this code. */
  code?: string;
  /** Only events about this email address. */
  email?: string;
  /** Only events at or after this time. */
  since?: string;
  /** Only events before this time. */
  until?: string;
  /** The sort order: `asc` for ascending or `desc` for descending. Defaults to `desc`. */
  order?: "desc" | "asc";
  /** Only events that come after the one with this ID, in the order of the list. Events are in the order of their IDs. */
  after?: string;
}

export type ListEventsFileInput = Omit<ListEventsInput, keyof PageInput> & FileInput;

export interface ConstructEventInput {
  /** The ID of the event. */
  event: string;
}

export interface ReadFeedInput {
  /** Only events after this `cursor` or event. `now` skips all earlier events. Without it, the feed starts with the first event. */
  after?: string;
  /** Only events of these types, separated by commas. */
  types?: string;
  /** The maximum number of events. Defaults to 100. */
  limit?: number;
  /** How many seconds to wait for an event if there is none, up to 30. Defaults to 0. */
  wait?: number;
}

export interface ReadFeedResult {
  data: FeedEvent[];
  /** Where the feed continues: `after` of the next request. Also set if there is no event. */
  cursor: string;
  /** Whether there are more events already. */
  hasMore: boolean;
}

export interface StreamFeedInput {
  /**
   * Only events after this `cursor` or event. Without it, and without `Last-Event-ID`, which comes first, the stream starts with what
   * happens from now on.
   */
  after?: string;
  /** Only events of these types, separated by commas. */
  types?: string;
}

export interface UpdateProjectInput {
  successMessage?: string | null;
  redirectUrl?: string | null;
  returnUrls?: string[];
  claimPageUrl?: string | null;
  joinSuccessMessage?: string | null;
  joinRedirectUrl?: string | null;
  referralPageUrl?: string | null;
  requireClaimConfirmation?: boolean;
  /**
   * The values you last read. If a field that you update has changed since then, the request returns `project_changed` and nothing is
   * updated.
   */
  expected?: {
    name?: string;
    /** The accent color of pages and emails. */
    accent?: string;
    /** The color of buttons in emails to leads. `null` uses the accent color. */
    emailButtonColor?: string | null;
    /** The text at the end of every email to leads, in Markdown, such as a postal address. `null` if there's none. */
    emailFooter?: string | null;
    /** The time zone of dates in the dashboard, on public pages and in emails. */
    timeZone?: string;
    /**
     * The message on the claim page after a code is claimed. With a `redirectUrl`, people read it first and continue with a button. `null`
     * uses the default message.
     */
    successMessage?: string | null;
    /**
     * Where people continue after they claim a code: right away, or with a button if there's a `successMessage`. The claim token is added
     * as the query parameter `claimToken`, and as `token` for older apps, unless the address has a parameter with that name. `null` means
     * they stay on the claim page.
     */
    redirectUrl?: string | null;
    /**
     * The page of your own site that links to claim in emails open. The part after `#` has `code`, `email` and `linkToken`, which your page
     * sends with the claim, and `token`, the same for older pages; browsers don't send that part to servers. `null` uses the claim page.
     */
    claimPageUrl?: string | null;
    /** What visitors see at `/`: the join page, the claim page, or a redirect to `homeRedirectUrl`. */
    homePage?: "join" | "claim" | "redirect";
    homeRedirectUrl?: string | null;
    /** The headline of the join page. `null` uses the default headline. */
    joinHeadline?: string | null;
    /** The text below the headline. It can contain Markdown links; everything else is plain text. `null` uses the default text. */
    joinText?: string | null;
    /**
     * The message after someone joins on the join page, or after they confirm their email if that is required. `null` uses the default
     * message.
     */
    joinSuccessMessage?: string | null;
    /**
     * Where people continue after they join: right away, or with a button if there's a `joinSuccessMessage`. `null` means they stay on the
     * join page.
     */
    joinRedirectUrl?: string | null;
    /** The description of the join page for search engines and social networks. `null` uses the default description. */
    joinDescription?: string | null;
    /**
     * The page that referral links open, such as a page of your own site with the embedded join form. The referral code is added as the
     * `ref` query parameter. `null` uses the join page.
     */
    referralPageUrl?: string | null;
    /**
     * The text that people must agree to when they join. It's saved with each lead. It can contain Markdown links, such as
     * `[terms](https://example.org/terms)`; everything else is plain text. `null` if there's none.
     */
    consentText?: string | null;
    signUpsOpenAt?: string | null;
    signUpsCloseAt?: string | null;
    /**
     * How many people can wait at most, with those who haven't confirmed their email address yet. More can't join on a public page or with
     * the public key until someone leaves the waitlist. `null` if there's no limit.
     */
    waitlistLimit?: number | null;
    /**
     * What people see who want to join before sign-ups open, after they have closed or while the waitlist is full. `null` uses the default
     * messages.
     */
    signUpsClosedMessage?: string | null;
    /**
     * Whether people who join on a public page or with the public key must confirm their email address before they're added to the
     * waitlist.
     */
    doubleOptIn?: boolean;
    /** The number of positions a lead moves up for each friend who joins with their referral link. */
    referralBonus?: number;
    /** Whether people who join on a public page or with the public key get an email with their position. */
    sendJoinedEmail?: boolean;
    /**
     * Whether people who claim a code on a public page or with the public key must use a link that was emailed to them. Claims with the
     * secret key ignore it, unless they have `requireConfirmation: true`.
     */
    requireClaimConfirmation?: boolean;
    /** Whether people get an email when they claim a code. */
    sendClaimedEmail?: boolean;
    /** How many invite codes each lead who has claimed a code can get, to pass on to friends. `0` if they get none. */
    inviteQuota?: number;
    /** After how many days new invite codes expire. `null` if they don't. */
    inviteExpiresAfterDays?: number | null;
    /** For how many days deleted codes, batches and leads can be restored from the bin. `0` if they're deleted permanently. */
    binDays?: number;
    questions?: Array<{
      /** Identifies the question in `fields` of leads, in filters and in email templates, such as `{{field.company}}`. */
      key: string;
      /** The question as people read it. */
      label: string;
      /** `text`: one line of text. `choice`: one of `options`. `checkbox`: yes or no. `url`: a web address. */
      type: "text" | "choice" | "checkbox" | "url";
      /** The options of a choice. */
      options?: string[];
      /** Whether people must answer it on the join forms. A checkbox must be checked. */
      required?: boolean;
      /** Whether the join forms show it. Otherwise only staff and the API answer it. */
      onJoinForms?: boolean;
    }>;
    returnUrls?: string[];
  };
}

export interface PauseProjectInput {
  /**
   * The `pausedMessage` you last read. If you send a `message` and it has changed since then, the request returns `project_changed` and
   * nothing is updated.
   */
  expected?: {
    message?: string | null;
  };
  /** The features to pause. */
  pause?: Array<"claims" | "sign_ups" | "email">;
  /** The features to resume. */
  resume?: Array<"claims" | "sign_ups" | "email">;
  /**
   * The message that customers see while a feature is paused, on public pages and in API errors. `null` uses the default message. It's
   * removed when claims and sign-ups are resumed, so that the next pause doesn't start with it.
   */
  message?: string | null;
}

export interface GetAbuseProtectionResult {
  /** Attempts to claim codes that don't exist, on public pages and with the public key. */
  guesses: AttemptCounts;
  /** Sign-ups on public pages and with the public key. */
  signUps: AttemptCounts;
  /** The number of sign-ups that are held for review. */
  held: number;
}

export interface GetRateLimitSettingsResult {
  /** Claims from one IP address before a proof of work is required, per 10 minutes. */
  claimsPerClient: number;
  /** Claims of the same code from one IP address before a proof of work is required, per 10 minutes. */
  claimsPerCode: number;
  /** Wrong codes from one IP address before it's blocked, per 10 minutes. */
  guessesPerClient: number;
  /** Wrong codes for one email address before a proof of work is required, per hour. */
  guessesPerEmail: number;
  /** Wrong codes in the project before a proof of work is required, per hour. */
  guessesPerProject: number;
  /** Sign-ups from one IP address before it's blocked, per 10 minutes. */
  signUpsPerClient: number;
  /** Sign-ups with one email address before a proof of work is required, per hour. */
  signUpsPerEmail: number;
  /** Sign-ups in the project before a proof of work is required, per hour. */
  signUpsPerProject: number;
  /** Sign-ups with a referral code from one IP address before they're held for review, per day. */
  referralsPerClient: number;
}

export interface GetBlockListResult {
  /** The email addresses and domains, in alphabetical order. */
  entries: string[];
}

export interface UpdateBlockListInput {
  /**
   * The entries you last read, in any order. If the list has changed since then, the request returns `block_list_changed` and nothing is
   * updated.
   */
  expected?: string[];
  /** The new entries, which replace all existing ones. */
  entries: string[];
}

export interface UpdateBlockListResult {
  /** The email addresses and domains, in alphabetical order. */
  entries: string[];
}

export interface GetSystemResult {
  /** The version of Gatehouse. */
  version: string;
  /** The version of Node.js. */
  node: string;
  database: {
    version: string;
    /** In bytes. */
    size: number;
  };
  /** The background jobs of the installation. */
  queue: {
    /** Jobs that are due and wait for a worker. */
    waiting: number;
    /** Jobs that a worker is processing. */
    active: number;
    /** Jobs that are due later, such as retries of emails. */
    scheduled: number;
    /** How long the oldest due job has waited. */
    lagSeconds: number;
  };
  worker: {
    running: boolean;
    /** When a worker last reported. Workers report every 30 seconds. */
    reportedAt: string | null;
  };
  /** The disk of the worker's data folder, in bytes. */
  disk: {
    free: number;
    total: number;
    nearlyFull: boolean;
  } | null;
  backups: {
    /** How many daily backups are kept. 0 if there are none. */
    kept: number;
    /** When the last daily backup was completed. */
    completedAt: string | null;
    /** Why a later one failed. */
    error: string | null;
    overdue: boolean;
  };
  mailServer: {
    /** `saved_to_file`: no server is connected. `unreadable`: the server must be entered again, because `AUTH_SECRET` has changed. */
    status: "connected" | "unreachable" | "paused" | "saved_to_file" | "unreadable";
    unreachableSince: string | null;
    /** Why it is unreachable. */
    error: string | null;
    /** Emails to leads that are not sent yet, counted up to 10,000. */
    waiting: number;
  };
  /** The last 100 reports of bounces or complaints that can't be read, newest first, without their content. */
  unreadableReports: Array<{
    /** The SHA-256 of the report, in hex. */
    id: string;
    /** The provider, or `dsn` for a bounce message. */
    source: "ses" | "postmark" | "resend" | "dsn";
    /** Why it can't be read. */
    problem: string;
    receivedAt: string;
  }>;
}

export interface CreateWebhookInput {
  /**
   * Where events are sent with `POST`: a public `https` URL. If it is an incoming webhook of Slack, Discord or Microsoft Teams, messages
   * for people are sent. It is stored as browsers write it: `http://2130706433/` becomes `http://127.0.0.1/`.
   */
  url: string;
  /** The types of events to send. `null` for all types about records, also those that are added later. */
  events?: EventType[] | null;
  description?: string;
  /**
   * Only events about records that match all of these. An event whose record is gone is always sent, without the record, and so are
   * `records.changed` and events about the webhooks themselves.
   */
  filter?: WebhookFilter;
  /**
   * The texts of messages for people, by kind. Those that are left out are the usual ones:
   *
   * - `lead.created`: “New sign-up: {{lead}}”, with lead, email, firstname, lastname, source, tags
   * - `code.claimed`: “{{email}} claimed the code {{code}}.”, with email, code, batch, claims
   * - `wave.sent`: “The wave “{{wave}}” invited {{people}}.”, with wave, people
   * - `send.finished`: “A send has ended: {{emails}} sent.”, with emails, code
   * - `send.failed`: “A send has ended: {{emails}} sent, {{failed}}.”, with emails, failed, code
   * - `other`: “{{event}}: {{subject}}”, with event, subject
   * - `summary`: “{{date}}: {{signUps}}, {{claims}}, {{failed}}.”, with date, signUps, claims, failed
   */
  texts?: WebhookTexts;
  /** Whether a message with the numbers of the day before is sent each morning, if the URL is of a chat. */
  dailySummary?: boolean;
  /**
   * Whether events are written as the original service wrote them: `{ event }` with the header `lancero-signature`. Prefer the standard
   * format, whose signature has a time and can't be replayed.
   */
  original?: boolean;
}

export interface CreateWebhookResult extends Webhook {
  /**
   * What requests are signed with, as Standard Webhooks (https://www.standardwebhooks.com) describes. It is only shown once. Messages for
   * people aren't signed.
   */
  secret: string;
}

export interface UpdateWebhookInput {
  /**
   * Where events are sent with `POST`: a public `https` URL. If it is an incoming webhook of Slack, Discord or Microsoft Teams, messages
   * for people are sent. It is stored as browsers write it: `http://2130706433/` becomes `http://127.0.0.1/`.
   */
  url?: string;
  /** The types of events to send. `null` for all types about records, also those that are added later. */
  events?: EventType[] | null;
  description?: string;
  /**
   * Only events about records that match all of these. An event whose record is gone is always sent, without the record, and so are
   * `records.changed` and events about the webhooks themselves.
   */
  filter?: WebhookFilter;
  /**
   * The texts of messages for people, by kind. Those that are left out are the usual ones:
   *
   * - `lead.created`: “New sign-up: {{lead}}”, with lead, email, firstname, lastname, source, tags
   * - `code.claimed`: “{{email}} claimed the code {{code}}.”, with email, code, batch, claims
   * - `wave.sent`: “The wave “{{wave}}” invited {{people}}.”, with wave, people
   * - `send.finished`: “A send has ended: {{emails}} sent.”, with emails, code
   * - `send.failed`: “A send has ended: {{emails}} sent, {{failed}}.”, with emails, failed, code
   * - `other`: “{{event}}: {{subject}}”, with event, subject
   * - `summary`: “{{date}}: {{signUps}}, {{claims}}, {{failed}}.”, with date, signUps, claims, failed
   */
  texts?: WebhookTexts;
  /** Whether a message with the numbers of the day before is sent each morning, if the URL is of a chat. */
  dailySummary?: boolean;
  /**
   * Whether events are written as the original service wrote them: `{ event }` with the header `lancero-signature`. Prefer the standard
   * format, whose signature has a time and can't be replayed.
   */
  original?: boolean;
  /**
   * The values you last read. If a field that you update has changed since then, the request returns `webhook_changed` and nothing is
   * updated.
   */
  expected?: {
    url?: string;
    events?: string[] | null;
    description?: string;
    filter?: Record<string, string>;
    texts?: Record<string, string>;
    dailySummary?: boolean;
    original?: boolean;
  };
}

export interface RotateWebhookSecretInput {
  /** Whether the old secret ends now, because others may know it. Workers notice within seconds. */
  revoke?: boolean;
}

export type RotateWebhookSecretResult = CreateWebhookResult;

export interface TestWebhookInput {
  type: EventType;
}

export interface ResumeWebhookInput {
  /**
   * What becomes of the events since it was paused or disabled, of deliveries that were still queued, and of those that it answered with
   * status 410: `send` or `skip`.
   */
  missed: "send" | "skip";
}

export interface RecoverWebhookInput {
  /** An ISO 8601 date and time. Without an offset, it's in UTC. The year must be from 1900 to 9999. */
  since: string;
  /** After `since`. Defaults to now. */
  until?: string;
  /**
   * `failed`: deliveries that failed or were canceled. `missing`: these, and events that were never queued, such as those from before the
   * webhook was created. `all`: also what was delivered. Defaults to `failed`.
   */
  status?: "failed" | "missing" | "all";
}

export interface ListWebhookDeliveriesInput extends PageInput {
  /** Only deliveries to this webhook. */
  webhook?: string;
  /** Only events about this lead. */
  email?: string;
  /** Only events about this code. */
  code?: string;
  status?: "pending" | "delivered" | "failed" | "canceled";
  type?: EventType;
}

export interface GetWebhookDeliveryResult extends WebhookDelivery {
  /**
   * The body of its requests. `null` if someone in it was erased, or the webhook's URL was changed before it was delivered: the next
   * attempt sends the record as it is then.
   */
  payload: string | null;
}

export interface UpdateAllowedOriginsInput {
  /** The origins you last read. If they have changed since then, the request returns `project_changed` and nothing is updated. */
  expected?: string[];
  origins: string[];
}

export interface LeadLastEmail {
  kind: "code" | "announcement" | "joined" | "confirm" | "confirm_claim" | "claimed" | "reminder";
  status: "queued" | "sending" | "retrying" | "sent" | "saved_to_file" | "failed" | "bounced" | "canceled" | "suppressed";
  /** When its status last changed: when it went out, if it did. */
  at: string;
}

export interface SendSkippedLead {
  reason: SendSkippedLeadReason;
  count: number;
}

export type SendSkippedLeadReason =
  | "not_a_lead" | "duplicate" | "reserved_for_another" | "already_claimed" | "domain_not_allowed" | "batch_claimed" | "held" | "suppressed"
  | "code_unusable" | "no_match" | "no_code_left" | "unconfirmed" | "invited" | "claimed_another_code";

export interface SendQueueing {
  status: "queued" | "running" | "completed" | "failed" | "canceled";
  /** The number of records to process. `null` until they're counted. */
  total: number | null;
  /** The number of records processed so far. */
  processed: number;
  /** The number of processed records that were changed or created. */
  changed: number;
  /** The error that made the job fail or skip some records. `null` if there was none. */
  error: {
    error: string;
    message: string;
  } | null;
  /** The ID of the background job. */
  job: string;
}

export interface SendDeliveries {
  queued: number;
  sending: number;
  retrying: number;
  sent: number;
  saved_to_file: number;
  failed: number;
  bounced: number;
  canceled: number;
  suppressed: number;
}

export interface ImportColumnSummary {
  column: string;
  /** Rows with a value. */
  filled: number;
  /** Rows whose value is an email. */
  emails: number;
  /** Rows whose value is a number. */
  numbers: number;
  /** Rows whose value looks like a date. */
  dates: number;
  /** The different values apart from dates, regardless of case: known words such as `unsubscribed`, and other words if there are few. */
  values: ImportColumnSummaryValue[];
  /** Rows with a value that `values` leaves out. */
  otherRows: number;
  /** As what the column seems to say who must not be emailed, and whether that is certain. `null` if it doesn't. */
  consent: {
    field: "emailStatus" | "subscribed" | "unsubscribed" | "bounced" | "complained";
    isCertain: boolean;
  } | null;
  /**
   * What most values are. `consent_date`: when people agreed to emails, which some didn't. `yes_no`: only yes and no below an unknown
   * header, so that a no can be about emails. `null` for other values.
   */
  looksLike: "date" | "email" | "consent_date" | "yes_no" | null;
  /** The order in which all dates of the column can be read. `null` if it has to be chosen. */
  dateOrder: "month_first" | "day_first" | "year_first" | null;
  /** Rows whose date depends on the order. */
  orderedDates: number;
  /** Rows whose value can't be read as a date, by the order. */
  unreadableDates: {
    month_first: number;
    day_first: number;
    year_first: number;
  };
  /** The first dates, and how they are read in each order: as ISO 8601, or a day without a time. */
  dateSamples: ImportColumnSummaryDateSample[];
}

export interface ImportColumnSummaryValue {
  value: string;
  rows: number;
  /** What the value says by itself. `null` for other words. */
  kind:
    | "yes" | "no" | "date" | "subscribed" | "unsubscribed" | "bounced" | "complained" | "staff" | "unconfirmed" | "waiting" | "left"
    | null;
}

export interface ImportColumnSummaryDateSample {
  value: string;
  readings: {
    month_first: string | null;
    day_first: string | null;
    year_first: string | null;
  };
}

export interface ImportFileConsent {
  /** Why they must not be emailed. `null` if unknown. */
  reason: "unsubscribed" | "bounced" | "complained" | null;
  /** Whether its columns say so: rows without a reason get this one unless you answer otherwise. By its name alone, it's asked. */
  isCertain: boolean;
}

export interface ImportSuppressions {
  /** The reason of rows that have none, by the product that the file is from, or its name. `null` if unknown. */
  reason: "unsubscribed" | "bounced" | "complained" | "staff" | null;
  /** Whether the file seems to be a list of people who can be emailed. */
  isAllowlist: boolean;
}

export interface ImportQuestion {
  /** The key of the answer. */
  id: string;
  /**
   * `value_meaning`: what a value of a column means for a person. `unused_consent`: the column seems to say who must not be emailed, and
   * isn't imported as one of the fields that say so. `opposite_sense`: the column is imported as the opposite of what its header says.
   * `date_order`: no date of the column decides the order of day and month. `unreadable_dates`: some values of the column aren't dates.
   * `unused_columns`: columns with dates or emails aren't imported. `missing_reason`: rows of a list of suppressions don't say why.
   * `expired_rows`: what happens to suppressions that have ended. `allowlist`: the file seems to be a list of people who can be emailed.
   * `file_consent`: a file of leads seems to be a list of people who must not be emailed, and rows don't say so themselves. `cut_off`: the
   * file ends in the middle of its last row, so that rows can be missing too.
   */
  kind: ImportQuestionKind;
  column: string;
  /** The value in question, which is empty for empty cells. `null` if it's about the column. */
  value: string | null;
  /** How many rows it's about. */
  rows: number;
  /**
   * The possible answers. `subscribed`: can be emailed. `unsubscribed`, `bounced`, `complained`, `staff`: is suppressed. `unconfirmed`:
   * hasn't confirmed their email. A new lead gets the status `unconfirmed`, and isn't on the waitlist until they confirm. `waiting`: is on
   * the waitlist. `left`: was on it, such as people who were invited. `skip`: the row isn't imported. `ignore`: the column says nothing
   * about emails, the row is imported without the date, the columns aren't needed, that suppressions have ended doesn't matter, the people
   * of the file can be emailed, or the last row is imported as it is. `confirm`: it's right. `month_first`, `day_first`, `year_first`: how
   * dates are written.
   */
  options: string[];
  /** The answer without one of yours. `null`: the check is refused until you answer. */
  suggestion: string | null;
}

export type ImportQuestionKind =
  | "value_meaning" | "unused_consent" | "opposite_sense" | "date_order" | "unreadable_dates" | "unused_columns" | "missing_reason"
  | "expired_rows" | "allowlist" | "file_consent" | "cut_off";

export interface ImportSettings {
  /** What each column holds, by its header. */
  mapping: Record<string, string>;
  /**
   * What to do with leads that exist. Doesn't apply to suppressions. `skip`: nothing. `fill`: fill in their empty fields. `overwrite`:
   * replace their fields with the file's, unless a cell is empty. Both add a referrer, or a confirmation, to leads that have none; with
   * `overwrite`, an earlier confirmation replaces that of another import. Their creation date, consent and referral code never change.
   */
  existing: "skip" | "fill" | "overwrite";
  /**
   * Whom to add to the waitlist. `none`: no one. `all`: every lead of the file. `column`: those with a yes in the column `waitlist`, or the
   * status `waiting`. Defaults to `column`.
   */
  waitlist: "none" | "all" | "column";
  /**
   * Where new leads are on the waitlist. `end`: behind everyone who waits, in the order of their positions, their dates or the file.
   * `date`: those with a date get the position they would have if they had signed up here on that date, ahead of people who wait now.
   * `counts` says how many are overtaken.
   */
  waitlistOrder: "end" | "date";
  /**
   * Where and how these people agreed to hear from you. It's saved as the consent text of new leads, unless the file has its own in a
   * column `consent`.
   */
  consent: string;
  /**
   * How to read dates such as 03/04/2025, or 25/04/03 with `year_first`, in columns whose other dates don't decide it. Answers to questions
   * go before it.
   */
  dates: "month_first" | "day_first" | "year_first" | null;
  /**
   * Tags to add to every lead that the import creates or updates, besides those of a column `tags`. Undoing the import removes them from
   * updated leads.
   */
  tags: string[];
  /** Your answers to the `questions` of the import, by their IDs. */
  answers: Record<string, string>;
}

export interface ImportCounts {
  new: number;
  /** Rows whose lead exists, or of suppressions, whose email is suppressed already. */
  existing: number;
  /** Rows with the email of an earlier row. They aren't imported. */
  duplicate: number;
  /** Rows that can't be imported. */
  invalid: number;
  /** Rows whose lead unsubscribed, bounced or complained. They're imported with a suppression. 0 for suppressions. */
  suppressed: number;
  /** Rows that are imported without a date, because it can't be read. */
  omittedDates: number;
  /** Rows whose referral code has another form, or is that of another lead. They get a new one. */
  replacedReferralCodes: number;
  /** New leads whose referrer is neither a lead nor in the file. Known when the import has ended. */
  missingReferrers: number;
  /** Rows that are imported, and have `warnings`. */
  warnings: number;
  /** Rows whose email is on the block list or from a disposable provider. They're imported, and have a warning. */
  suspicious: number;
  /** People who wait now and will have new leads of the file ahead of them. */
  overtaken: number;
  /** New leads of the file that will be ahead of someone who waits now. */
  overtaking: number;
  /** The position of the first one who is overtaken. Everyone from there on moves back. 0 if no one is. */
  firstOvertaken: number;
}

export interface ImportResult {
  created: number;
  updated: number;
  /** Leads that existed and needed no change. */
  skipped: number;
  /** Leads that *Undo import* deleted, or changed back. */
  undone: number;
  /** Leads that *Undo import* kept, because they have claimed a code or were changed or deleted since. */
  kept: number;
}

export interface WaveRepeat {
  weekdays: Array<"monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday">;
  time: string;
  total: number;
  /** How many people it will still invite. */
  remaining: number;
}

export type EventKind =
  | "lead.created" | "lead.updated" | "lead.confirmed" | "lead.approved" | "lead.moved" | "lead.email_change_requested"
  | "lead.email_changed" | "lead.declined" | "lead.invitation_expired" | "lead.invitation_reopened" | "lead.invitation_reissued"
  | "lead.returned_to_waitlist" | "lead.invitation_bounced" | "lead.deleted" | "lead.restored" | "leads.imported" | "leads.import_undone"
  | "suppressions.imported" | "suppressions.import_undone" | "codes.generated" | "codes.printed" | "code.claimed" | "code.sent"
  | "code.paused" | "code.resumed" | "code.extended" | "code.expired" | "code.reserved" | "code.held" | "code.hold_released"
  | "code.returned" | "code.tags_updated" | "code.updated" | "code.deleted" | "code.restored" | "code.words_replaced" | "claim.revoked"
  | "wave.scheduled" | "wave.sent" | "wave.canceled" | "wave.paused" | "wave.resumed" | "wave.ended" | "wave.places_passed_on"
  | "announcement.sent" | "send.retried" | "email.delivered" | "email.failed" | "email.bounced" | "email.complained" | "lead.email_resent"
  | "messages.retried" | "saved_emails.sent" | "send.canceled" | "send.finished" | "deliveries.retried" | "suppression.added"
  | "suppression.updated" | "suppression.removed" | "list.exported" | "export.downloaded" | "print.downloaded" | "personal_data.exported"
  | "view.created" | "view.updated" | "view.deleted" | "webhook.created" | "webhook.updated" | "webhook.secret_rotated" | "webhook.paused"
  | "webhook.resumed" | "webhook.recovered" | "webhook.disabled" | "webhook.deleted" | "batch.renamed" | "batch.redemption_changed"
  | "batch.updated" | "batch.paused" | "batch.resumed" | "batch.extended" | "batch.expired" | "batch.deleted" | "batch.restored"
  | "bin.deleted" | "records.changed" | "project.set_up" | "project.updated" | "project.email_delivery_updated" | "project.paused"
  | "project.resumed" | "project.exported" | "project.imported" | "block_list.updated" | "rate_limits.updated" | "email_template.updated"
  | "email_template.reset" | "origins.updated" | "key.created" | "key.rotated" | "key.revoked" | "key.refused" | "agent.tool_called"
  | "staff.invited" | "staff.invitation_revoked" | "staff.invitation_link_copied" | "staff.joined" | "staff.updated" | "staff.removed"
  | "staff.signed_in" | "staff.signed_out" | "staff.sign_in_failed" | "staff.access_refused" | "staff.password_changed"
  | "staff.password_reset" | "staff.second_factor_added" | "staff.second_factor_removed" | "staff.recovery_codes_regenerated"
  | "staff.passkey_added" | "staff.passkey_removed" | "staff.passkey_refused";

export type MessageSkipReason =
  | "unsubscribed" | "bounced" | "complained" | "suppressed" | "held" | "unconfirmed" | "already_claimed" | "already_confirmed"
  | "not_on_waitlist" | "invitation_ended" | "code_deleted" | "code_paused" | "code_expired" | "code_exhausted" | "newer_email";

export type FailedClaimError =
  | "code_not_found" | "code_reserved" | "code_domain_not_allowed" | "code_paused" | "code_expired" | "code_exhausted" | "code_not_started"
  | "batch_claimed" | "code_held" | "claims_paused" | "email_blocked";

export type EventType =
  | "lead.created" | "lead.updated" | "lead.confirmed" | "lead.held" | "lead.approved" | "lead.joined_waitlist" | "lead.declined"
  | "lead.invitation_expired" | "lead.bounced" | "lead.unsubscribed" | "lead.email_changed" | "lead.deleted" | "lead.restored"
  | "lead.invited" | "leads.imported" | "leads.import_undone" | "suppressions.imported" | "suppressions.import_undone" | "codes.generated"
  | "code.claimed" | "code.exhausted" | "code.expired" | "code.sent" | "code.updated" | "code.paused" | "code.resumed" | "code.extended"
  | "code.deleted" | "code.restored" | "claim.revoked" | "batch.updated" | "batch.paused" | "batch.resumed" | "batch.extended"
  | "batch.expired" | "batch.deleted" | "batch.restored" | "wave.updated" | "wave.sent" | "wave.ended" | "announcement.sent"
  | "send.updated" | "send.finished" | "webhook.disabled" | "email.delivered" | "email.failed" | "email.bounced" | "email.complained"
  | "records.changed" | "key.created" | "key.rotated" | "key.revoked" | "key.refused" | "staff.invited" | "staff.invitation_revoked"
  | "staff.invitation_link_copied" | "staff.joined" | "staff.updated" | "staff.removed" | "staff.signed_in" | "staff.signed_out"
  | "staff.sign_in_failed" | "staff.access_refused" | "staff.password_changed" | "staff.password_reset" | "staff.second_factor_added"
  | "staff.second_factor_removed" | "staff.recovery_codes_regenerated" | "staff.passkey_added" | "staff.passkey_removed"
  | "staff.passkey_refused";

export type PrintSheet =
  | "a4_cards" | "letter_cards" | "avery_5371" | "avery_c32011" | "avery_5160" | "avery_5163" | "avery_3475" | "avery_l7160"
  | "avery_l7163";

export interface WebhookFilter {
  /** Only leads and codes with this tag. */
  tag?: string;
  /** Only leads with this source. */
  source?: "page" | "widget" | "api" | "staff" | "import";
  /** Only this batch, its codes, and sends of its codes. */
  batch?: string;
  /** Only this wave, the leads that it invited, and their codes. */
  wave?: string;
}

export interface WebhookTexts {
  "lead.created"?: string;
  "code.claimed"?: string;
  "wave.sent"?: string;
  "send.finished"?: string;
  "send.failed"?: string;
  other?: string;
  summary?: string;
}

export interface CodeSelection {
  /** Only codes that start with this text, or whose second word does. */
  q?: string;
  /** Only codes of this type. */
  type?: "creative" | "alphanumeric" | "numeric" | "custom";
  /** Only codes with this status. */
  status?: "paused" | "expired" | "exhausted" | "scheduled" | "active";
  /** Only codes in the batch with this ID. */
  batch?: string;
  /** Only codes that are, or aren't, reserved. */
  reserved?: boolean;
  /** Only codes reserved for this email address. */
  reservedFor?: string;
  /** Only codes with this tag. Case doesn't matter. */
  tag?: string;
  /** Only the code with this external ID. */
  externalId?: string;
  /** Only codes with this value in their metadata: the key, a colon and the whole value, such as `plan:pro`. Case matters. */
  metadata?: string;
  /** Only codes that have, or don't have, claims left. */
  usesLeft?: boolean;
  /** Only codes whose `validUntil` is before this time. */
  endsBefore?: string;
  /** Only codes created at or after this time. */
  since?: string;
  /** Only codes created before this time. */
  until?: string;
  /** Selects every row. Can't be combined with other filters. */
  all?: true;
}

export interface Visitor {
  /** The visitor's IP address, as your server or its proxy reports it, with or without a port. */
  ip: string;
  /** The visitor's `User-Agent`. It isn't stored. */
  userAgent?: string;
}

export interface LeadSelection extends LeadFilters {
  /** Selects every row. Can't be combined with other filters. */
  all?: true;
}

export interface SendCodeResultSkipped {
  email: string;
  reason: SendSkippedLeadReason;
}

export type SendWarning =
  | "too_few_claims" | "not_started" | "ends_soon" | "email_not_connected" | "local_links" | "email_settings_unreadable" | "weak_codes";

export interface PreviewedBatch {
  id: string;
  name: string;
  /** How many codes the batch has. */
  codes: number;
  /** How many of them can still be given to leads. */
  left: number;
  /** Whether the batch is paused, so that none of its codes can be given to leads. */
  paused: boolean;
  /** How many leads would get none, because too few are left. */
  withoutCode: number;
}

export interface SkippedSavedEmail {
  /**
   * Why an email that was saved to a file isn't sent. `unsubscribed`, `bounced`, `complained`, `suppressed`: the lead gets no email
   * anymore. `held`: their sign-up is held for review. `unconfirmed`: they haven't confirmed their email, and announcements only go to
   * those who have. `already_claimed`: they claimed the code. `already_confirmed`: they confirmed their email. `not_on_waitlist`: they left
   * the waitlist. `invitation_ended`: their invitation has ended. `code_deleted`, `code_paused`, `code_expired`, `code_exhausted`: the code
   * can't be claimed anymore. `newer_email`: a later email with the same text and code goes to the lead.
   */
  reason: MessageSkipReason;
  count: number;
  /** Some of their recipients, up to 20. */
  sample: string[];
}

export interface FunnelCounts {
  /** People who joined the waitlist or were invited, including unconfirmed and held sign-ups. */
  joined: number;
  /** Those of them who confirmed their email address. See `confirmedAt` of a lead. */
  confirmed: number;
  /**
   * Those of them who were invited or have claimed a code. Someone who claimed a shared code without an invitation is counted, although
   * `invitedAt` of the lead is `null`.
   */
  invited: number;
  /** Those of them who have claimed a code. */
  claimed: number;
}

export interface LeadFilters {
  /** Only leads who are, or aren't, on the waitlist. */
  waitlist?: boolean;
  /** Only leads who have, or haven't, claimed a code. */
  claimed?: boolean;
  /** Only leads who were, or weren't, sent a personal code. */
  invited?: boolean;
  /** Only leads who were, or weren't, referred by another lead. */
  referred?: boolean;
  /** Only leads referred by this lead. */
  referredBy?: string;
  /** Only the lead with this referral code. */
  referralCode?: string;
  /** Only leads with this source. */
  source?: "page" | "widget" | "api" | "staff" | "import";
  /** Only leads with this source tag. Case doesn't matter. */
  sourceTag?: string;
  /** Only leads whose sign-up had exactly this `utm_source`. Case matters. */
  utm_source?: string;
  /** Only leads whose sign-up had exactly this `utm_medium`. Case matters. */
  utm_medium?: string;
  /** Only leads whose sign-up had exactly this `utm_campaign`. Case matters. */
  utm_campaign?: string;
  /** Only leads whose sign-up had exactly this `utm_term`. Case matters. */
  utm_term?: string;
  /** Only leads whose sign-up had exactly this `utm_content`. Case matters. */
  utm_content?: string;
  /**
   * Only leads with this answer to a question: the question's key, a colon and the whole answer, such as `company:Acme`. `true` and `false`
   * for a checkbox.
   */
  field?: string;
  /** Only leads with this tag. Case doesn't matter. */
  tag?: string;
  /** Only the lead with this external ID. */
  externalId?: string;
  /** Only leads with this value in their metadata: the key, a colon and the whole value, such as `plan:pro`. Case matters. */
  metadata?: string;
  /** Only leads with this status. */
  status?: "active" | "unconfirmed" | "held";
  /** Only leads with this waitlist status. */
  waitlistStatus?: "waiting" | "invited" | "claimed" | "declined" | "expired" | "bounced" | "left";
  /** Only leads who have, or haven't, confirmed their email address. See `confirmedAt` of a lead. */
  confirmed?: boolean;
  /** Only leads who referred at least this many active leads. */
  minReferrals?: number;
  /** Only leads who were, or weren't, sent an email with a code, as counted by `sentCodes` of a lead. */
  sentCode?: boolean;
  /** Only leads whose last email, as in `lastEmail` of a lead, is of this kind. */
  lastEmailKind?: "code" | "announcement" | "joined" | "confirm" | "confirm_claim" | "claimed" | "reminder";
  /** Only leads whose last email has this status. */
  lastEmailStatus?: "queued" | "sending" | "retrying" | "sent" | "saved_to_file" | "failed" | "bounced" | "canceled" | "suppressed";
  /** Only leads to whom an email last went out at or after this time. */
  emailedSince?: string;
  /** Only leads to whom an email last went out before this time. */
  emailedUntil?: string;
  /** Only leads that this wave invited. */
  wave?: string;
  /**
   * Only leads who get no email for this reason. `unsubscribed`: they unsubscribed. `bounced`: an email to them bounced. `complained`: they
   * reported an email as spam. `staff`: a staff member added them.
   */
  suppression?: "unsubscribed" | "bounced" | "complained" | "staff";
  /** Only leads that this import added or updated. Possible until its rows are deleted, 30 days after the upload. */
  import?: string;
  /** Only leads created at or after this time. */
  since?: string;
  /** Only leads created before this time. */
  until?: string;
  /**
   * Only leads whose email address or name contains this text, ignoring case, accents and variants of punctuation. One or two characters
   * match only the beginning of words; in Chinese, Japanese and Korean, one.
   */
  q?: string;
}

export interface AttemptCounts {
  /** The number of attempts in the current window. */
  used: number;
  /** The number of attempts allowed per window. */
  limit: number;
  /** The length of the window, in seconds. */
  windowSeconds: number;
  /** The number of seconds until the window resets. `null` if there were no attempts. */
  resetsInSeconds: number | null;
  /** Whether the limit is reached, so that further attempts require a proof of work. */
  proofRequired: boolean;
  /** The number of clients that are blocked right now, counted up to 1,000. */
  blockedClients: number;
}
