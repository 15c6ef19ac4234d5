import { expect, test } from "@playwright/test";
import { callApi } from "./harness/api";
import { emailsTo, waitForEmail } from "./harness/inbox";
import { site } from "./harness/site";

for (const [where, prefix] of [
  ["under /api", "/api"],
  ["at the bare origin", ""],
] as const) {
  test(`the README example works ${where}: generate, create a lead, send, look up, claim, exchange and delete`, async () => {
    const { baseUrl, publicKey, secretKey } = site();
    const api = (path: string, body?: object, key = secretKey) => callApi(`${baseUrl}${prefix}${path}`, { key, body });
    const email = `ada-${prefix.length}@example.org`;

    const generated = await api("/codes/generate", { amount: 1, type: "creative", name: "Launch day" });
    expect(generated.status).toBe(200);
    expect(generated.data).toHaveLength(1);
    const { code } = generated.data[0];
    expect(code).toMatch(/^[a-z]+-[a-z]+$/);

    const lead = await api("/leads/create", { email: ` ${email.toUpperCase()} `, firstname: "Ada", waitlist: true });
    expect(lead.data).toMatchObject({ email, firstname: "Ada", onWaitlist: true, hasClaimedCode: false });

    const sent = await api("/codes/send", { code, emails: [email, "unknown@example.org"] });
    expect(sent.data).toMatchObject({
      receivedLeads: 2,
      notifiedLeads: 1,
      skipped: [{ email: "unknown@example.org", reason: "not_a_lead" }],
    });

    await test.step("only the lead receives the email with the code", async () => {
      const message = await waitForEmail(email);
      await expect
        .poll(async () => (await api(`/sends/${sent.data.sendId}`)).data)
        .toMatchObject({ completed: true, deliveries: { sent: 1 } });
      const { data: deliveries } = await api(`/sends/${sent.data.sendId}/deliveries`);
      expect(deliveries).toMatchObject([{ email, code, status: "sent", attempts: 1, error: null }]);
      expect(message.messageId).toMatch(new RegExp(`^<${deliveries[0].id}@`));
      expect(message.to).toMatchObject([{ address: email }]);
      expect([message.cc ?? [], message.bcc ?? []]).toEqual([[], []]);
      expect(message.text).toContain(code);
      expect(message.html).toContain(code);
      expect(message.subject).toBeTruthy();
      expect(await emailsTo(email)).toHaveLength(1);
      expect(await emailsTo("unknown@example.org")).toEqual([]);
    });

    const record = (await api(`/leads/email/${email}`)).data;
    expect(record).toMatchObject({ sentCodes: 1, lastEmail: { kind: "code", status: "sent", at: record.lastEmailedAt } });

    const lookup = await api(`/codes/${code.toUpperCase().replace("-", "%20")}`);
    expect(lookup.data).toMatchObject({ code, claims: 0, status: "active" });

    const claimed = await api("/codes/claim", { code, email }, publicKey);
    expect(claimed.status).toBe(200);
    expect(Object.keys(claimed.data).toSorted()).toEqual([
      "claimToken",
      "claimedAt",
      "code",
      "created",
      "email",
      "emailVerified",
      "token",
      "tokenExpiresAt",
    ]);

    const exchanged = await api("/claims/exchange", { token: claimed.data.token });
    expect(exchanged.data).toMatchObject({
      lead: { email, hasClaimedCode: true, onWaitlist: false },
      code: { code, claims: 1, status: "exhausted" },
    });
    expect(exchanged.data.customer).toEqual(exchanged.data.lead);
    expect(await api("/claims/exchange", { token: claimed.data.token })).toMatchObject({ status: 404, error: "token_not_found" });

    const deleted = await api("/codes/delete", { code });
    expect(deleted.data).toMatchObject({ code, claims: 1 });
    expect(await api(`/codes/${code}`)).toMatchObject({ status: 404, error: "code_not_found" });
    expect(await api("/codes/delete", { code })).toMatchObject({ status: 404, error: "code_not_found" });
    expect((await api(`/leads/email/${encodeURIComponent(email)}`)).data).toMatchObject({ email, hasClaimedCode: false });
  });
}
