import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { leadStatuses, sources } from "@/contract/kinds";
import { queryRows } from "@/db/query";
import { insertProject } from "@/tests/harness/factories";
import { collectPages, filterArbitrary } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { type LeadFilter, listLeads } from "./list";

const { ctx: first } = await createTestApp();
const { ctx } = await insertProject(first);

const names = [null, "Ada", "Ádám", "فاطمة", "王", "van Ada", "Strauß", "O'Neil 100%", "a_b\\c", "ΣΟΦΙΑ"];
const moment = (n: number) => `2026-01-0${1 + (n % 4)}T00:00:00.000Z`;

// Several at one moment, in every state, some sent by the first of them.
for (let n = 0; n < 60; n++) {
  await ctx.db.execute(sql`insert into leads (project_id, email, firstname, lastname, status, on_waitlist, has_claimed, invited_at, source, referral_code, referred_by, created_at)
    values (${ctx.projectId}, ${`${"abc"[n % 3]}${n}.ada@${n % 7 === 0 ? "xn--bcher-kva.example" : "example.org"}`}, ${names[n % names.length] ?? null}, ${names[(n * 7) % names.length] ?? null},
      ${leadStatuses[n % 8 === 1 ? 1 : n % 8 === 3 ? 2 : 0]}, ${n % 2 === 0}, ${n % 5 === 0}, ${n % 4 === 0 ? moment(n) : null}, ${sources[n % sources.length]}, ${`code${n}`}, ${n > 0 && n % 3 === 0 ? "a0.ada@xn--bcher-kva.example" : null}, ${moment(n)})`);
}

type Known = {
  email: string;
  firstname: string | null;
  lastname: string | null;
  on_waitlist: boolean;
  has_claimed: boolean;
  invited_at: string | null;
  source: string;
  status: string;
  referred_by: string | null;
  created_at: string;
};
const all = await queryRows<Known>(ctx.db, sql`select * from leads where project_id = ${ctx.projectId}`);

function expected(filter: LeadFilter, sort: "created" | "email", down: boolean): string[] {
  const q = filter.q?.toLowerCase();
  const is = (wanted: boolean | undefined, fact: boolean) => wanted === undefined || wanted === fact;
  const has = ({ email, firstname, lastname }: Known) => {
    const text = `${email} ${firstname ?? ""} ${lastname ?? ""}`.toLowerCase();
    if (q === undefined || q === "") return true;
    return [...q].length < 3 ? text.startsWith(q) || text.includes(` ${q}`) : text.includes(q);
  };
  const fits = (lead: Known) =>
    is(filter.waitlist, lead.on_waitlist) &&
    is(filter.claimed, lead.has_claimed) &&
    is(filter.invited, lead.invited_at !== null) &&
    is(filter.referred, lead.referred_by !== null) &&
    (filter.referredBy === undefined || lead.referred_by === filter.referredBy) &&
    (filter.source === undefined || lead.source === filter.source) &&
    (filter.status === undefined || lead.status === filter.status) &&
    (filter.since === undefined || Date.parse(lead.created_at) >= Date.parse(filter.since)) &&
    (filter.until === undefined || Date.parse(lead.created_at) < Date.parse(filter.until)) &&
    has(lead);
  const turn = down ? -1 : 1;
  const byEmail = (a: Known, b: Known) => turn * (a.email < b.email ? -1 : 1);
  const byTime = (a: Known, b: Known) => turn * (Date.parse(a.created_at) - Date.parse(b.created_at)) || byEmail(a, b);
  return all
    .filter(fits)
    .sort(sort === "email" ? byEmail : byTime)
    .map(({ email }) => email);
}

const filters = filterArbitrary<LeadFilter>({
  waitlist: fc.boolean(),
  claimed: fc.boolean(),
  invited: fc.boolean(),
  referred: fc.boolean(),
  referredBy: fc.constantFrom("a0.ada@xn--bcher-kva.example", "nobody@example.org"),
  status: fc.constantFrom(...leadStatuses),
  source: fc.constantFrom(...sources),
  since: fc.constantFrom(moment(1), moment(2)),
  until: fc.constantFrom(moment(2), moment(3)),
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

test("every filter and search in either order has exactly the leads it names, page by page", async () => {
  await fc.assert(
    fc.asyncProperty(
      filters,
      fc.constantFrom("created" as const, "email" as const),
      fc.boolean(),
      fc.integer({ min: 1, max: 25 }),
      // Enough is seen at the first look, or hardly anything.
      fc.constantFrom(undefined, 3),
      async (filter, sort, down, limit, look) => {
        const { items, totals } = await collectPages(
          (extent) => listLeads(ctx, { ...filter, sort, order: down ? "desc" : "asc", ...extent }, look),
          limit,
        );
        const wanted = expected(filter, sort, down);
        expect(items.map(({ email }) => email)).toEqual(wanted);
        expect(new Set(totals)).toEqual(new Set([wanted.length]));
      },
    ),
    { numRuns: 300, seed: 4 },
  );
});
