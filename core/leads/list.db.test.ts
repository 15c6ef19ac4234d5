import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { leadStatuses, sources, suppressionReasons } from "@/contract/enums";
import { queryRows } from "@/db/query";
import { newId } from "@/lib/ids";
import { insertProject } from "@/tests/harness/factories";
import { collectPages, filterArbitrary } from "@/tests/harness/lists";
import { recordScans } from "@/tests/harness/scans";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { type LeadFilter, listLeads } from "./list";

const { ctx: first } = await createTestApp();
const { ctx } = await insertProject(first);

const names = [null, "Ada", "Ádám", "فاطمة", "王", "van Ada", "Strauß", "O'Neil 100%", "a_b\\c", "ΣΟΦΙΑ"];
const sourceTags = [null, "news", "podcast", null];
const answers = [{}, { company: "Acme" }, { company: "Example", beta: true }];
const tags = [[], ["press", "vip"], ["vip"], [], ["press"]];
const timestamp = (n: number) => `2026-01-0${1 + (n % 4)}T00:00:00.000Z`;

// Several at the same time, in every state, some referred by the first lead.
for (let n = 0; n < 60; n++) {
  await ctx.db.execute(sql`insert into leads (project_id, email, firstname, lastname, status, on_waitlist, has_claimed, invited_at, source, source_tag, answers, tags, referral_code, referred_by, created_at)
    values (${ctx.projectId}, ${`${"abc"[n % 3]}${n}.ada@${n % 7 === 0 ? "xn--bcher-kva.example" : "example.org"}`}, ${names[n % names.length] ?? null}, ${names[(n * 7) % names.length] ?? null},
      ${leadStatuses[n % 8 === 1 ? 1 : n % 8 === 3 ? 2 : 0]}, ${n % 2 === 0}, ${n % 5 === 0}, ${n % 4 === 0 ? timestamp(n) : null}, ${sources[n % sources.length]}, ${sourceTags[n % 4] ?? null}, ${JSON.stringify(answers[n % 3])}::jsonb, string_to_array(${(tags[n % 5] ?? []).join(",")}, ','), ${`code${n}`}, ${n > 0 && n % 3 === 0 ? "a0.ada@xn--bcher-kva.example" : null}, ${timestamp(n)})`);
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
  status: string;
  referred_by: string | null;
  created_at: string;
};
const all = await queryRows<StoredLead>(ctx.db, sql`select * from leads where project_id = ${ctx.projectId}`);

function expectedEmails(filter: LeadFilter, sort: "created" | "email", descending: boolean): string[] {
  const q = filter.q?.toLowerCase();
  const matchesFlag = (expected: boolean | undefined, actual: boolean) => expected === undefined || expected === actual;
  const matchesSearch = ({ email, firstname, lastname }: StoredLead) => {
    const text = `${email} ${firstname ?? ""} ${lastname ?? ""}`.toLowerCase();
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
    (filter.status === undefined || lead.status === filter.status) &&
    (filter.suppression === undefined || suppressedReasons.get(lead.email) === filter.suppression) &&
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
  status: fc.constantFrom(...leadStatuses),
  suppression: fc.constantFrom(...suppressionReasons),
  import: fc.constantFrom(importId, newId()),
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

test("returns exactly the matching leads for every filter, search and order, page by page", async () => {
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
