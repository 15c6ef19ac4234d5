import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { getClaimCounts, insertCode, insertLead, insertProject, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { importLeads } from "@/tests/harness/imports";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { findTraces } from "@/tests/harness/traces";
import { claimCode } from "../codes/claim";
import { generateCodes } from "../codes/generate";
import { getCode } from "../codes/record";
import { requestConfirmation } from "../codes/request-confirmation";
import { sendCode } from "../codes/send";
import { readStoredEvents } from "../events/stored-events";
import { runIdempotent } from "../idempotency";
import { createLead } from "./create";
import { deleteLead } from "./delete";
import { inviteLeads } from "./invite";
import { getLead } from "./record";

const app = await createTestApp();
const { ctx, publicCtx, db } = app;

describe("deleting a lead", () => {
  test("returns the deleted lead", async () => {
    const email = await insertLead(ctx, { firstname: "Ada", notes: "Met in Turin" });
    const before = await getLead(ctx, email);
    expect(await deleteLead(ctx, email)).toEqual(before);
    expect(await getErrorName(getLead(ctx, email))).toBe("lead_not_found");
    expect(await getErrorName(deleteLead(ctx, email))).toBe("lead_not_found");
  });

  test("makes every code they claimed claimable again", async () => {
    const email = uniqueEmail();
    const codes = await Promise.all([insertCode(ctx), insertCode(ctx, { allowedClaims: 3 })]);
    for (const code of codes) await claimCode(ctx, { code: normalizeCode(code), email });
    expect(await getCode(ctx, normalizeCode(codes[0] ?? ""))).toMatchObject({ status: "exhausted" });
    await deleteLead(ctx, email);
    for (const code of codes) {
      expect(await getClaimCounts(ctx, code)).toEqual({ counter: 0, claims: 0 });
      expect(await getCode(ctx, normalizeCode(code))).toMatchObject({ status: "active" });
    }
    expect(await claimCode(ctx, { code: normalizeCode(codes[0] ?? ""), email: uniqueEmail() })).toHaveProperty("token");
  });

  test("keeps other people's claims of the same code", async () => {
    const [ada, grace] = [uniqueEmail(), uniqueEmail()];
    const code = await insertCode(ctx, { allowedClaims: 2, claimedBy: [ada, grace] });
    await deleteLead(ctx, ada);
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 1, claims: 1 });
    expect(await getLead(ctx, grace)).toMatchObject({ hasClaimedCode: true });
  });

  test("removes their reservations and pauses those codes, so that they can't be claimed by accident", async () => {
    const email = await insertLead(ctx);
    const code = await insertCode(ctx, { reservedFor: email });
    await deleteLead(ctx, email);
    expect(await getCode(ctx, normalizeCode(code))).toMatchObject({ reservedFor: null, status: "paused" });
    for (const callerCtx of [ctx, publicCtx])
      expect(await getErrorName(claimCode(callerCtx, { code: normalizeCode(code), email: uniqueEmail() }))).toBe("code_paused");
  });

  test("keeps the leads they referred, without a referrer", async () => {
    const email = await insertLead(ctx);
    const referral = await insertLead(ctx, { referredBy: email });
    expect(await deleteLead(ctx, email)).toMatchObject({ referredLeads: [{ email: referral }] });
    expect(await getLead(ctx, referral)).toMatchObject({ referredBy: null });
  });

  test("leaves no trace of the email in the database", async () => {
    const email = `trace-${uniqueEmail()}`;
    const referrer = await insertLead(ctx);
    const { referralCode } = await getLead(ctx, referrer);
    await createLead(publicCtx, { email, referralCode, firstname: "Ada" });
    await createLead(publicCtx, { email, waitlist: true });
    await insertLead(ctx, { referredBy: email });
    const code = await insertCode(ctx, { allowedClaims: 3 });
    await claimCode(publicCtx, { code: normalizeCode(code), email });
    await claimCode(ctx, { code: normalizeCode(code), email });
    await generateCodes(ctx, { amount: 2, reservedFor: email, validUntil: secondsFromNow(60) });
    await generateCodes(ctx, { amount: 1, reservedFor: email, validUntil: secondsFromNow(-60) });
    await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails: [email, referrer] });
    await inviteLeads(ctx, { emails: [email] });
    await runIdempotent(ctx, email.slice(0, 5), ["request"], async (inner) => {
      const lead = await getLead(inner, email);
      return (async function* () {
        yield JSON.stringify(lead);
      })();
    });
    const tables = ["claims", "codes", "deliveries", "events", "idempotent_response_chunks", "leads"];
    expect(await findTraces(db, [email])).toEqual(expect.arrayContaining(tables.map((table) => `public.${table}: ${email}`)));
    await deleteLead(ctx, email);
    expect(await findTraces(db, [email])).toEqual([]);
  });

  test("keeps their suppression without the email, and applies it when they become a lead again", async () => {
    const ways: ((email: string) => Promise<unknown>)[] = [
      (email) => createLead(publicCtx, { email, waitlist: true }),
      (email) => createLead(ctx, { email }),
      async (email) => claimCode(ctx, { code: normalizeCode(await insertCode(ctx)), email }),
      async (email) => requestConfirmation(ctx, { code: normalizeCode(await insertCode(ctx)), email }),
      (email) => importLeads(ctx, `email\n${email}`),
    ];
    for (const becomeLead of ways) {
      const email = await insertLead(ctx, { suppressed: true });
      await deleteLead(ctx, email);
      expect(await findTraces(db, [email])).toEqual([]);
      await becomeLead(email);
      expect(await getLead(ctx, email)).toMatchObject({ suppression: "unsubscribed" });
    }
    const email = await insertLead(ctx);
    await deleteLead(ctx, email);
    await createLead(ctx, { email });
    expect(await getLead(ctx, email)).toMatchObject({ suppression: null });
  });

  test("records an event without the email, and removes the email from earlier events", async () => {
    const email = uniqueEmail();
    const code = await insertCode(ctx);
    await claimCode(publicCtx, { code: normalizeCode(code), email });
    await deleteLead(ctx, email);
    const kinds = await queryRows(
      db,
      sql`select kind, email from (${readStoredEvents(sql`select * from events where code_key = ${normalizeCode(code)}`)}) as e`,
    );
    expect(kinds).toMatchObject([
      { kind: "code.claimed", email: null },
      { kind: "lead.created", email: null },
    ]);
    const [last] = await queryRows(db, sql`select kind, email, actor_kind from events order by id desc limit 1`);
    expect(last).toMatchObject({ kind: "lead.deleted", email: null, actor_kind: "secret_key" });
  });

  test("keeps a lead with the same email in another project", async () => {
    const { ctx: otherCtx } = await insertProject(ctx);
    const email = await insertLead(ctx);
    await insertLead(otherCtx, { email });
    const code = await insertCode(otherCtx, { claimedBy: [email] });
    await deleteLead(ctx, email);
    expect(await getLead(otherCtx, email)).toMatchObject({ email, hasClaimedCode: true });
    expect(await getClaimCounts(otherCtx, code)).toEqual({ counter: 1, claims: 1 });
  });

  test("keeps claim counts correct while the lead claims codes", async () => {
    const secondCtx = app.openSecondPool().ctx;
    for (let round = 0; round < size(3, 8); round++) {
      const email = uniqueEmail();
      const codes = await Promise.all(Array.from({ length: 4 }, () => insertCode(ctx, { allowedClaims: 3 })));
      await Promise.all([
        ...[...codes, ...codes].map((code, i) => claimCode(i % 2 ? ctx : secondCtx, { code: normalizeCode(code), email })),
        getOutcome(deleteLead(ctx, email)),
        getOutcome(deleteLead(secondCtx, email)),
        ...codes.map((code) => getOutcome(claimCode(secondCtx, { code: normalizeCode(code), email: uniqueEmail() }))),
      ]);
      for (const code of codes) {
        const { counter, claims } = await getClaimCounts(ctx, code);
        expect(counter).toBe(claims);
      }
    }
  });
});
