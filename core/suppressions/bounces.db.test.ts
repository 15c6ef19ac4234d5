import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createSend, getDeliveriesByEmail } from "@/tests/harness/sends";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { inviteLeads } from "../leads/invite";
import { getLead } from "../leads/record";
import { updateLead } from "../leads/update";
import { getOverview } from "../overview";
import { type DeliveryResult, recordResults, takeDeliveries } from "../sends/delivery-attempts";
import { getSend } from "../sends/list";
import { getWave } from "../waves/record";
import { runDueWaves } from "../waves/run";
import { createWave } from "../waves/waves";
import { getSuppressionReason } from "./unsubscribe";

const app = await createTestApp();
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

/** Attempts all queued deliveries with this result. */
async function attempt(ctx: Context, status: "failed" | "bounced" | "retrying"): Promise<void> {
  const queued = await queryRows<{ id: string }>(
    ctx.db,
    sql`select id from deliveries where project_id = ${ctx.projectId} and status = 'queued'`,
  );
  const deliveryIds = queued.map(({ id }) => id);
  await takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds });
  const results: DeliveryResult[] = deliveryIds.map((id) => ({ id, status, error: "550 5.1.1 No such user" }));
  await recordResults(ctx, { attempt: 1 }, results);
}

const countEvents = async ({ db, projectId }: Context, kind: string): Promise<number> => {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from events where project_id = ${projectId} and kind = ${kind}`,
  );
  return row?.count ?? 0;
};

describe("an email that bounces", () => {
  test("suppresses its lead, who gets no more email", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx);
    const first = await createSend(ctx, [email]);
    await attempt(ctx, "bounced");
    expect((await getDeliveriesByEmail(ctx, first.id)).get(email)).toMatchObject({
      status: "bounced",
      error: "550 5.1.1 No such user",
      nextAttemptAt: null,
    });
    expect(await getSuppressionReason(ctx, email)).toBe("bounced");
    expect(await getLead(ctx, email)).toMatchObject({ suppression: "bounced" });
    expect(await countEvents(ctx, "suppression.added")).toBe(1);
    expect(await getSend(ctx, first.id)).toMatchObject({ deliveries: { bounced: 1, failed: 0 }, completed: true });

    const second = await createSend(ctx, [email]);
    expect(await getSend(ctx, second.id)).toMatchObject({ notifiedLeads: 0 });
  });

  test("keeps a suppression that exists already", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx);
    await createSend(ctx, [email]);
    const [{ id } = { id: "" }] = await queryRows<{ id: string }>(
      ctx.db,
      sql`select id from deliveries where project_id = ${ctx.projectId}`,
    );
    await takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: [id] });
    await ctx.db.execute(sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${email}, 'unsubscribed')`);
    await recordResults(ctx, { attempt: 1 }, [{ id, status: "bounced", error: "550 5.1.1 No such user" }]);
    expect(await getSuppressionReason(ctx, email)).toBe("unsubscribed");
    expect(await countEvents(ctx, "suppression.added")).toBe(0);
  });

  test("ends the invitation, which no longer counts, and pauses its code", async () => {
    const ctx = await createProject();
    const emails = [await insertLead(ctx, { onWaitlist: true }), await insertLead(ctx)];
    await inviteLeads(ctx, { emails });
    expect((await getOverview(ctx)).leads.invited).toBe(2);
    await attempt(ctx, "bounced");
    for (const email of emails)
      expect(await getLead(ctx, email)).toMatchObject({ waitlistStatus: "bounced", invitedAt: null, invitation: null, onWaitlist: false });
    expect((await getOverview(ctx)).leads).toMatchObject({ invited: 0, waiting: 0, total: 2 });
    const [rejoined = ""] = emails;
    for (const [waitlist, waitlistStatus] of [
      [true, "waiting"],
      [false, "left"],
    ] as const)
      expect(await updateLead(ctx, rejoined, { waitlist })).toMatchObject({ waitlistStatus });
    expect((await getOverview(ctx)).leads).toMatchObject({ invited: 0, waiting: 0 });
    expect(await countEvents(ctx, "lead.invitation_bounced")).toBe(2);
    expect(
      await queryRows(ctx.db, sql`select from codes where project_id = ${ctx.projectId} and paused_at is null`),
      "claimable codes",
    ).toEqual([]);
  });

  test("passes the place of a wave on", async () => {
    const ctx = await createProject();
    for (const createdAt of ["2026-01-01", "2026-01-02"]) await insertLead(ctx, { onWaitlist: true, createdAt });
    const { id } = await createWave(ctx, { size: 1, passOn: true });
    await attempt(ctx, "bounced");
    await runDueWaves(ctx);
    expect(await getWave(ctx, id)).toMatchObject({ invited: 2, bounced: 1, passedOn: 1 });
  });

  test("changes nothing for leads if the email only failed", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx, { onWaitlist: true });
    await inviteLeads(ctx, { emails: [email] });
    await attempt(ctx, "failed");
    expect(await getSuppressionReason(ctx, email)).toBeNull();
    expect(await getLead(ctx, email)).toMatchObject({ waitlistStatus: "invited", suppression: null });
  });

  test("leaves a claim alone", async () => {
    const ctx = await createProject();
    const email = uniqueEmail();
    await insertLead(ctx, { email });
    await inviteLeads(ctx, { emails: [email] });
    await ctx.db.execute(sql`update leads set has_claimed = true where project_id = ${ctx.projectId}`);
    await attempt(ctx, "bounced");
    expect(await getLead(ctx, email)).toMatchObject({ waitlistStatus: "claimed", suppression: "bounced" });
  });
});
