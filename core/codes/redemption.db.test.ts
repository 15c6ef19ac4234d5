import { describe, expect, test } from "vitest";
import { updateBatchEndpoint } from "@/contract/batches";
import { normalizeCode } from "@/contract/normalize";
import { renderLeadEmail } from "@/emails/render";
import { sampleLeadEmail } from "@/emails/sample-email";
import { routes, withQuery } from "@/lib/routes";
import { getErrorName } from "@/tests/harness/errors";
import { insertBatch, insertCode, insertLead, uniqueEmail } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { openPage, submitForm } from "@/tests/harness/public-pages";
import { readQrCodes } from "@/tests/harness/qr-codes";
import { createTestApp } from "@/tests/harness/test-app";
import { updateBatch } from "../batches/update";
import { listEvents } from "../events/list";
import { createClaimUrl } from "../leads/email-links";
import { inviteLeads } from "../leads/invite";
import { getLead } from "../leads/record";
import { getCodeQr, printedCode } from "../prints/qr-code";
import { resendMessage } from "../sends/automatic-emails";
import { getPreviewMessage } from "../sends/email-content";
import { checkCode } from "./check";
import { claimCode } from "./claim";
import { getCode, getCodeRow } from "./record";

const { ctx, publicCtx } = await createTestApp();

type Redemption = Pick<Parameters<typeof updateBatch>[2], "redemptionUrl" | "redemptionInstructions">;
const store = { redemptionUrl: "https://store.example/redeem?code={code}", redemptionInstructions: "Open the store.\nTap Redeem." };

async function createCode(redemption: Redemption, text?: string): Promise<{ batch: string; text: string }> {
  const batch = await insertBatch(ctx, { name: "Store codes" });
  await updateBatch(ctx, batch, redemption);
  return { batch, text: await insertCode(ctx, { batch, ...(text !== undefined && { text }) }) };
}

describe("codes that are redeemed elsewhere", () => {
  test("have the link with the code filled in, and the instructions", async () => {
    const { batch, text } = await createCode(store, "AB CD-é/1");
    expect(await getCode(ctx, normalizeCode(text))).toMatchObject({
      redemptionUrl: "https://store.example/redeem?code=AB%20CD-%C3%A9%2F1",
      redemptionInstructions: store.redemptionInstructions,
    });
    expect(await collectAll(listEvents(ctx, { kind: ["batch.redemption_changed"] }))).toHaveLength(1);
    expect(await updateBatch(ctx, batch, store)).toMatchObject(store);
    expect(await collectAll(listEvents(ctx, { kind: ["batch.redemption_changed"] }))).toHaveLength(1);
    const none = { redemptionUrl: null, redemptionInstructions: null };
    expect(await updateBatch(ctx, batch, none)).toMatchObject(none);
    expect(await getCode(ctx, normalizeCode(text))).toMatchObject(none);
  });

  test("can't be claimed by customers, who learn where to redeem them, but recorded with a secret key", async () => {
    const { text } = await createCode(store);
    const input = { code: normalizeCode(text), email: uniqueEmail() };
    const refusal = claimCode(publicCtx, input);
    await expect(refusal).rejects.toMatchObject({
      errorName: "code_redeemed_elsewhere",
      message: `Redeem this code at https://store.example/redeem?code=${text}. ${store.redemptionInstructions}`,
    });
    expect(await checkCode(ctx, input)).toMatchObject({ claimable: true, error: null, publicError: "code_redeemed_elsewhere" });
    expect(await claimCode(ctx, input)).toMatchObject({ claimedCode: { claims: 1 } });
    expect(await checkCode(ctx, input)).toMatchObject({ claimed: true, publicError: null });
  });

  test("say that they are reserved, paused or unknown before where they are redeemed", async () => {
    const { batch, text } = await createCode(store);
    const claim = () => getErrorName(claimCode(publicCtx, { code: normalizeCode(text), email: uniqueEmail() }));
    await updateBatch(ctx, batch, { paused: true });
    expect(await claim()).toBe("code_paused");
    await updateBatch(ctx, batch, { paused: false });
    const reserved = await insertCode(ctx, { batch, reservedFor: await insertLead(ctx) });
    expect(await getErrorName(claimCode(publicCtx, { code: normalizeCode(reserved), email: uniqueEmail() }))).toBe("code_not_found");
  });

  test("lead there from emails and QR codes, and are never reminded of", async () => {
    const { batch, text } = await createCode(store);
    const email = await insertLead(ctx);
    await inviteLeads(ctx, { emails: [email], batch });
    expect((await getLead(ctx, email)).invitation?.code).toBe(text);
    const message = await getPreviewMessage(ctx, { code: normalizeCode(text), email });
    const { html, text: plain } = await renderLeadEmail({ ...sampleLeadEmail, ...message });
    expect(html).toContain(`href="https://store.example/redeem?code=${text}"`);
    expect(plain).toContain("You redeem it at store.example. Open the store. Tap Redeem.");
    expect(plain).not.toContain("claim it");
    expect(await getErrorName(resendMessage(ctx, { email, kind: "reminder" }))).toBe("email_not_needed");
    const link = `https://store.example/redeem?code=${text}`;
    expect(printedCode(await getCodeRow(ctx, normalizeCode(text)))).toEqual({ text, link });
    const { chunks } = await getCodeQr(ctx, normalizeCode(text), { format: "png", size: 512 });
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    expect((await readQrCodes(Buffer.concat(parts))).map((code) => code.text)).toEqual([link]);
  });

  test("with instructions alone lead to the claim page, which has them", async () => {
    const { batch, text } = await createCode({ redemptionInstructions: "Say it at the <counter>." });
    const email = await insertLead(ctx);
    await inviteLeads(ctx, { emails: [email], batch });
    const personal = createClaimUrl(ctx.projectId, text, email).replace(/^https?:\/\/[^/]+/, "");
    const page = await openPage(personal);
    for (const part of [text, "Say it at the &lt;counter&gt;.", "Redeem your code"]) expect(page).toContain(part);
    expect(page).not.toContain("<form");
    const shared = await insertCode(ctx, { batch, allowedClaims: 5 });
    expect(await openPage(withQuery(routes.claim, { code: shared }))).toContain("<form");
    expect(await openPage(await submitForm(routes.forms.claim, { code: shared, email: uniqueEmail() }))).toContain(
      "Say it at the &lt;counter&gt;.",
    );
  });
});

test("only accepts links to web pages, with the code in the path or the query", () => {
  const accepts = (redemptionUrl: string) => updateBatchEndpoint.body.safeParse({ redemptionUrl }).success;
  for (const url of [
    "https://store.example/redeem?code={code}",
    "https://store.example/{code}",
    "https://store.example/redeem",
    "https://store.example/#/redeem/{code}",
  ])
    expect(accepts(url), url).toBe(true);
  for (const url of [
    "javascript:alert({code})",
    "market://redeem/{code}",
    "https://{code}.store.example/",
    "store.example/{code}",
    "{code}",
  ])
    expect(accepts(url), url).toBe(false);
});
