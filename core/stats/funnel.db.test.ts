import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { addDays, localDate, weekdayIndex } from "@/lib/dates";
import { insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import type { Context } from "../context";
import { inviteLeads } from "../leads/invite";
import { getLead } from "../leads/record";
import { getWaitlistFunnel } from "./funnel";

const app = await createTestApp();

const getFunnel = async (ctx: Context) => {
  const { asOf: _, ...funnel } = await getWaitlistFunnel(ctx);
  return funnel;
};

test("the funnel counts everyone once per stage, in total, by channel, source tag and week", async () => {
  const { ctx } = await insertProject(app.ctx);
  const none = { joined: 0, confirmed: 0, invited: 0, claimed: 0 };
  expect(await getFunnel(ctx)).toMatchObject({ total: none, channels: [], sources: [], otherSources: null, weeks: { length: 12 } });

  const waiting = await insertLead(ctx, {
    onWaitlist: true,
    source: "page",
    sourceTag: "newsletter",
    confirmedAt: new Date().toISOString(),
  });
  const [invited, claimed] = [
    await insertLead(ctx, { onWaitlist: true, source: "page" }),
    await insertLead(ctx, { onWaitlist: true, source: "widget" }),
  ];
  await insertLead(ctx, { status: "unconfirmed", source: "page" });
  await insertLead(ctx, { status: "held", source: "widget" });
  await ctx.db.execute(
    sql`update leads set confirmed_at = now(), confirmed_by = 'import' where project_id = ${ctx.projectId} and email = ${claimed}`,
  );
  // Not part of the waitlist: imported, and claimed without an invitation.
  await insertLead(ctx, { source: "import" });
  await insertLead(ctx, { source: "page", hasClaimed: true });
  await inviteLeads(ctx, { emails: [invited, claimed] });
  const code = normalizeCode((await getLead(ctx, claimed)).invitation?.code ?? "");
  await claimCode(ctx, { code, email: claimed });
  // Leads of other projects don't count.
  await insertLead((await insertProject(app.ctx)).ctx, { email: uniqueEmail(), onWaitlist: true });

  const today = localDate("UTC", new Date());
  const week = addDays(today, -weekdayIndex(today));
  await ctx.db.execute(
    sql`update leads set created_at = (case when email = ${waiting} then ${`${addDays(week, -1)}T23:59:59Z`} else ${`${week}T09:00:00Z`} end)::timestamptz
      where project_id = ${ctx.projectId}`,
  );
  const funnel = await getFunnel(ctx);
  expect(funnel.total).toEqual({ joined: 5, confirmed: 2, invited: 2, claimed: 1 });
  expect(funnel.channels).toEqual([
    { source: "page", joined: 3, confirmed: 1, invited: 1, claimed: 0 },
    { source: "widget", joined: 2, confirmed: 1, invited: 1, claimed: 1 },
  ]);
  expect(funnel.sources).toEqual([
    { sourceTag: null, joined: 4, confirmed: 1, invited: 2, claimed: 1 },
    { sourceTag: "newsletter", joined: 1, confirmed: 1, invited: 0, claimed: 0 },
  ]);
  expect(funnel.weeks.slice(0, 3)).toEqual([
    { week, joined: 4, confirmed: 1, invited: 2, claimed: 1 },
    { week: addDays(week, -7), joined: 1, confirmed: 1, invited: 0, claimed: 0 },
    { week: addDays(week, -14), ...none },
  ]);

  // In Kiritimati, 14 hours ahead of UTC, the new week had begun.
  await ctx.db.execute(sql`update projects set time_zone = 'Pacific/Kiritimati' where id = ${ctx.projectId}`);
  expect((await getFunnel(ctx)).weeks.find((each) => each.week === week)?.joined).toBe(5);

  // With many source tags, the rare ones are added up.
  for (let number = 0; number < 21; number++) await insertLead(ctx, { onWaitlist: true, sourceTag: `link-${number}` });
  const { sources, otherSources, channels } = await getFunnel(ctx);
  expect(sources).toHaveLength(20);
  expect(otherSources).toEqual({ joined: 3, confirmed: 1, invited: 0, claimed: 0 });
  // A source tag that is called like a channel stays a source.
  await insertLead(ctx, { onWaitlist: true, source: "staff", sourceTag: "page" });
  expect((await getFunnel(ctx)).channels).toEqual(expect.arrayContaining(channels));
});
