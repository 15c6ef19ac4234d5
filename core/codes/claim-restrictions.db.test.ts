import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { mailboxOf } from "@/contract/claim-restrictions";
import { importCodesEndpoint } from "@/contract/code-import";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { routes } from "@/lib/routes";
import { deleteCodes, undo } from "@/tests/harness/bin";
import { getErrorName } from "@/tests/harness/errors";
import { getClaimCounts, insertCode, insertLead, insertProject, uniqueEmail, uniqueId } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { openPage, submitForm } from "@/tests/harness/public-pages";
import { createTestApp } from "@/tests/harness/test-app";
import { getBatch } from "../batches/record";
import { updateBatch } from "../batches/update";
import { revokeClaim } from "../claims/revoke";
import type { Context } from "../context";
import { confirmEmailChange, getEmailChangeNotice, requestEmailChange } from "../leads/change-email";
import { deleteLead } from "../leads/delete";
import { inviteLeads } from "../leads/invite";
import { previewSend } from "../sends/preview";
import { mailboxSql } from "./batch-restrictions";
import { checkCode } from "./check";
import { claimCode } from "./claim";
import { generateCodes } from "./generate";
import { importCodes } from "./import-codes";
import { getCode } from "./record";
import { sendCode } from "./send";

const app = await createTestApp({ max: 12 });
const { ctx, publicCtx, db } = app;
const otherPool = app.openSecondPool();

type Input = Parameters<typeof generateCodes>[1];

/** Generates codes, and returns their keys and their batch. */
async function generate(input: Input, inCtx: Context = ctx): Promise<{ keys: string[]; batch: string }> {
  const codes = await collectAll(generateCodes(inCtx, input));
  return { keys: codes.map(({ code }) => normalizeCode(code)), batch: codes[0]?.batch.id ?? "" };
}

const outcome = (ofCtx: Context, code: string, email: string): Promise<string> =>
  claimCode(ofCtx, { code, email }).then(
    () => "claimed",
    (error) => error.errorName,
  );

const countKeys = async (batch: string) => {
  const [row] = await queryRows<{ count: number }>(db, sql`select count(once_key)::int as count from claims where batch_id = ${batch}`);
  return row?.count;
};

test("imported codes are restricted like generated ones", async () => {
  const { ctx: ownCtx } = await insertProject(ctx);
  const query = importCodesEndpoint.query?.parse({ allowedDomains: "Example.org, @café.example", oncePerBatch: "mailbox" });
  const { batch } = await importCodes(ownCtx, Buffer.from("K4M2-7XQ9-AAAA\nK4M2-7XQ9-BBBB"), { allowEasyToGuess: true, ...query });
  const restrictions = { allowedDomains: ["example.org", "xn--caf-dma.example"], oncePerBatch: "mailbox" };
  expect(await getBatch(ownCtx, batch?.id ?? "")).toMatchObject(restrictions);
  const [first, second] = ["K4M2-7XQ9-AAAA", "K4M2-7XQ9-BBBB"].map(normalizeCode) as [string, string];
  expect(await outcome(ownCtx, first, "ada@example.com")).toBe("code_domain_not_allowed");
  expect(await outcome(ownCtx, first, "ada@example.org")).toBe("claimed");
  expect(await outcome(ownCtx, second, "ada@example.org")).toBe("batch_claimed");
});

describe("codes for emails of certain domains", () => {
  test("can be claimed with these domains and their subdomains, with every kind of key", async () => {
    const { keys, batch } = await generate({ amount: 1, allowedClaims: 9, allowedDomains: ["example.org", "xn--bcher-kva.example"] });
    const [code = ""] = keys;
    expect(await getCode(ctx, code)).toMatchObject({ allowedDomains: ["example.org", "xn--bcher-kva.example"], oncePerBatch: null });
    for (const email of [`${uniqueId()}@example.org`, `${uniqueId()}@mail.example.org`, `${uniqueId()}@xn--bcher-kva.example`])
      expect(await outcome(publicCtx, code, email)).toBe("claimed");
    for (const email of ["eve@other-example.org", "eve@example.org.evil.example", "eve@example.com", "eve@org"])
      for (const caller of [ctx, publicCtx]) expect(await outcome(caller, code, email)).toBe("code_domain_not_allowed");
    expect(await getClaimCounts(ctx, code)).toEqual({ counter: 3, claims: 3 });
    expect(await countKeys(batch)).toBe(0);
  });

  test("get other domains later, keep their claims, and are open to all without domains", async () => {
    const email = `${uniqueId()}@example.org`;
    const { keys, batch } = await generate({ amount: 2, allowedDomains: ["example.org"] });
    const [code = "", other = ""] = keys;
    expect(await outcome(ctx, code, email)).toBe("claimed");
    expect(await updateBatch(ctx, batch, { allowedDomains: ["example.com"] })).toMatchObject({ allowedDomains: ["example.com"] });
    expect(await outcome(ctx, code, email)).toBe("claimed");
    expect(await outcome(ctx, other, email)).toBe("code_domain_not_allowed");
    await updateBatch(ctx, batch, { allowedDomains: ["example.com"] });
    await updateBatch(ctx, batch, { allowedDomains: null });
    expect(await outcome(ctx, other, email)).toBe("claimed");
    expect(await getBatch(ctx, batch)).toMatchObject({ allowedDomains: null });
    const events = await queryRows<{ data: object }>(
      db,
      sql`select data from events where kind = 'batch.updated' and data ->> 'batch' = ${batch}`,
    );
    expect(events).toEqual(Array(2).fill({ data: { batch, fields: ["allowedDomains"] } }));
  });

  test("are explained to staff, and on the claim page without the domains", async () => {
    const { keys } = await generate({ amount: 1, allowedDomains: ["acme.example", "example.com"] });
    const [code = ""] = keys;
    const check = await checkCode(ctx, { code, email: "eve@example.org" });
    expect(check).toMatchObject({ claimable: false, error: "code_domain_not_allowed", publicError: "code_domain_not_allowed" });
    expect(check.rules.find(({ rule }) => rule === "domain")).toMatchObject({
      passes: false,
      message: "Only emails of acme.example or example.com can claim it.",
    });
    const page = await openPage(await submitForm(routes.forms.claim, { code, email: "eve@example.org" }));
    expect(page).toContain("This code is only for certain email addresses");
    expect(page).not.toContain("acme.example");
  });
});

test.each([
  ["ada.lovelace@gmail.com", "adalovelace@gmail.com"],
  ["a.d.a+news+x@googlemail.com", "ada@gmail.com"],
  ["ada+news@example.org", "ada+news@example.org"],
  ["a.da@gmail.com.example", "a.da@gmail.com.example"],
  ["+x@gmail.com", "+x@gmail.com"],
])("the mailbox of %s is %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

describe("one code of a batch for each person", () => {
  test("is the most that an email or a mailbox can claim, and the same code can be claimed again", async () => {
    const name = uniqueId().replace(/[^a-z0-9]/g, "");
    const { keys: byEmail } = await generate({ amount: 3, oncePerBatch: "email" });
    const { keys: byMailbox } = await generate({ amount: 3, oncePerBatch: "mailbox" });
    expect(await outcome(ctx, byEmail[0] ?? "", `${name}@gmail.com`)).toBe("claimed");
    expect(await outcome(publicCtx, byEmail[0] ?? "", `${name}@gmail.com`)).toBe("claimed");
    expect(await outcome(publicCtx, byEmail[1] ?? "", `${name}@gmail.com`)).toBe("batch_claimed");
    expect(await outcome(ctx, byEmail[1] ?? "", `${name}+2@gmail.com`)).toBe("claimed");
    expect(await outcome(ctx, byMailbox[0] ?? "", `${name}@gmail.com`)).toBe("claimed");
    expect(await outcome(ctx, byMailbox[1] ?? "", `${name.slice(0, 1)}.${name.slice(1)}+2@googlemail.com`)).toBe("batch_claimed");
    expect(await outcome(ctx, byMailbox[1] ?? "", `${name}@example.org`)).toBe("claimed");
    expect(await getClaimCounts(ctx, byMailbox[2] ?? "")).toEqual({ counter: 0, claims: 0 });
    const check = await checkCode(ctx, { code: byMailbox[2] ?? "", email: `${name}+3@gmail.com` });
    expect(check).toMatchObject({ error: "batch_claimed", publicError: "batch_claimed", claimable: false });
    expect(check.rules.at(-2)).toEqual({ rule: "once", passes: false, message: "This mailbox has claimed another code of its batch." });
  });

  test.each([1, 64])("stays one when 64 of their claims race for codes with %i uses, and no use is lost", async (allowedClaims) => {
    for (let round = 0; round < 3; round++) {
      const name = uniqueId().replace(/[^a-z0-9]/g, "");
      const { keys, batch } = await generate({ amount: 16, allowedClaims, oncePerBatch: "mailbox" });
      const results = await Promise.all(
        Array.from({ length: 64 }, (_, index) =>
          outcome(
            index % 2 ? publicCtx : { ...otherPool.ctx, projectId: ctx.projectId },
            keys[index % 16] ?? "",
            `${name}+${index % 8}@gmail.com`,
          ),
        ),
      );
      expect(new Set(results)).toEqual(
        new Set(["claimed", "batch_claimed"].concat(results.includes("code_exhausted") ? ["code_exhausted"] : [])),
      );
      const [row] = await queryRows<{ claims: number; counter: number; keys: number }>(
        db,
        sql`select (select count(*)::int from claims where batch_id = ${batch}) as claims, (select count(distinct once_key)::int from claims where batch_id = ${batch}) as keys,
          (select sum(claims)::int from codes where batch_id = ${batch}) as counter`,
      );
      expect(row).toEqual({ claims: 1, keys: 1, counter: 1 });
    }
  });

  test("counts only claims that exist: a revoked claim, a deleted code and a deleted lead free it", async () => {
    const { keys } = await generate({ amount: 4, oncePerBatch: "email" });
    const [first = "", second = "", third = "", fourth = ""] = keys;
    const email = uniqueEmail();
    expect(await outcome(ctx, first, email)).toBe("claimed");
    await revokeClaim(ctx, { code: first, email });
    expect(await outcome(ctx, second, email)).toBe("claimed");
    const job = await deleteCodes(ctx, [second]);
    expect(await outcome(ctx, third, email)).toBe("claimed");
    expect(await undo(ctx, job)).toMatchObject({ changed: 1, error: { error: "batch_claimed" } });
    expect(await getClaimCounts(ctx, second)).toEqual({ counter: 0, claims: 0 });
    await deleteLead(ctx, email);
    expect(await outcome(ctx, fourth, email)).toBe("claimed");
  });

  test("follows a lead to another email", async () => {
    const { ctx: own } = await insertProject(ctx);
    const { keys } = await generate({ amount: 2, oncePerBatch: "email" }, own);
    const [first = "", second = ""] = keys;
    const [email, newEmail] = [await insertLead(own), uniqueEmail()];
    expect(await outcome(own, first, email)).toBe("claimed");
    await requestEmailChange(own, { email, newEmail });
    const [change] = await queryRows<{ id: string }>(db, sql`select id from email_changes where email = ${email}`);
    const link = new URL((await getEmailChangeNotice(own, change?.id ?? ""))?.link ?? "");
    await confirmEmailChange({ ...own, actor: { kind: "visitor", id: null } }, link.searchParams.get("token") ?? "");
    expect(await outcome(own, second, newEmail)).toBe("batch_claimed");
    expect(await outcome(own, second, email)).toBe("claimed");
  });
});

test("codes without restrictions write nothing for them", async () => {
  const { keys, batch } = await generate({ amount: 2 });
  const email = uniqueEmail();
  for (const code of keys) expect(await outcome(ctx, code, email)).toBe("claimed");
  expect(await countKeys(batch)).toBe(0);
  expect(await getErrorName(claimCode(ctx, { code: normalizeCode(await insertCode(ctx, { paused: true })), email }))).toBe("code_paused");
});

describe("emails with codes that are restricted", () => {
  const skippedReasons = (skipped: readonly { email: string; reason: string }[]) =>
    Object.fromEntries(skipped.map(({ email, reason }) => [email, reason]));

  test("go to leads who can claim them, chosen one by one or by a filter, as the preview says", async () => {
    const { ctx: own } = await insertProject(ctx);
    const { keys } = await generate({ amount: 2, allowedClaims: 9, allowedDomains: ["example.org"], oncePerBatch: "mailbox" }, own);
    const [code = "", other = ""] = keys;
    const person = uniqueId();
    const emails = {
      allowed: `a-${person}@example.org`,
      subdomain: `b-${person}@mail.example.org`,
      another: `c-${person}@example.com`,
      lookalike: `d-${person}@other-example.org`,
      claimedOther: `e-${person}@example.org`,
    };
    for (const email of Object.values(emails)) await insertLead(own, { email });
    await claimCode(own, { code: other, email: emails.claimedOther });
    const reasons = {
      [emails.another]: "domain_not_allowed",
      [emails.lookalike]: "domain_not_allowed",
      [emails.claimedOther]: "batch_claimed",
    };
    const preview = await previewSend(own, { code, filter: {}, skip: [] });
    expect(preview).toMatchObject({ receivedLeads: 5, notifiedLeads: 2 });
    // Counted without a list of the leads.
    expect(await previewSend(own, { code, filter: {}, skip: [] }, 1)).toMatchObject({
      notifiedLeads: 2,
      skipped: expect.arrayContaining([expect.objectContaining({ reason: "domain_not_allowed", count: 2 })]),
    });
    const sent = await sendCode(own, { code, emails: Object.values(emails), skip: [] });
    expect(sent.notifiedLeads).toBe(2);
    expect(skippedReasons(sent.skipped)).toEqual(reasons);
  });

  test("go to invited leads who can claim them, and the others leave the codes of the batch to them", async () => {
    const { ctx: own } = await insertProject(ctx);
    const { batch } = await generate({ amount: 1, allowedDomains: ["example.org"] }, own);
    const [refused, invited] = [`${uniqueId()}@example.com`, `${uniqueId()}@example.org`];
    for (const email of [refused, invited]) await insertLead(own, { email });
    expect(await previewSend(own, { batch, emails: [refused, invited] })).toMatchObject({ notifiedLeads: 1, batch: { withoutCode: 0 } });
    const reply = await inviteLeads(own, { batch, emails: [refused, invited] });
    expect(reply.codes).toEqual([expect.objectContaining({ email: invited })]);
    expect(skippedReasons(reply.skipped)).toEqual({ [refused]: "domain_not_allowed" });
  });

  test("count emails of Gmail as claims do", async () => {
    for (const email of [
      "a.b+c@gmail.com",
      "ab@googlemail.com",
      "a.b+c@example.org",
      "+x@gmail.com",
      ".@gmail.com",
      "a+b+c@gmail.com",
      "a@mail.gmail.com",
    ]) {
      const [row] = await queryRows<{ mailbox: string }>(db, sql`select ${mailboxSql(sql`${email}::text`)} as mailbox`);
      expect(row?.mailbox, email).toBe(mailboxOf(email));
    }
  });
});
