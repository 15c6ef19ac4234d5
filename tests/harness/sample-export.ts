import { createHash } from "node:crypto";
import { exportKind, type Member, writeArchive } from "@/db/backup/archive";

/** Rows of a table in an export. */
export type SampleRows = Record<string, Record<string, unknown>[]>;

const at = (minute: number, fraction = "") => `2026-11-21T12:${String(minute).padStart(2, "0")}:00${fraction}+00:00`;
const id = (n: number) => `0193a5c0-0000-7000-8000-${String(n).padStart(12, "0")}`;
const staffActor = { actorKind: "staff", actorId: id(1) };
const consentText = "I agree to the [terms](https://example.org/terms)";
const consentId = createHash("sha256").update(consentText).digest("hex");
// A WebP image with one pixel.
const logo = "data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==";

const project = {
  name: "Lunar “Launch” \\ 🚀",
  logo,
  accent: "#2563eb",
  emailButtonColor: "#112233",
  emailFooter: "Example Inc.\n1 Street",
  timeZone: "Europe/Berlin",
  successMessage: "You're in!",
  redirectUrl: "https://example.org/welcome",
  claimPageUrl: "https://example.org/claim",
  returnUrls: ["https://staging.example.org/welcome"],
  homePage: "redirect",
  homeRedirectUrl: "https://example.org/",
  joinHeadline: "Join",
  joinText: "Read the [plans](https://example.org/plans)",
  joinSuccessMessage: "Thanks",
  joinRedirectUrl: "https://example.org/joined",
  joinDescription: "A list",
  socialImage: "data:image/jpeg;base64,/9j/2Q==",
  socialImageId: "a1b2c3",
  referralPageUrl: "https://example.org/join",
  consentText,
  questions: [{ key: "company", label: "Company", type: "text", options: [], onJoinForms: true, required: false }],
  deletedQuestionKeys: ["budget"],
  signUpsOpenAt: at(1),
  signUpsCloseAt: at(2),
  waitlistLimit: 500,
  signUpsClosedMessage: "Follow us",
  doubleOptIn: true,
  referralBonus: 3,
  sendJoinedEmail: false,
  requireClaimConfirmation: false,
  sendClaimedEmail: true,
  inviteQuota: 3,
  inviteExpiresAfterDays: 30,
  inviteBatchId: id(11),
  emailFrom: "Lunar <hello@example.org>",
  emailReplyTo: "help@example.org",
  emailsPerSecond: 5,
  emailsPerHour: 1000,
  binDays: 7,
  paused: ["sign_ups"],
  pausedMessage: "Back soon",
  allowedOrigins: ["https://example.org"],
  rateLimits: { "sign_up.client": 70 },
  createdAt: at(0),
};

const lead = (n: number, email: string, fields: Record<string, unknown> = {}) => ({
  email,
  id: id(500 + n),
  firstname: null,
  lastname: null,
  notes: "",
  status: "active",
  heldReason: null,
  confirmedAt: null,
  confirmedBy: null,
  confirmedFrom: null,
  consentId: null,
  consentedAt: null,
  onWaitlist: false,
  waitlistSortKey: `17952${n}0000000000`,
  waitlistChangedAt: null,
  referralBonusApplied: null,
  source: "page",
  sourceTag: null,
  utm: null,
  referrerUrl: null,
  answers: {},
  tags: [],
  metadata: null,
  externalId: null,
  hasClaimed: false,
  invitedAt: null,
  invitationCode: null,
  invitationOutcome: null,
  keepsPosition: false,
  referralCode: `bcdfgh2${n}`,
  referredBy: null,
  createdAt: at(n, ".123"),
  updatedAt: at(n, ".456"),
  ...fields,
});

const leads = [
  lead(1, "ada@example.org", {
    firstname: "Ada",
    lastname: 'Lovelace, "Countess"',
    notes: "Line 1\nLine 2\ttab \\n \u2028 é 🚀 'quote'",
    confirmedAt: at(2),
    confirmedBy: "import",
    confirmedFrom: "contacts.csv",
    consentId,
    consentedAt: at(1),
    waitlistChangedAt: at(9, ".123456"),
    sourceTag: "newsletter",
    utm: { source: "newsletter", medium: "email" },
    referrerUrl: "https://example.com/",
    answers: { company: "Analytical", adult: true },
    tags: ["beta", "vip"],
    metadata: { plan: "pro", "seats 💺": "" },
    externalId: "user_4711",
    hasClaimed: true,
    invitedAt: at(5),
    invitationCode: "invite1",
    // After the referred lead in the order of the file.
    referredBy: "zoe@example.org",
    referralBonusApplied: 3,
  }),
  lead(2, "bob@example.org", { onWaitlist: true, waitlistSortKey: "1795200000000000.50000000000000000000125" }),
  lead(3, "carl@example.org", { onWaitlist: true, waitlistSortKey: "1795200000000000.5", waitlistChangedAt: at(3) }),
  lead(4, "dora@example.org", { status: "held", heldReason: "blocked", source: "widget" }),
  lead(5, "zoe@example.org", { onWaitlist: true, invitationOutcome: "expired", invitedAt: at(4) }),
];

const batch = (n: number, fields: Record<string, unknown>) => ({
  id: id(10 + n),
  name: `Batch ${n}`,
  type: "creative",
  pattern: null,
  amount: 1,
  allowedClaims: 1,
  validFrom: null,
  validUntil: null,
  pausedAt: null,
  redemptionUrl: null,
  redemptionInstructions: null,
  allowedDomains: null,
  oncePerBatch: null,
  codeCount: 1,
  totalAllowedClaims: 1,
  actorKind: null,
  actorId: null,
  createdAt: at(n),
  updatedAt: at(n),
  ...fields,
});
const code = (n: number, text: string, fields: Record<string, unknown> = {}) => ({
  key: text.toLowerCase().replaceAll("-", ""),
  text,
  type: "creative",
  allowedClaims: 1,
  claims: 0,
  validFrom: null,
  validUntil: null,
  reservedFor: null,
  pausedAt: null,
  tags: [],
  metadata: null,
  externalId: null,
  batchId: id(11),
  batchIndex: n,
  createdAt: at(n),
  updatedAt: at(n),
  ...fields,
});

const delivery = (n: number, email: string, fields: Record<string, unknown>) => ({
  id: id(50 + n),
  kind: "code",
  sendId: null,
  email,
  recipient: null,
  codeKey: null,
  codeText: null,
  isAutomatic: false,
  skipReason: null,
  status: "sent",
  attempts: 1,
  error: null,
  canceledAt: null,
  nextAttemptAt: null,
  createdAt: at(n),
  updatedAt: at(n),
  ...fields,
});

const event = (n: number, kind: string, fields: Record<string, unknown> = {}) => ({
  id: id(80 + n),
  kind,
  at: at(n),
  actorKind: "system",
  actorId: null,
  requestId: null,
  codeKey: null,
  codeText: null,
  email: null,
  data: {},
  ...fields,
});

const invite1 = { codeKey: "invite1", codeText: "invite-1" };

const importSettings = {
  mapping: { email: "email" },
  existing: "overwrite",
  waitlist: "none",
  consent: "",
  dates: "day_first",
  tags: ["beta"],
};

/** Rows for every table of an export, with a value in every field of at least one row. */
export const sampleRows: SampleRows = {
  projects: [project],
  staff: [{ id: id(1), name: "Joan Clarke" }],
  consents: [{ id: consentId, text: consentText, createdAt: at(1) }],
  leads,
  batches: [
    batch(1, {
      amount: 3,
      codeCount: 3,
      totalAllowedClaims: 12,
      ...staffActor,
      validFrom: at(1),
      validUntil: "2036-11-21T12:00:00+00:00",
    }),
    batch(2, {
      type: "custom",
      pattern: "SPRING-####",
      pausedAt: at(8),
      redemptionUrl: "https://store.example/redeem?code={code}",
      redemptionInstructions: "Open the store.",
      allowedDomains: ["example.org"],
      oncePerBatch: "mailbox",
    }),
  ],
  codes: [
    code(1, "curious-pineapple", {
      allowedClaims: 10,
      claims: 1,
      validFrom: at(1),
      validUntil: "2036-11-21T12:00:00+00:00",
      tags: ["press"],
      metadata: { campaign: "spring" },
      externalId: "order_1001",
    }),
    code(2, "invite-1", { reservedFor: "ada@example.org", claims: 1 }),
    code(4, "rπ-1"),
    code(3, "SPRING-1234", { type: "alphanumeric", batchId: id(12), pausedAt: at(8) }),
  ],
  claims: [
    {
      codeKey: "curiouspineapple",
      email: "ada@example.org",
      batchId: id(11),
      source: "page",
      claimedAt: at(6),
      emailVerifiedBy: "link",
      onceKey: "ada@example.org",
    },
    {
      codeKey: "invite1",
      email: "ada@example.org",
      batchId: id(11),
      source: "api",
      claimedAt: at(7),
      emailVerifiedBy: null,
      onceKey: null,
    },
  ],
  failed_claims: [
    {
      codeKey: "wrong",
      email: "eve@example.org",
      error: "code_not_found",
      attempts: 4,
      source: "page",
      createdAt: at(1),
      updatedAt: at(2),
    },
  ],
  waves: [
    {
      id: id(30),
      name: "First wave",
      batchId: id(11),
      status: "recurring",
      stopReason: "no_code_left",
      size: 20,
      filter: { source: "newsletter" },
      priority: { minReferrals: "2" },
      repeat: { weekdays: ["monday"], time: "09:00", total: 60 },
      remaining: 40,
      codeType: "creative",
      validUntil: at(59),
      expiresAfterDays: 7,
      reminderAfterDays: 3,
      passOn: true,
      inviteQuota: 5,
      content: { subject: "You're in" },
      invited: 1,
      scheduledAt: "2036-11-21T12:00:00+00:00",
      sentAt: at(5),
      ...staffActor,
      createdAt: at(4),
    },
  ],
  lead_invitations: [
    {
      ...invite1,
      email: "ada@example.org",
      wasWaiting: true,
      waveId: id(30),
      placePassedOn: true,
      remindAt: at(30),
      openedAt: at(6),
      expiresAt: at(40),
      outcome: "expired",
      endedAt: at(41),
      fromBatch: true,
      codeReturnedAt: at(42),
      createdAt: at(5),
    },
  ],
  invite_codes: [{ codeKey: "rπ1", codeText: "rπ-1", batchId: id(11), email: "ada@example.org", createdAt: at(7) }],
  sends: [
    {
      id: id(40),
      ...invite1,
      batchId: id(11),
      fromBatch: true,
      kind: "code",
      ...staffActor,
      received: 2,
      notified: 1,
      skipped: { held: 1 },
      subject: "Hi",
      body: "Text",
      button: "Open",
      buttonUrl: "https://example.org",
      scheduledAt: at(10),
      createdAt: at(5),
      canceling: { reason: null, wasQueueing: true, deliveries: 1, ...staffActor, requestId: null },
    },
  ],
  deliveries: [
    delivery(1, "ada@example.org", { sendId: id(40), ...invite1, isAutomatic: true, recipient: "ada@old.example" }),
    delivery(2, "bob@example.org", { sendId: id(40), ...invite1, status: "queued", attempts: 0 }),
    delivery(3, "carl@example.org", {
      kind: "joined",
      status: "retrying",
      error: "451 Try again",
      nextAttemptAt: "2036-11-21T12:00:00+00:00",
    }),
    delivery(4, "zoe@example.org", { kind: "joined", status: "sending", attempts: 2, canceledAt: at(9), skipReason: "unsubscribed" }),
  ],
  email_templates: [{ kind: "code", subject: "Your code", body: "Hello {{firstname|there}}", button: "Claim", updatedAt: at(3) }],
  email_template_versions: [
    { kind: "code", id: id(70), subject: "Your code", body: "Hello", button: "Claim", ...staffActor, createdAt: at(2) },
  ],
  suppressions: [
    { email: "gone@example.org", reason: "unsubscribed", note: "asked", previousReason: "bounced", version: 2, createdAt: at(3) },
  ],
  block_list_entries: [{ entry: "example.net", createdAt: at(3) }],
  email_reports: [{ source: "ses", id: "report-1", problem: "The report names no recipient.", createdAt: at(3) }],
  imports: [
    {
      id: id(60),
      kind: "leads",
      status: "completed",
      fileName: "leads.csv",
      format: "csv",
      encoding: "utf-8",
      delimiter: ",",
      sheet: "Leads",
      headerRow: 1,
      columns: ["email"],
      rowCount: 1,
      columnStats: [{ filled: 1, emails: 1, numbers: 0, dates: 0, values: [], otherRows: 1 }],
      settings: importSettings,
      counts: { new: 1, existing: 0, duplicate: 0, invalid: 0, suppressed: 0 },
      createdCount: 1,
      updatedCount: 2,
      skippedCount: 3,
      undoneCount: 4,
      keptCount: 5,
      ...staffActor,
      startedAt: at(1),
      createdAt: at(1),
      updatedAt: at(2),
    },
  ],
  import_rows: [
    {
      importId: id(60),
      row: 1,
      cells: ["bob@example.org"],
      email: "bob@example.org",
      unreadable: "has a quote that is never closed",
      lead: { email: "bob@example.org" },
      outcome: "new",
      problem: { column: "email", value: "x", reason: "must be valid" },
      result: "created",
      referralCode: "bcdfgh22",
      changes: { notes: ["", "x"] },
    },
  ],
  saved_views: [
    {
      id: id(71),
      list: "leads",
      name: "VIPs",
      filters: { tag: "vip" },
      sort: { by: "createdAt", order: "asc" },
      columns: ["email"],
      createdAt: at(1),
      updatedAt: at(2),
    },
  ],
  events: [
    event(1, "codes.generated", { ...staffActor, requestId: "request-1", data: { amount: 3 } }),
    event(2, "code.claimed", { email: "ada@example.org", codeKey: "curiouspineapple", codeText: "curious-pineapple" }),
  ],
};

/** The members of an export with these rows. `fields` replaces the fields of tables in the manifest. */
export function exportMembers(rows: SampleRows, fields: Record<string, string[]> = {}): Member[] {
  const tables = Object.entries(rows).map(([name, items]) => ({
    name,
    rows: items.length,
    fields: fields[name] ?? Object.keys(items[0] ?? { id: null }),
  }));
  const manifest = { product: "gatehouse", content: "project", format: 1, tables };
  return [
    { name: "manifest.json", content: Buffer.from(JSON.stringify(manifest)) },
    ...Object.entries(rows).flatMap(([name, items]) =>
      items.length === 0
        ? []
        : [{ name: `${name}/000001.ndjson`, content: Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join("")) }],
    ),
  ];
}

/** Writes an export with valid checksums. */
export async function writeExport(file: string, members: readonly Member[]): Promise<string> {
  const all = async function* () {
    yield* members;
  };
  await writeArchive(file, all(), { kind: exportKind });
  return file;
}
