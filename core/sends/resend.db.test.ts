import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { rows } from "@/db/rows";
import { fingerprintOf, inSeconds, someLeads } from "@/tests/harness/factories";
import { outcome, refused } from "@/tests/harness/refused";
import { aSendTo, ledgerOf, put, standings } from "@/tests/harness/sends";
import { aWorld } from "@/tests/harness/world";
import { claimCode } from "../codes/claim";
import { deleteCode as removeCode } from "../codes/delete";
import { pauseCode } from "../codes/pause";
import type { Context } from "../context";
import { deleteLead as removeLead } from "../leads/delete";
import { getLead } from "../leads/get";
import { inviteLeads } from "../leads/invite";
import { getSend } from "./list";
import { resendUndelivered } from "./resend";
import { retrySend } from "./retry";

const world = await aWorld();
const { ctx, db } = world;
const other = world.anotherPool().ctx;

const invitedAt = async (email: string) => (await getLead(ctx, email)).invitedAt;

describe("sending to those who missed it", () => {
  test("reaches whose message failed or was cancelled and nobody else, and once", async () => {
    const emails = await someLeads(ctx, 8);
    const [failed = "", cancelled = "", sent = "", kept = "", queued = "", suppressed = "", elsewhere = "", failedTwice = ""] = emails;
    const { id, code } = await aSendTo(ctx, emails);
    await put(ctx, id, "failed", [failed, elsewhere, failedTwice]);
    await put(ctx, id, "canceled", [cancelled]);
    await put(ctx, id, "sent", [sent]);
    await put(ctx, id, "saved_to_file", [kept]);
    await put(ctx, id, "suppressed", [suppressed]);
    await aSendTo(ctx, [elsewhere], code);
    await put(ctx, (await aSendTo(ctx, [failedTwice], code)).id, "failed", [failedTwice]);
    const reply = await resendUndelivered(ctx, id);
    expect(reply).toMatchObject({ receivedLeads: 3, notifiedLeads: 3, skipped: [] });
    expect(await standings(ctx, reply.sendId)).toEqual({ [failed]: "queued", [cancelled]: "queued", [failedTwice]: "queued" });
    expect(await getSend(ctx, reply.sendId)).toMatchObject({ kind: "code", code });
    expect((await standings(ctx, id))[queued]).toBe("queued");
    expect(await refused(resendUndelivered(ctx, id))).toBe("nothing_to_send");
    // What was sent to those who missed it can be missed itself.
    await put(ctx, reply.sendId, "failed", [cancelled]);
    expect(await resendUndelivered(ctx, id)).toMatchObject({ receivedLeads: 1 });
  });

  test("skips as sending does", async () => {
    const emails = await someLeads(ctx, 3);
    const [claimed = "", silent = "", gone = ""] = emails;
    const { id, code } = await aSendTo(ctx, emails);
    await put(ctx, id, "failed", emails);
    await claimCode(ctx, { code: normalizeCode(code), email: claimed });
    await db.execute(sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${silent}, 'unsubscribed')`);
    await removeLead(ctx, gone);
    const reply = await resendUndelivered(ctx, id);
    expect(reply).toMatchObject({ receivedLeads: 2, notifiedLeads: 0 });
    expect(new Map(reply.skipped.map(({ email, reason }) => [email, reason]))).toEqual(
      new Map([
        [claimed, "already_claimed"],
        [silent, "suppressed"],
      ]),
    );
  });

  test("is refused where nobody missed it and where the code cannot be sent, and changes nothing", async () => {
    const [ada = ""] = await someLeads(ctx, 1);
    const { id, code } = await aSendTo(ctx, [ada]);
    expect(await refused(resendUndelivered(ctx, id))).toBe("nothing_to_send");
    await put(ctx, id, "failed", [ada]);
    await pauseCode(ctx, normalizeCode(code));
    const before = await fingerprintOf(db);
    expect(await refused(resendUndelivered(ctx, id))).toBe("code_paused");
    expect(await fingerprintOf(db)).toEqual(before);
    await removeCode(ctx, normalizeCode(code));
    expect(await refused(resendUndelivered(ctx, id))).toBe("code_not_found");
  });

  test("of an invitation sends each their own code, and names whose code cannot be sent", async () => {
    const emails = await someLeads(ctx, 6);
    const [fine = "", deleted = "", paused = "", claimed = "", reserved = "", sent = ""] = emails;
    const { sendId, batch } = await inviteLeads(ctx, { emails, allowedClaims: 2 });
    const codes = new Map([...(await ledgerOf(ctx, sendId))].map(([email, { code }]) => [email, code]));
    const keyOf = (email: string) => normalizeCode(codes.get(email) ?? "");
    await put(ctx, sendId, "sent", [sent]);
    await put(ctx, sendId, "failed", [fine, paused, claimed, reserved]);
    await removeCode(ctx, keyOf(deleted));
    await pauseCode(ctx, keyOf(paused));
    await claimCode(ctx, { code: keyOf(claimed), email: claimed });
    await db.execute(sql`update codes set reserved_for = 'somebody@example.org' where key = ${keyOf(reserved)}`);
    const before = await invitedAt(fine);
    const reply = await resendUndelivered(ctx, sendId);
    expect(reply).toMatchObject({ receivedLeads: 5, notifiedLeads: 1 });
    expect(new Map(reply.skipped.map(({ email, reason }) => [email, reason]))).toEqual(
      new Map([
        [deleted, "code_unusable"],
        [paused, "code_unusable"],
        [claimed, "already_claimed"],
        [reserved, "reserved_for_another"],
      ]),
    );
    const record = await getSend(ctx, reply.sendId);
    expect(record).toMatchObject({ kind: "invitation", code: null, batch });
    expect((await ledgerOf(ctx, reply.sendId)).get(fine)?.code).toBe(codes.get(fine));
    expect(await invitedAt(fine)).toBe(record.createdAt);
    expect(await invitedAt(fine)).not.toBe(before);
  });

  test("of an invitation loses nobody: ten missed it, and the codes of seven are paused", async () => {
    const emails = await someLeads(ctx, 10);
    const { sendId } = await inviteLeads(ctx, { emails });
    const ledger = await ledgerOf(ctx, sendId);
    await put(ctx, sendId, "failed", emails);
    for (const email of emails.slice(3)) await pauseCode(ctx, normalizeCode(ledger.get(email)?.code ?? ""));
    const reply = await resendUndelivered(ctx, sendId);
    expect(reply).toMatchObject({ receivedLeads: 10, notifiedLeads: 3 });
    expect(reply.skipped).toEqual(
      emails
        .slice(3)
        .sort()
        .map((email) => ({ email, reason: "code_unusable" })),
    );
    expect(await getSend(ctx, reply.sendId)).toMatchObject({ receivedLeads: 10, notifiedLeads: 3 });
  });

  test("of an invitation is refused where no code can be sent any more", async () => {
    const emails = await someLeads(ctx, 2);
    const { sendId } = await inviteLeads(ctx, { emails, validUntil: inSeconds(3600) });
    await put(ctx, sendId, "failed", emails);
    await db.execute(sql`update codes set valid_until = now() where reserved_for = any(array[${emails[0]}, ${emails[1]}])`);
    expect(await refused(resendUndelivered(ctx, sendId))).toBe("code_expired");
    for (const { code } of (await ledgerOf(ctx, sendId)).values()) await removeCode(ctx, normalizeCode(code));
    expect(await refused(resendUndelivered(ctx, sendId))).toBe("code_not_found");
  });

  test("by two at once is done by one, and by nobody beside one who tries again", async () => {
    const emails = await someLeads(ctx, 60);
    for (let round = 0; round < 5; round++) {
      const { id } = round % 2 === 0 ? await aSendTo(ctx, emails) : { id: (await inviteLeads(ctx, { emails })).sendId };
      await put(ctx, id, "failed", emails);
      const outcomes = await Promise.all([ctx, other, ctx].map((by: Context) => outcome(resendUndelivered(by, id))));
      expect(outcomes.sort()).toEqual(["done", "nothing_to_send", "nothing_to_send"]);
    }
    const { id } = await aSendTo(ctx, emails);
    await put(ctx, id, "failed", emails);
    await Promise.all([retrySend(ctx, { send: id }), outcome(resendUndelivered(other, id))]);
    const queued = await rows<{ total: number }>(
      db,
      sql`select count(*)::int as total from deliveries d where d.status = 'queued' and d.code_key = (select code_key from sends where id = ${id}) group by email`,
    );
    expect(queued.map(({ total }) => total)).toEqual(emails.map(() => 1));
  });
});
