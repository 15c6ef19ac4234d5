import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  deliveryStatuses,
  leadStatuses,
  messageKinds,
  sources,
  suppressionReasons,
  utmParameters,
  waitlistStatuses,
} from "@/contract/enums";
import type { LeadFilter } from "@/contract/lead-filters";
import type { LeadRecord } from "@/contract/leads";
import { queryRows } from "@/db/query";
import { foldText } from "@/lib/fold-text";
import { newId } from "@/lib/ids";
import { insertProject } from "@/tests/harness/factories";
import { collectAll, collectPages, filterArbitrary } from "@/tests/harness/lists";
import { recordScans } from "@/tests/harness/scans";
import { isHeavy, size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { previewWave } from "../waves/preview";
import type { ExportedLead } from "./answers";
import { listLeads } from "./list";
import { getLead, lookupLeads } from "./record";
import { recountWaitlist } from "./waitlist";
import { listWaitlist } from "./waitlist-list";

const { ctx: first } = await createTestApp();
const { ctx } = await insertProject(first);

const names = [null, "Ada", "Ádám", "فاطمة", "王", "van Ada", "Strauß", "O'Neil 100%", "a_b\\c", "ΣΟΦΙΑ"];
const sourceTags = [null, "news", "podcast", null];
const answers = [{}, { company: "Acme" }, { company: "Example", beta: true }];
const tags = [[], ["press", "vip"], ["vip"], [], ["press"]];
const utmParameterSets = [{ source: "news", campaign: "launch" }, { campaign: "launch" }, undefined, { source: "News", medium: "email" }];
const metadata = [null, { plan: "pro" }, { plan: "free", region: "us" }, null, { plan: "pro", region: "eu:west" }];
const timestamp = (n: number) => `2026-01-0${1 + (n % 4)}T00:00:00.000Z`;

const statusOf = (n: number) => leadStatuses[n % 8 === 1 ? 1 : n % 8 === 3 ? 2 : 0];
const isWaiting = (n: number) => n % 2 === 0 && n % 6 !== 4;

// Several at the same time, in every state, some referred by the first lead.
for (let n = 0; n < 60; n++) {
  await ctx.db.execute(sql`insert into leads (confirmed_at, utm, referral_bonus_applied, waitlist_changed_at, invitation_outcome, project_id, email, firstname, lastname, status, on_waitlist, has_claimed, invited_at, source, source_tag, metadata, external_id, answers, tags, referral_code, referred_by, created_at)
    values (${n % 3 === 1 ? timestamp(n) : null}, ${JSON.stringify(utmParameterSets[n % 4] ?? null)}::jsonb, ${n % 9 === 0 ? 1 : null}, ${n % 2 === 0 || n % 11 === 0 ? timestamp(n) : null}, ${n % 12 === 4 ? "declined" : null},
      ${ctx.projectId}, ${`${"abc"[n % 3]}${n}.ada@${n % 7 === 0 ? "xn--bcher-kva.example" : "example.org"}`}, ${names[n % names.length] ?? null}, ${names[(n * 7) % names.length] ?? null},
      ${statusOf(n)}, ${isWaiting(n)}, ${n % 5 === 0}, ${n % 4 === 0 ? timestamp(n) : null}, ${sources[n % sources.length]}, ${sourceTags[n % 4] ?? null}, ${metadata[n % 5] ? JSON.stringify(metadata[n % 5]) : null}::jsonb, ${n % 2 === 0 ? `user_${n}` : null}, ${JSON.stringify(answers[n % 3])}::jsonb, string_to_array(${(tags[n % 5] ?? []).join(",")}, ','), ${`code${n}`}, ${n > 0 && n % 3 === 0 ? "a0.ada@xn--bcher-kva.example" : null}, ${timestamp(n)})`);
}

// Some have no lead.
const suppressedReasons = new Map<string, string | undefined>(
  Array.from({ length: 70 }, (_, n) => [`${"abc"[n % 3]}${n}.ada@example.org`, suppressionReasons[n % 6]] as const).filter(
    ([, reason]) => reason,
  ),
);
for (const [email, reason] of suppressedReasons)
  await ctx.db.execute(sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${email}, ${reason})`);

const importId = newId();
await ctx.db.execute(
  sql`insert into imports (project_id, id, file_name, format, columns, row_count, actor_kind) values (${ctx.projectId}, ${importId}, 'a.csv', 'csv', '[]', 20, 'staff')`,
);
const importedEmails = new Set(Array.from({ length: 20 }, (_, n) => `${"abc"[n % 3]}${n}.ada@example.org`));
// Of the others, one was skipped, and one imported a lead that was deleted since.
for (const [row, email] of [...importedEmails].entries())
  await ctx.db.execute(sql`insert into import_rows (project_id, import_id, row, cells, email, result, referral_code)
    values (${ctx.projectId}, ${importId}, ${row}, '[]', ${email}, ${row === 1 ? "skipped" : row % 2 === 0 ? "updated" : "created"}, ${row === 2 ? "earlier" : row % 2 === 0 ? null : `code${row}`})`);
for (const row of [1, 2]) importedEmails.delete(`${"abc"[row]}${row}.ada@example.org`);

// Leads with up to three emails. The last that was queued isn't always the last that went out.
type StoredDelivery = {
  email: string;
  kind: (typeof messageKinds)[number];
  status: (typeof deliveryStatuses)[number];
  code: string | null;
  at: string;
};
const emailKinds = ["code", "joined", "announcement", "claimed"] as const;
const deliveries: StoredDelivery[] = Array.from({ length: 45 }, (_, n) => {
  const kind = emailKinds[n % 4] ?? "code";
  const lead = (n * 4) % 23;
  return {
    email: `${"abc"[lead % 3]}${lead}.ada@${lead % 7 === 0 ? "xn--bcher-kva.example" : "example.org"}`,
    kind,
    status: deliveryStatuses[(n * 5) % 9] ?? "sent",
    at: timestamp(n * 3),
    code: kind === "code" || kind === "claimed" ? `code${n % 3}` : null,
  };
});
for (const [code, status] of [
  ["first", "sent"],
  ["second", "saved_to_file"],
  ["first", "sent"],
  ["third", "failed"],
] as const)
  deliveries.push({ email: "b1.ada@example.org", kind: "code", status, code, at: timestamp(0) });
for (const [n, { email, kind, status, code, at }] of deliveries.entries()) {
  const sendId = kind === "code" || kind === "announcement" ? newId() : null;
  if (sendId)
    await ctx.db.execute(
      sql`insert into sends (project_id, id, kind, received, notified) values (${ctx.projectId}, ${sendId}, ${kind}, 1, 1)`,
    );
  await ctx.db.execute(sql`insert into deliveries (project_id, id, kind, send_id, email, code_key, code_text, status, created_at, updated_at)
    values (${ctx.projectId}, ${newId()}, ${kind}, ${sendId}, ${email}, ${code}, ${code}, ${status}, ${`2026-02-01T00:00:${String(n).padStart(2, "0")}Z`}, ${at})`);
}

/** What the record of a lead says about their emails. */
function expectedSent(email: string): Pick<LeadRecord, "lastEmail" | "lastEmailedAt" | "sentCodes"> {
  const own = deliveries.filter((delivery) => delivery.email === email);
  const last = own.at(-1);
  const wentOut = own.filter(({ status }) => status === "sent" || status === "saved_to_file");
  return {
    lastEmail: last ? { kind: last.kind, status: last.status, at: last.at } : null,
    lastEmailedAt:
      wentOut
        .map(({ at }) => at)
        .sort()
        .at(-1) ?? null,
    sentCodes: new Set(wentOut.filter(({ kind }) => kind === "code").map(({ code }) => code)).size,
  };
}

type StoredLead = {
  email: string;
  firstname: string | null;
  lastname: string | null;
  on_waitlist: boolean;
  has_claimed: boolean;
  invited_at: string | null;
  source: string;
  source_tag: string | null;
  referral_code: string;
  answers: Record<string, unknown>;
  tags: string[];
  metadata: Record<string, string> | null;
  external_id: string | null;
  status: string;
  confirmed_at: string | null;
  utm: Record<string, string> | null;
  referral_bonus_applied: number | null;
  waitlist_changed_at: string | null;
  invitation_outcome: string | null;
  referred_by: string | null;
  created_at: string;
};
const all = await queryRows<StoredLead>(ctx.db, sql`select * from leads where project_id = ${ctx.projectId}`);

const countReferrals = ({ email }: StoredLead) =>
  all.filter((lead) => lead.referred_by === email && lead.referral_bonus_applied !== null).length;

function expectedStatus(lead: StoredLead): string | null {
  if (lead.on_waitlist) return "waiting";
  if (lead.waitlist_changed_at === null && lead.invited_at === null) return null;
  if (lead.has_claimed) return "claimed";
  return lead.invitation_outcome ?? (lead.invited_at !== null ? "invited" : lead.status === "active" ? "left" : null);
}

const inLine = (
  await queryRows<{ email: string }>(
    ctx.db,
    sql`select email from leads where project_id = ${ctx.projectId} and on_waitlist order by waitlist_sort_key, email`,
  )
).map(({ email }) => email);

const waveId = newId();
const invitedByWave = new Set(all.filter(({ invited_at }) => invited_at !== null).map(({ email }) => email));
for (const email of invitedByWave)
  await ctx.db.execute(sql`insert into lead_invitations (project_id, code_key, code_text, email, was_waiting, wave_id)
    values (${ctx.projectId}, ${email}, ${email}, ${email}, true, ${waveId})`);

const matchesEmails = (filter: LeadFilter, { lastEmail, lastEmailedAt, sentCodes }: ReturnType<typeof expectedSent>) =>
  (filter.sentCode === undefined || filter.sentCode === sentCodes > 0) &&
  (filter.lastEmailKind === undefined || filter.lastEmailKind === lastEmail?.kind) &&
  (filter.lastEmailStatus === undefined || filter.lastEmailStatus === lastEmail?.status) &&
  (filter.emailedSince === undefined || (lastEmailedAt !== null && lastEmailedAt >= filter.emailedSince)) &&
  (filter.emailedUntil === undefined || (lastEmailedAt !== null && lastEmailedAt < filter.emailedUntil));

function expectedEmails(filter: LeadFilter, sort: "created" | "email", descending: boolean): string[] {
  const q = filter.q && foldText(filter.q);
  const matchesFlag = (expected: boolean | undefined, actual: boolean) => expected === undefined || expected === actual;
  const matchesSearch = ({ email, firstname, lastname }: StoredLead) => {
    const text = foldText(`${email} ${firstname ?? ""} ${lastname ?? ""}`);
    if (q === undefined || q === "") return true;
    return [...q].length < 3 ? text.startsWith(q) || text.includes(` ${q}`) : text.includes(q);
  };
  const matches = (lead: StoredLead) =>
    matchesFlag(filter.waitlist, lead.on_waitlist) &&
    matchesFlag(filter.claimed, lead.has_claimed) &&
    matchesFlag(filter.invited, lead.invited_at !== null) &&
    matchesFlag(filter.referred, lead.referred_by !== null) &&
    (filter.referredBy === undefined || lead.referred_by === filter.referredBy) &&
    (filter.source === undefined || lead.source === filter.source) &&
    (filter.referralCode === undefined || lead.referral_code === filter.referralCode) &&
    (filter.sourceTag === undefined || lead.source_tag === filter.sourceTag) &&
    (filter.field === undefined || Object.entries(lead.answers).some((answer) => answer.join(":") === filter.field)) &&
    (filter.tag === undefined || lead.tags.includes(filter.tag)) &&
    (filter.externalId === undefined || lead.external_id === filter.externalId) &&
    (filter.metadata === undefined || Object.entries(lead.metadata ?? {}).some((entry) => entry.join(":") === filter.metadata)) &&
    (filter.status === undefined || lead.status === filter.status) &&
    (filter.suppression === undefined || suppressedReasons.get(lead.email) === filter.suppression) &&
    matchesFlag(filter.confirmed, lead.confirmed_at !== null) &&
    utmParameters.every((name) => filter[`utm_${name}`] === undefined || lead.utm?.[name] === filter[`utm_${name}`]) &&
    (filter.waitlistStatus === undefined || expectedStatus(lead) === filter.waitlistStatus) &&
    (filter.wave === undefined || (filter.wave === waveId && invitedByWave.has(lead.email))) &&
    (filter.minReferrals === undefined || countReferrals(lead) >= filter.minReferrals) &&
    matchesEmails(filter, expectedSent(lead.email)) &&
    (filter.import === undefined || (filter.import === importId && importedEmails.has(lead.email))) &&
    (filter.since === undefined || Date.parse(lead.created_at) >= Date.parse(filter.since)) &&
    (filter.until === undefined || Date.parse(lead.created_at) < Date.parse(filter.until)) &&
    matchesSearch(lead);
  const sign = descending ? -1 : 1;
  const byEmail = (a: StoredLead, b: StoredLead) => sign * (a.email < b.email ? -1 : 1);
  const byTime = (a: StoredLead, b: StoredLead) => sign * (Date.parse(a.created_at) - Date.parse(b.created_at)) || byEmail(a, b);
  return all
    .filter(matches)
    .sort(sort === "email" ? byEmail : byTime)
    .map(({ email }) => email);
}

const filters = filterArbitrary<LeadFilter>({
  waitlist: fc.boolean(),
  claimed: fc.boolean(),
  invited: fc.boolean(),
  referred: fc.boolean(),
  referredBy: fc.constantFrom("a0.ada@xn--bcher-kva.example", "unknown@example.org"),
  referralCode: fc.constantFrom("code1", "code7", "unknown"),
  sourceTag: fc.constantFrom("news", "podcast", "unknown"),
  field: fc.constantFrom("company:Acme", "company:Example", "beta:true", "beta:false"),
  tag: fc.constantFrom("vip", "press", "unknown"),
  externalId: fc.constantFrom("user_4", "user_8", "USER_4"),
  metadata: fc.constantFrom("plan:pro", "plan:free", "region:eu:west", "plan:Pro", "region:"),
  status: fc.constantFrom(...leadStatuses),
  waitlistStatus: fc.constantFrom(...waitlistStatuses),
  confirmed: fc.boolean(),
  minReferrals: fc.constantFrom(0, 1, 4, 1000),
  wave: fc.constantFrom(waveId, newId()),
  utm_source: fc.constantFrom("news", "News", "unknown"),
  utm_medium: fc.constantFrom("email", "unknown"),
  utm_campaign: fc.constantFrom("launch", "Launch"),
  utm_term: fc.constantFrom("unknown"),
  utm_content: fc.constantFrom("unknown"),
  suppression: fc.constantFrom(...suppressionReasons),
  import: fc.constantFrom(importId, newId()),
  sentCode: fc.boolean(),
  lastEmailKind: fc.constantFrom(...messageKinds),
  lastEmailStatus: fc.constantFrom(...deliveryStatuses),
  emailedSince: fc.constantFrom(timestamp(1), timestamp(2)),
  emailedUntil: fc.constantFrom(timestamp(2), timestamp(3)),
  source: fc.constantFrom(...sources),
  since: fc.constantFrom(timestamp(1), timestamp(2)),
  until: fc.constantFrom(timestamp(2), timestamp(3)),
  q: fc.constantFrom(
    "ada",
    "ADA",
    "a",
    "b1",
    "فاط",
    "ف",
    "王",
    "strauß",
    "STRAUSS",
    "adam",
    "100%",
    "0%",
    "_b\\",
    "\\",
    "a_",
    "ádám",
    "á",
    "example.org",
    ".ad",
    "zzz",
    "--b",
    "neil 1",
  ),
});

test("a lead's record says what was emailed to them last, when an email last went out and how many codes did", async () => {
  const expected = all.map(({ email }) => ({ email, ...expectedSent(email) }));
  const records = await collectAll(listLeads(ctx, { sort: "email", order: "asc" }));
  const toComparable = ({ email, lastEmail, lastEmailedAt, sentCodes }: LeadRecord) => ({ email, lastEmail, lastEmailedAt, sentCodes });
  expect(records.map(toComparable)).toEqual(expected.sort((a, b) => (a.email < b.email ? -1 : 1)));
  expect(Math.max(...expected.map(({ sentCodes }) => sentCodes))).toBeGreaterThan(1);
  for (const { email } of expected.slice(0, 8)) expect(await getLead(ctx, email)).toMatchObject(expectedSent(email));
});

test("email filters alone find exactly the matching leads, however few rows are scanned first", async () => {
  const emailFilters: LeadFilter[] = [
    ...[true, false].map((sentCode) => ({ sentCode })),
    ...messageKinds.map((lastEmailKind) => ({ lastEmailKind })),
    ...deliveryStatuses.map((lastEmailStatus) => ({ lastEmailStatus })),
    ...([{ emailedSince: timestamp(2) }, { emailedUntil: timestamp(2) }, { lastEmailKind: "code", lastEmailStatus: "sent" }] as const),
  ];
  for (const filter of emailFilters)
    for (const scanLimit of [3, 2000]) {
      const { items } = await collectPages((page) => listLeads(ctx, { ...filter, sort: "email", order: "asc", ...page }, scanLimit), 4);
      expect(items.map(({ email }) => email)).toEqual(expectedEmails(filter, "email", false));
    }
});

const hasFilters = ({ minReferrals, ...filter }: LeadFilter) => Object.keys(filter).length > 0 || (minReferrals ?? 0) > 0;

test("the waitlist and waves take the same filters, and return exactly the matching leads in the order of the line", async () => {
  await fc.assert(
    fc.asyncProperty(filters, fc.boolean(), fc.constantFrom(7, 2000), async (filter, descending, scanLimit) => {
      const { status: _, waitlistStatus: __, wave: ___, ...query } = filter;
      const matchesInLine = (other: LeadFilter) => {
        const emails = new Set(expectedEmails(other, "email", false));
        return inLine.filter((email) => emails.has(email));
      };
      const listed = matchesInLine(query);
      const expected = descending ? listed.toReversed() : listed;
      const list = { ...query, status: "waiting", order: descending ? "desc" : "asc" } as const;
      const { items, totals } = await collectPages((page) => listWaitlist(ctx, { ...list, ...page }, scanLimit), 4);
      expect(items.map(({ email }) => email)).toEqual(expected);
      expect(new Set(totals)).toEqual(new Set([expected.length]));
      expect(items.map(({ position }) => position)).toEqual(expected.map((email) => inLine.indexOf(email) + 1));
      expect((await collectAll(listWaitlist(ctx, list))).map(({ email }) => email)).toEqual(expected);

      const isSuppressed = (email: string) => suppressedReasons.has(email);
      const matching = matchesInLine(filter).filter((email) => !isSuppressed(email));
      const sample = async (wave: { filter?: LeadFilter; priority?: LeadFilter }) =>
        (await previewWave(ctx, { size: 1000, ...wave })).sample.map(({ email }) => email);
      expect(await sample({ filter })).toEqual(matching.slice(0, 20));
      const others = inLine.filter((email) => !isSuppressed(email) && !matching.includes(email));
      expect(await sample({ priority: filter })).toEqual(
        (hasFilters(filter) ? [...matching, ...others] : inLine.filter((email) => !isSuppressed(email))).slice(0, 20),
      );
    }),
    { numRuns: size(60, 300), seed: 4 },
  );
});

test("the list of leads has exactly those that match every filter, search and order, page by page", async () => {
  const scans = recordScans(ctx);
  await fc.assert(
    fc.asyncProperty(
      filters,
      fc.constantFrom("created" as const, "email" as const),
      fc.boolean(),
      fc.integer({ min: 1, max: 25 }),
      // The smaller one is larger than a page, so that a scan can find enough.
      fc.constantFrom(undefined, 15),
      async (filter, sort, descending, limit, scanLimit) => {
        const { items, totals } = await collectPages(
          (page) => listLeads(scans.ctx, { ...filter, sort, order: descending ? "desc" : "asc", ...page }, scanLimit),
          limit,
        );
        const expected = expectedEmails(filter, sort, descending);
        expect(items.map(({ email }) => email)).toEqual(expected);
        expect(new Set(totals)).toEqual(new Set([expected.length]));
      },
    ),
    { numRuns: size(60, 300), seed: 4 },
  );
  expect(scans.results).toEqual(new Set(["found enough", "collected all"]));
});

test.runIf(isHeavy)("exported leads have their position in the waitlist, in every order and in long lines", async () => {
  const { ctx: large } = await insertProject(first);
  const { db, projectId } = large;
  // Their emails are in another order than the line, so that each part of the list goes through most of it.
  await db.execute(sql`insert into leads (project_id, email, referral_code, on_waitlist, created_at, waitlist_sort_key)
    select ${projectId}::int, md5(n::text) || '@example.org', 'p' || n, n % 8 <> 0, '2026-01-01'::timestamptz + n / 2 * interval '1 s', n / 3
    from generate_series(1, 12500) n`);
  await recountWaitlist(db, projectId, { force: true });
  const waiting = await collectAll(await listWaitlist(large, {}));
  const expected = new Map(waiting.map(({ email, position }) => [email, position]));
  const positions = async (query: Parameters<typeof listLeads>[1]) => {
    const exported = (await collectAll(await listLeads(large, query))) as ExportedLead[];
    return exported.map(({ email, position }) => [email, position] as const);
  };
  for (const query of [{ limit: 300 }, { order: "asc", limit: 300 }, { sort: "email", limit: 300 }, { q: "7a" }] as const) {
    const found = await positions({ ...query, format: "csv" });
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(found.map(([email]) => [email, expected.get(email) ?? null]));
  }
  const lookedUp = (await collectAll(await lookupLeads(large, [...expected.keys()].slice(0, 3), { format: "csv" }))) as ExportedLead[];
  expect(lookedUp.map(({ position }) => position)).toEqual([1, 2, 3]);
});
