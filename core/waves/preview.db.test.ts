import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { LeadFilter } from "@/contract/lead-filters";
import { normalizeCode } from "@/contract/normalize";
import { suppressions } from "@/db/schema";
import { insertLead, insertProject, insertWaitlist } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import { generateCodes } from "../codes/generate";
import { listLeads } from "../leads/list";
import { updateLead } from "../leads/update";
import { previewWave } from "./preview";
import { createWave } from "./waves";

const app = await createTestApp();

type Person = { email: string; reason: "bounced" | "unsubscribed" | null; confirmed: boolean; page: boolean; vip: boolean };

/** The preview of a wave by its definition: one person after the other, from the whole line. */
function expectedPreview(line: readonly Person[], { size, filter, priority }: PreviewChoice) {
  const matches = ({ confirmed, page, vip }: Person, { confirmed: isConfirmed, source, tag }: LeadFilter) =>
    (isConfirmed === undefined || confirmed === isConfirmed) && (source === undefined || page) && (tag === undefined || vip);
  const eligible = line.filter((person) => person.reason === null && matches(person, filter));
  const isPreferred = (person: Person) => Object.keys(priority).length > 0 && matches(person, priority);
  const chosen = [...eligible.filter(isPreferred), ...eligible.filter((person) => !isPreferred(person))].slice(0, size);
  const place = (person: Person) => ({ email: person.email, position: line.indexOf(person) + 1 });
  const places = chosen.map(place).sort((left, right) => left.position - right.position);
  const { confirmed: _, ...others } = filter;
  const skipped = { suppressed: 0, bounced: 0, unconfirmed: 0, no_match: 0, later: 0 };
  for (const person of line.slice(0, places.at(-1)?.position ?? line.length)) {
    if (chosen.includes(person)) continue;
    if (matches(person, filter))
      skipped[person.reason === "bounced" ? "bounced" : person.reason === "unsubscribed" ? "suppressed" : "later"]++;
    else skipped[filter.confirmed === true && matches(person, others) ? "unconfirmed" : "no_match"]++;
  }
  return {
    matching: eligible.length,
    preferred: chosen.filter(isPreferred).length,
    invited: chosen.length,
    first: places[0] ?? null,
    last: places.at(-1) ?? null,
    sample: chosen.slice(0, 20).map(place),
    batch: null,
    skipped: Object.entries(skipped).flatMap(([reason, count]) => (count > 0 ? [{ reason, count }] : [])),
  };
}

type PreviewChoice = { size: number; filter: LeadFilter; priority: LeadFilter };

test("the preview is right for every combination of size, filter and priority", async () => {
  const { ctx } = await insertProject(app.ctx);
  const emails = await insertWaitlist(ctx, 150);
  const line = emails.map(
    (email, index): Person => ({
      email,
      reason: index % 11 === 3 ? "bounced" : index % 7 === 2 ? "unsubscribed" : null,
      confirmed: index % 2 === 1,
      page: index % 3 === 0,
      vip: index % 5 === 4 || index > 140,
    }),
  );
  await ctx.db
    .insert(suppressions)
    .values(line.flatMap(({ email, reason }) => (reason === null ? [] : [{ projectId: ctx.projectId, email, reason }])));
  const emailsOf = (people: Person[]) =>
    sql`(select jsonb_array_elements_text(${JSON.stringify(people.map(({ email }) => email))}::jsonb))`;
  await ctx.db.execute(
    sql`update leads set source = case when email in ${emailsOf(line.filter(({ page }) => page))} then 'page' else 'api' end,
      tags = case when email in ${emailsOf(line.filter(({ vip }) => vip))} then '{vip}'::text[] else '{}' end where project_id = ${ctx.projectId}`,
  );
  const filters: LeadFilter[] = [
    {},
    { confirmed: true },
    { confirmed: false },
    { source: "page" },
    { confirmed: true, source: "page" },
    { tag: "vip" },
  ];
  for (const size of [1, 15, 60, 100, 150, 1000])
    for (const filter of filters)
      for (const priority of [{}, { tag: "vip" }, { source: "page" as const }, { tag: "vip", confirmed: true }]) {
        const choice = { size, filter, priority };
        const { warnings: __, ...preview } = await previewWave(ctx, choice);
        expect(preview, JSON.stringify(choice)).toEqual(expectedPreview(line, choice));
      }
  expect(await previewWave(ctx, { size: 5, filter: { waitlist: false } })).toMatchObject({ matching: 0, invited: 0, first: null });
});

test("people who can't claim the codes of a wave's batch are skipped, and the next ones are invited", async () => {
  const { ctx } = await insertProject(app.ctx);
  const codes = await collectAll(generateCodes(ctx, { amount: 9, allowedDomains: ["example.org"], oncePerBatch: "email" }));
  const { code, batch } = codes[0] ?? { code: "", batch: { id: "" } };
  const [first, other, claimant, last] = ["a@example.org", "b@example.com", "c@mail.example.org", "d@example.org"];
  await insertLead(ctx, { email: claimant });
  await claimCode(ctx, { code: normalizeCode(code), email: claimant });
  for (const email of [first, other, claimant, last]) {
    if (email !== claimant) await insertLead(ctx, { email });
    await updateLead(ctx, email, { waitlist: true });
  }
  const input = { size: 2, batch: batch.id };
  expect(await previewWave(ctx, input)).toMatchObject({
    matching: 2,
    invited: 2,
    sample: [{ email: first }, { email: last }],
    skipped: [{ reason: "cannot_claim", count: 2 }],
  });
  const wave = await createWave(ctx, input);
  const invited = await collectAll(listLeads(ctx, { wave: wave.id }));
  expect(invited.map(({ email }) => email).sort()).toEqual([first, last]);
  expect(await previewWave(ctx, { size: 2 })).toMatchObject({ matching: 2, sample: [{ email: other }, { email: claimant }] });
});
