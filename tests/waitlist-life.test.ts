import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { listEvents } from "@/core/events/list";
import { updateProject } from "@/core/projects/update";
import { routes } from "@/lib/routes";
import { publicPages } from "@/server/pages";
import { apiClient } from "./harness/api";
import { insertWaitlist } from "./harness/factories";
import { collectAll } from "./harness/lists";
import { startSmtpSink } from "./harness/smtp-sink";
import { createTestApp } from "./harness/test-app";
import { startWorker, waitUntil } from "./harness/worker";

const { ctx, db, url, publicKey, secretKey } = await createTestApp();
const [website, backend] = [apiClient(publicKey), apiClient(secretKey)];
const sink = await startSmtpSink();
await startWorker({ url, smtpUrl: sink.url });

/** Waits for an email with this subject, and returns the query of its link to a page. */
async function waitForLink(email: string, subject: RegExp, path: string): Promise<URLSearchParams> {
  return waitUntil(`${subject} to ${email}`, async () => {
    for (const { source } of sink.received.filter(({ to }) => to === email)) {
      const message = await PostalMime.parse(source);
      const links = message.text?.match(/https?:\/\/\S+/g)?.map((link) => new URL(link)) ?? [];
      if (subject.test(message.subject ?? "")) return links.find(({ pathname }) => pathname === path)?.searchParams;
    }
  });
}

/** Confirms an email like its owner, with the form that the email links to. */
async function confirmEmail(email: string): Promise<void> {
  const token = (await waitForLink(email, /^Confirm your email/, routes.confirm)).get("token") ?? "";
  const { POST } = publicPages[routes.forms.confirm] as Record<"POST", (request: Request) => Promise<Response>>;
  const headers = { "sec-fetch-site": "same-origin" };
  await POST(
    new Request(`http://localhost:3000${routes.forms.confirm}`, { method: "POST", body: new URLSearchParams({ token }), headers }),
  );
}

const waitUntilSent = (kind: string, sent: number) =>
  waitUntil(`${sent} ${kind} emails`, async () => {
    const { headers } = await backend.get(`/messages?kind=${kind}&status=sent&limit=1`);
    return headers.get("x-total-count") === String(sent);
  });

const getPosition = async (email: string) => (await backend.get(`/leads/email/${email}/position`)).data;
const listByStatus = async (status: string): Promise<string[]> =>
  (await backend.get(`/waitlist?status=${status}`)).data.map((entry: { email: string }) => entry.email).sort();

test("a lead joins with consent, moves up, is invited by a wave and claims a code, and the places of others are passed on, with the API", async () => {
  await updateProject(ctx, {
    consentText: "I want news about the launch.",
    doubleOptIn: true,
    referralBonus: 2,
    questions: [{ key: "company", label: "Company", type: "text", options: [], required: true, onJoinForms: true }],
  });
  const others = await insertWaitlist(ctx, 20);
  const [declining = "", expiring = ""] = others;
  const [ada, friend] = ["ada@example.org", "friend@example.org"];

  const signUp = { email: ada, waitlist: true, firstname: "Ada", fields: { company: "Analytical Engines" }, sourceTag: "newsletter" };
  expect(await website.post("/leads/create", signUp)).toMatchObject({ status: 400, fields: { consent: [expect.any(String)] } });
  expect((await website.post("/leads/create", { ...signUp, consent: true })).data).toEqual({ email: ada, referral: expect.anything() });
  await confirmEmail(ada);
  await waitForLink(ada, /^You're on the/, routes.position);
  expect(await getPosition(ada)).toEqual({ position: 21, waiting: 21, referrals: 0 });

  const { referralCode } = (await backend.get(`/leads/email/${ada}`)).data;
  await website.post("/leads/create", { email: friend, waitlist: true, referralCode, consent: true, fields: { company: "Acme" } });
  await confirmEmail(friend);
  await waitUntil("the referral counts", async () => (await getPosition(ada)).referrals === 1);
  expect(await getPosition(ada)).toEqual({ position: 19, waiting: 22, referrals: 1 });

  expect((await backend.post("/waves/preview", { size: 20 })).data).toMatchObject({ matching: 22, invited: 20, last: { position: 20 } });
  const wave = await backend.post("/waves", { size: 20, expiresAfterDays: 7, reminderAfterDays: 5, passOn: true });
  expect(wave.data).toMatchObject({ invited: 20, opened: 0, claimed: 0 });
  expect(await getPosition(ada)).toEqual({ position: null, waiting: 2, referrals: 1 });
  expect(await getPosition(friend)).toMatchObject({ position: 2, waiting: 2 });

  // A lead who declines before an email is sent doesn't get it.
  await waitUntilSent("invitation", 20);
  await db.execute(sql`update lead_invitations set remind_at = remind_at - interval '5 days'`);
  const reminder = Object.fromEntries(await waitForLink(ada, /is waiting$/, routes.claim));
  await waitUntilSent("reminder", 20);
  const { code: declinedCode } = (await backend.get(`/leads/email/${declining}`)).data.invitation;
  expect((await backend.post("/codes/decline", { code: declinedCode, email: declining })).status).toBe(200);
  await db.execute(sql`update codes set valid_until = now() - interval '1 second' where reserved_for = ${expiring}`);
  await db.execute(sql`update lead_invitations set expires_at = now() - interval '1 second' where email = ${expiring}`);
  await waitUntil("both places are passed on", async () => (await backend.get(`/waves/${wave.data.id}`)).data.passedOn === 2);
  expect(await listByStatus("declined")).toEqual([declining]);
  expect(await listByStatus("expired")).toEqual([expiring]);
  expect(await listByStatus("invited")).toEqual([ada, friend, ...others.slice(2)].sort());
  expect(await listByStatus("waiting")).toEqual([]);
  await waitForLink(friend, /^Your code for/, routes.claim);

  const { code = "", token: linkToken = "" } = reminder;
  const claim = await website.post("/codes/claim", { code, email: ada, linkToken });
  const exchange = await backend.post("/claims/exchange", { token: claim.data.token });
  expect(exchange.data).toMatchObject({
    emailVerified: true,
    code: { code, claims: 1 },
    lead: {
      email: ada,
      hasClaimedCode: true,
      waitlistStatus: "claimed",
      fields: signUp.fields,
      sourceTag: "newsletter",
      consent: { wording: "I want news about the launch." },
      referredLeads: [{ email: friend }],
    },
  });

  const counts = { invited: 22, claimed: 1, declined: 1, expired: 1, bounced: 0, passedOn: 2 };
  expect((await backend.get(`/waves/${wave.data.id}`)).data).toMatchObject(counts);
  const funnel = (await backend.get("/waitlist/funnel")).data;
  expect(funnel.total).toEqual({ joined: 22, confirmed: 12, invited: 22, claimed: 1 });
  expect(funnel.sources[1]).toEqual({ sourceTag: "newsletter", joined: 1, confirmed: 1, invited: 1, claimed: 1 });
  for (const [kind, sent] of Object.entries({ confirm: 2, joined: 2, invitation: 22, reminder: 20, claimed: 0 }))
    await waitUntilSent(kind, sent);
  const events = (await collectAll(listEvents(ctx, {}))).map(({ kind }) => kind);
  const countEvents = (kind: string) => events.filter((each) => each === kind).length;
  expect(
    ["lead.created", "lead.confirmed", "wave.sent", "lead.declined", "lead.invitation_expired", "code.claimed"].map(countEvents),
  ).toEqual([2, 2, 1, 1, 1, 1]);
});
