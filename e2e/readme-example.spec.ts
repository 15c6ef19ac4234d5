import { expect, test } from "@playwright/test";
import { callApi } from "./harness/api";
import { emailsTo, waitForEmail } from "./harness/inbox";
import { site } from "./harness/site";

for (const [where, prefix] of [
  ["below /api", "/api"],
  ["at the bare origin", ""],
] as const) {
  test(`what the README shows works ${where}: generate, create a lead, send, look up, claim, exchange, delete`, async () => {
    const { baseUrl, publicKey, secretKey } = site();
    const ask = (path: string, body?: object, key = secretKey) => callApi(`${baseUrl}${prefix}${path}`, { key, body });
    const email = `ada-${prefix.length}@example.org`;

    const generated = await ask("/codes/generate", { amount: 1, type: "creative", name: "Launch day" });
    expect(generated.status).toBe(200);
    expect(generated.data).toHaveLength(1);
    const { code } = generated.data[0];
    expect(code).toMatch(/^[a-z]+-[a-z]+$/);

    const lead = await ask("/leads/create", { email: ` ${email.toUpperCase()} `, firstname: "Ada", waitlist: true });
    expect(lead.data).toMatchObject({ email, firstname: "Ada", onWaitlist: true, hasClaimedCode: false });

    const sent = await ask("/codes/send", { code, emails: [email, "nobody@example.org"] });
    expect(sent.data).toMatchObject({
      receivedLeads: 2,
      notifiedLeads: 1,
      skipped: [{ email: "nobody@example.org", reason: "not_a_lead" }],
    });

    await test.step("the lead, and nobody else, finds the code in the inbox", async () => {
      const mail = await waitForEmail(email);
      await expect.poll(async () => (await ask(`/sends/${sent.data.sendId}`)).data).toMatchObject({ done: true, deliveries: { sent: 1 } });
      const { data: deliveries } = await ask(`/sends/${sent.data.sendId}/deliveries`);
      expect(deliveries).toMatchObject([{ email, code, status: "sent", attempts: 1, error: null }]);
      expect(mail.messageId).toMatch(new RegExp(`^<${deliveries[0].id}@`));
      expect(mail.to).toMatchObject([{ address: email }]);
      expect([mail.cc ?? [], mail.bcc ?? []]).toEqual([[], []]);
      expect(mail.text).toContain(code);
      expect(mail.html).toContain(code);
      expect(mail.subject).toBeTruthy();
      expect(await emailsTo(email)).toHaveLength(1);
      expect(await emailsTo("nobody@example.org")).toEqual([]);
    });

    const found = await ask(`/codes/${code.toUpperCase().replace("-", "%20")}`);
    expect(found.data).toMatchObject({ code, claims: 0, status: "active" });

    const claimed = await ask("/codes/claim", { code, email }, publicKey);
    expect(claimed.status).toBe(200);
    expect(Object.keys(claimed.data).toSorted()).toEqual(["code", "email", "token", "tokenExpiresAt"]);

    const exchanged = await ask("/claims/exchange", { token: claimed.data.token });
    expect(exchanged.data).toMatchObject({
      lead: { email, hasClaimedCode: true, onWaitlist: false },
      code: { code, claims: 1, status: "exhausted" },
    });
    expect(exchanged.data.customer).toEqual(exchanged.data.lead);
    expect(await ask("/claims/exchange", { token: claimed.data.token })).toMatchObject({ status: 404, error: "token_not_found" });

    const deleted = await ask("/codes/delete", { code });
    expect(deleted.data).toMatchObject({ code, claims: 1 });
    expect(await ask(`/codes/${code}`)).toMatchObject({ status: 404, error: "code_not_found" });
    expect(await ask("/codes/delete", { code })).toMatchObject({ status: 404, error: "code_not_found" });
    expect((await ask(`/leads/email/${encodeURIComponent(email)}`)).data).toMatchObject({ email, hasClaimedCode: false });
  });
}
