import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { insertProject, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { bulkUpdateBatches } from "../batches/bulk-update";
import { deleteBatch } from "../batches/delete";
import { extendBatch } from "../batches/extend";
import { updateBatch } from "../batches/update";
import { restoreFromBin } from "../bin/restore";
import { revokeClaim } from "../claims/revoke";
import { bulkUpdateCodes } from "../codes/bulk-update";
import { claimCode } from "../codes/claim";
import { deleteCode } from "../codes/delete";
import { getCode } from "../codes/record";
import { updateCode } from "../codes/update";
import { asVisitor, type Context } from "../context";
import { takeDeliveries } from "../sends/delivery-attempts";
import { bulkUpdateLeads } from "./bulk-actions";
import { createLead } from "./create";
import { declineWithoutToken, expireInvitations } from "./invitations";
import { inviteLeads } from "./invite";
import { getLead } from "./record";
import { updateLead } from "./update";
import { repairInvitations } from "./update-invitations";
import { getWaitlistPosition } from "./waitlist";

const app = await createTestApp();

const past = () => secondsFromNow(-3600);
const future = () => secondsFromNow(3600);

/** Three people in line. The second is invited, and their email was sent. */
async function inviteSecond(validUntil?: string): Promise<{ ctx: Context; email: string; code: string; batch: string }> {
  const { ctx } = await insertProject(app.ctx);
  const emails = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
  for (const email of emails) await createLead(ctx, { email, waitlist: true });
  const [, email = ""] = emails;
  await inviteLeads(ctx, { emails: [email], validUntil });
  await ctx.db.execute(sql`update deliveries set status = 'sent' where project_id = ${ctx.projectId}`);
  const code = normalizeCode((await getLead(ctx, email)).invitation?.code ?? "");
  return { ctx, email, code, batch: (await getCode(ctx, code)).batch.id };
}

type Invited = Awaited<ReturnType<typeof inviteSecond>>;

const statusOf = async ({ ctx, email }: Invited) => (await getLead(ctx, email)).waitlistStatus;
const positionOf = async ({ ctx, email }: Invited) => (await getWaitlistPosition(ctx, email))?.position ?? null;
const joinAgain = ({ ctx, email }: Invited) => createLead(asVisitor(ctx), { email, waitlist: true });
const countEvents = async ({ ctx }: Invited, kind: string) =>
  (await queryRows(ctx.db, sql`select from events where project_id = ${ctx.projectId} and kind = ${kind}`)).length;

const endings: readonly [change: string, (invited: Invited) => Promise<unknown>, restore?: (invited: Invited) => Promise<unknown>][] = [
  ["the code is deleted", ({ ctx, code }) => deleteCode(ctx, code)],
  ["codes are deleted in bulk", ({ ctx, code }) => bulkUpdateCodes(ctx, { action: "delete", codes: [code] })],
  [
    "the code moves to the bin",
    ({ ctx, code }) => bulkUpdateCodes(ctx, { action: "delete", codes: [code], bin: true }),
    ({ ctx }) => restoreAll(ctx),
  ],
  ["the batch is deleted", ({ ctx, batch }) => deleteBatch(ctx, batch)],
  ["batches are deleted", ({ ctx, batch }) => bulkUpdateBatches(ctx, { action: "delete", batches: [batch] })],
  ["the batch moves to the bin", ({ ctx, batch }) => deleteBatch(ctx, batch, { bin: true }), ({ ctx }) => restoreAll(ctx)],
  [
    "the code's end moves into the past",
    ({ ctx, code }) => updateCode(ctx, code, { validUntil: past() }),
    ({ ctx, code }) => updateCode(ctx, code, { validUntil: future() }),
  ],
  [
    "the end of codes moves into the past in bulk",
    ({ ctx, code }) => bulkUpdateCodes(ctx, { action: "extend", codes: [code], validUntil: past() }),
    ({ ctx, code }) => bulkUpdateCodes(ctx, { action: "extend", codes: [code], validUntil: null }),
  ],
  [
    "the batch's end moves into the past",
    ({ ctx, batch }) => extendBatch(ctx, { batch, validUntil: past() }),
    ({ ctx, batch }) => extendBatch(ctx, { batch, validUntil: future() }),
  ],
  [
    "the code is reserved for someone else",
    ({ ctx, code }) => updateCode(ctx, code, { reservedFor: "else@example.org" }),
    ({ ctx, code, email }) => updateCode(ctx, code, { reservedFor: email }),
  ],
  [
    "someone else claims it once its reservation is removed",
    async ({ ctx, code }) => {
      await updateCode(ctx, code, { reservedFor: null });
      await claimCode(asVisitor(ctx), { code, email: "else@example.org" });
    },
    ({ ctx, code }) => revokeClaim(ctx, { code, email: "else@example.org" }),
  ],
  [
    "its allowed claims are lowered to those of others",
    async ({ ctx, code }) => {
      await updateCode(ctx, code, { reservedFor: null, allowedClaims: 2 });
      await claimCode(ctx, { code, email: "else@example.org" });
      await updateCode(ctx, code, { allowedClaims: 1 });
    },
    ({ ctx, code }) => updateCode(ctx, code, { allowedClaims: 2 }),
  ],
];

async function restoreAll(ctx: Context): Promise<void> {
  const entries = await queryRows<{ id: string }>(
    ctx.db,
    sql`select id from bin_entries where project_id = ${ctx.projectId} and is_listed`,
  );
  await restoreFromBin(ctx, { entries: entries.map(({ id }) => id) });
}

describe("an invitation ends at once, and the person can join again at their old position, when", () => {
  test.for(endings)("%s", async ([, end]) => {
    for (const validUntil of [undefined, future()]) {
      const invited = await inviteSecond(validUntil);
      await end(invited);
      expect(await statusOf(invited)).toBe("expired");
      expect(await countEvents(invited, "lead.invitation_expired")).toBe(1);
      await joinAgain(invited);
      expect({ status: await statusOf(invited), position: await positionOf(invited) }).toEqual({ status: "waiting", position: 2 });
    }
  });
});

describe("an invitation that ended is open again when the change is taken back: after", () => {
  const restorable = endings.flatMap(([change, end, restore]) => (restore ? [{ change, end, restore }] : []));
  test.for(restorable)("$change", async ({ end, restore }) => {
    const invited = await inviteSecond(future());
    await end(invited);
    await restore(invited);
    expect(await statusOf(invited)).toBe("invited");
    expect(await countEvents(invited, "lead.invitation_reopened")).toBe(1);
    await claimCode(invited.ctx, invited);
    expect(await statusOf(invited)).toBe("claimed");
  });

  test.for(restorable)("$change, unless the person is in line again", async ({ end, restore }) => {
    const invited = await inviteSecond();
    await end(invited);
    await joinAgain(invited);
    await restore(invited);
    expect(await statusOf(invited)).toBe("waiting");
  });
});

test("a pause doesn't end an invitation", async () => {
  const invited = await inviteSecond();
  const { ctx, code, batch } = invited;
  await updateCode(ctx, code, { paused: true });
  await updateBatch(ctx, batch, { paused: true });
  await updateCode(ctx, code, { allowedClaims: 2 });
  expect(await statusOf(invited)).toBe("invited");
});

test("an end that passes by itself ends an invitation, and the person joins at the end", async () => {
  const invited = await inviteSecond(future());
  const { ctx, code } = invited;
  await updateCode(ctx, code, { validUntil: secondsFromNow(1) });
  await expect
    .poll(async () => {
      await expireInvitations(ctx);
      return statusOf(invited);
    })
    .toBe("expired");
  await joinAgain(invited);
  expect(await positionOf(invited)).toBe(3);
  await updateCode(ctx, code, { validUntil: future() });
  expect(await statusOf(invited)).toBe("waiting");
});

test("extending a code whose invitation has expired opens it again", async () => {
  const invited = await inviteSecond(secondsFromNow(1));
  const { ctx, code } = invited;
  await expect
    .poll(async () => {
      await expireInvitations(ctx);
      return statusOf(invited);
    })
    .toBe("expired");
  await updateCode(ctx, code, { validUntil: future() });
  expect(await statusOf(invited)).toBe("invited");
});

test("revoking a claim of an invited person opens their invitation until the code's end, and deleting the code ends it", async () => {
  const invited = await inviteSecond(future());
  const { ctx, code, email } = invited;
  await claimCode(ctx, { code, email });
  await revokeClaim(ctx, { code, email });
  expect(await statusOf(invited)).toBe("invited");
  await claimCode(ctx, { code, email });
  await deleteCode(ctx, code);
  expect(await statusOf(invited)).toBe("expired");
});

test("a declined invitation stays declined whatever happens to its code", async () => {
  const invited = await inviteSecond();
  const { ctx, code, email } = invited;
  await declineWithoutToken(ctx, { code, email });
  await updateCode(ctx, code, { validUntil: past() });
  await updateCode(ctx, code, { validUntil: future(), paused: false });
  expect(await statusOf(invited)).toBe("declined");
});

test("emails of an invitation that ended aren't sent, and the person is in line again", async () => {
  const invited = await inviteSecond(future());
  const { ctx, code } = invited;
  await ctx.db.execute(sql`update deliveries set status = 'queued' where project_id = ${ctx.projectId}`);
  await updateCode(ctx, code, { validUntil: past() });
  const [delivery] = await queryRows<{ id: string }>(ctx.db, sql`select id from deliveries where project_id = ${ctx.projectId}`);
  expect(await takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: [delivery?.id ?? ""] })).toEqual([]);
  expect({ status: await statusOf(invited), position: await positionOf(invited) }).toEqual({ status: "waiting", position: 2 });
});

test("changes of a code at the same time leave its invitation in the state of the code", async () => {
  for (let round = 0; round < 10; round++) {
    const invited = await inviteSecond(future());
    const { ctx, code } = invited;
    await Promise.all([
      updateCode(ctx, code, { validUntil: past() }),
      updateCode(ctx, code, { validUntil: null }),
      expireInvitations(ctx),
      repairInvitations(ctx),
    ]);
    const isExpired = (await getCode(ctx, code)).status === "expired";
    expect(await statusOf(invited)).toBe(isExpired ? "expired" : "invited");
  }
});

test("deleting the codes of people who claimed each other's codes doesn't fail", async () => {
  const { ctx } = await insertProject(app.ctx);
  const emails = Array.from({ length: 6 }, uniqueEmail);
  for (const email of emails) await createLead(ctx, { email, waitlist: true });
  await inviteLeads(ctx, { emails });
  await ctx.db.execute(sql`update deliveries set status = 'sent' where project_id = ${ctx.projectId}`);
  const codes = await Promise.all(emails.map(async (email) => normalizeCode((await getLead(ctx, email)).invitation?.code ?? "")));
  for (const [index, code] of codes.entries()) {
    await updateCode(ctx, code, { reservedFor: null });
    await claimCode(ctx, { code, email: emails.at(index - 1) ?? "" });
  }
  await Promise.all(codes.map((code) => deleteCode(ctx, code)));
  expect(await Promise.all(emails.map(async (email) => (await getLead(ctx, email)).waitlistStatus))).toEqual(emails.map(() => "expired"));
});

test("the repair ends invitations that were stuck before, once, and only those", async () => {
  const stuck = await inviteSecond(future());
  const { ctx, code } = stuck;
  const open = uniqueEmail();
  await createLead(ctx, { email: open, waitlist: true });
  await inviteLeads(ctx, { emails: [open] });
  await ctx.db.execute(sql`delete from codes where project_id = ${ctx.projectId} and key = ${code}`);
  expect([await repairInvitations(ctx), await repairInvitations(ctx)]).toEqual([1, 0]);
  expect([await statusOf(stuck), (await getLead(ctx, open)).waitlistStatus]).toEqual(["expired", "invited"]);
  await joinAgain(stuck);
  expect(await positionOf(stuck)).toBe(2);
});

describe("support", () => {
  test("puts people back in line at the position they had, once", async () => {
    for (const end of [
      (_: Invited) => Promise.resolve(),
      ({ ctx, code }: Invited) => deleteCode(ctx, code),
      ({ ctx, email }: Invited) => updateLead(ctx, email, { waitlist: true }).then(() => updateLead(ctx, email, { waitlist: false })),
    ]) {
      const invited = await inviteSecond();
      await end(invited);
      const key = await queryRows<{ key: string }>(
        invited.ctx.db,
        sql`select waitlist_sort_key::text as key from leads where email = ${invited.email}`,
      );
      const run = () => bulkUpdateLeads(invited.ctx, { action: "return_to_waitlist", emails: [invited.email] });
      expect([(await run()).changed, (await run()).changed]).toEqual([1, 0]);
      expect(await statusOf(invited)).toBe("waiting");
      expect(await queryRows(invited.ctx.db, sql`select waitlist_sort_key::text as key from leads where email = ${invited.email}`)).toEqual(
        key,
      );
      expect(await countEvents(invited, "lead.returned_to_waitlist")).toBe(1);
    }
  });

  test("puts an invited person back in line without leaving them a second way in", async () => {
    const invited = await inviteSecond();
    await bulkUpdateLeads(invited.ctx, { action: "return_to_waitlist", filter: { invited: true } });
    expect({ position: await positionOf(invited), code: (await getCode(invited.ctx, invited.code)).status }).toEqual({
      position: 2,
      code: "paused",
    });
  });

  test("reissues invitations that no longer work, and only those, once", async () => {
    for (const [end, isReissued] of [
      [({ ctx, code }: Invited) => deleteCode(ctx, code), true],
      [({ ctx, code }: Invited) => updateCode(ctx, code, { validUntil: past() }), true],
      [({ ctx, code }: Invited) => updateCode(ctx, code, { paused: true }), true],
      [({ ctx, batch }: Invited) => updateBatch(ctx, batch, { paused: true }), true],
      [(_: Invited) => Promise.resolve(), false],
      [({ ctx, code, email }: Invited) => claimCode(ctx, { code, email }), false],
    ] as const) {
      const invited = await inviteSecond();
      const { ctx, email, code } = invited;
      await end(invited);
      const run = () => bulkUpdateLeads(ctx, { action: "reissue_invitation", emails: [email], validUntil: future() });
      expect([(await run()).changed, (await run()).changed]).toEqual([isReissued ? 1 : 0, 0]);
      if (!isReissued) continue;
      const { invitation, waitlistStatus } = await getLead(ctx, email);
      const reissued = normalizeCode(invitation?.code ?? "");
      expect({ waitlistStatus, isNew: reissued !== code }).toEqual({ waitlistStatus: "invited", isNew: true });
      expect(await countEvents(invited, "lead.invitation_reissued")).toBe(1);
      expect(await queryRows(ctx.db, sql`select from deliveries where email = ${email} and status = 'queued'`)).toHaveLength(1);
      await claimCode(ctx, { code: reissued, email });
    }
  });

  test("doesn't reissue to suppressed people, and says so", async () => {
    const invited = await inviteSecond();
    const { ctx, email, code } = invited;
    await deleteCode(ctx, code);
    await ctx.db.execute(sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${email}, 'unsubscribed')`);
    const { changed, error } = await bulkUpdateLeads(ctx, { action: "reissue_invitation", emails: [email] });
    expect({ changed, message: error?.message }).toEqual({
      changed: 0,
      message: "1 lead got no new code because their email is suppressed.",
    });
  });
});
