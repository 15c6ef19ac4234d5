import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { apiClient } from "@/tests/harness/api";
import { fingerprintDatabase, insertLead, insertProject, type LeadOptions, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { updateBlockList } from "../abuse-protection/block-list";
import { updateProject } from "../projects/update";
import { getLead } from "./record";

const app = await createTestApp();
const { ctx, secretKey, publicKey, db } = app;
const api = apiClient(secretKey);
const create = (body: object) => api.post("/leads/create", body);
const options = { key: "company", label: "Company", type: "text" as const, options: [], required: false, onJoinForms: false };
await updateProject(ctx, { questions: [options], consentText: "I agree to emails." });

const listEvents = (email: string) =>
  queryRows<{ kind: string; data: object }>(db, sql`select kind, data from events where email = ${email} order by id`);

describe("409 lead_exists", () => {
  test("names the sent fields whose saved value is another one, and whether the lead is on the waitlist", async () => {
    const referrer = await getLead(ctx, await insertLead(ctx));
    const email = await insertLead(ctx, {
      firstname: "Ada",
      lastname: "Lovelace",
      tags: ["vip"],
      answers: { company: "Acme" },
      onWaitlist: true,
    });
    const before = await fingerprintDatabase(db);
    const same = await create({
      email,
      firstname: " Ada ",
      lastname: "Lovelace",
      notes: "",
      waitlist: true,
      tags: ["VIP"],
      fields: { company: "Acme" },
    });
    expect(same).toMatchObject({ status: 409, error: "lead_exists", details: { differences: [], onWaitlist: true } });
    const other = await create({
      email,
      firstname: "Augusta",
      lastname: "",
      notes: "Met.",
      waitlist: false,
      tags: ["vip", "beta"],
      consent: true,
      fields: { company: "Other" },
      referralCode: referrer.referralCode,
      sourceTag: "fair",
      utm: { source: "x" },
      referrerUrl: "https://example.org/",
    });
    expect(other.details?.differences).toEqual([
      ...["firstname", "lastname", "notes", "waitlist", "referralCode", "consent", "tags", "sourceTag", "utm", "referrerUrl"],
      "fields.company",
    ]);
    expect((await create({ email })).details).toMatchObject({ differences: [], onWaitlist: true });
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("is never told to a public key, which can't say what to do with a lead that exists", async () => {
    const email = await insertLead(ctx);
    const publicApi = apiClient(publicKey);
    expect((await publicApi.post("/leads/create", { email, firstname: "Ada", consent: true })).status).toBe(200);
    const refused = await publicApi.post("/leads/create", { email, consent: true, onConflict: "skip" });
    expect(refused).toMatchObject({ error: "invalid_input", fields: { onConflict: ["can't be set with the public key"] } });
  });
});

describe("onConflict", () => {
  test("creates a lead that doesn't exist, whatever it says", async () => {
    for (const onConflict of ["skip", "update", "waitlist"]) {
      const email = uniqueEmail();
      const { data } = await create({ email, firstname: "Ada", waitlist: true, onConflict });
      expect(data).toMatchObject({ email, firstname: "Ada", onWaitlist: true });
      expect(await listEvents(email)).toMatchObject([{ kind: "lead.created" }]);
    }
  });

  test("skip returns the lead and changes nothing", async () => {
    const email = await insertLead(ctx, { firstname: "Ada" });
    const before = await fingerprintDatabase(db);
    const { data } = await create({ email, firstname: "Augusta", waitlist: true, tags: ["vip"], onConflict: "skip" });
    expect(data).toMatchObject({ email, firstname: "Ada", onWaitlist: false, tags: [] });
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("update replaces the fields that have a value, adds tags and a referrer, and keeps the rest", async () => {
    const referrer = await getLead(ctx, await insertLead(ctx, { onWaitlist: true }));
    const email = await insertLead(ctx, {
      firstname: "Ada",
      lastname: "Lovelace",
      notes: "Met.",
      tags: ["vip"],
      source: "page",
      sourceTag: "fair",
    });
    const { createdAt, consent } = await getLead(ctx, email);
    const { data } = await create({
      email,
      firstname: "Augusta",
      lastname: "",
      tags: ["beta"],
      fields: { company: "Acme" },
      waitlist: true,
      consent: true,
      sourceTag: "other",
      referralCode: referrer.referralCode,
      onConflict: "update",
    });
    expect(data).toMatchObject({
      firstname: "Augusta",
      lastname: "Lovelace",
      notes: "Met.",
      tags: ["beta", "vip"],
      fields: { company: "Acme" },
    });
    expect(data).toMatchObject({
      onWaitlist: true,
      referredBy: { email: referrer.email },
      source: "page",
      sourceTag: "fair",
      createdAt,
      consent,
    });
    const changed = ["firstname", "fields", "tags", "referredBy", "onWaitlist"];
    expect(await listEvents(email)).toEqual([{ kind: "lead.updated", data: { fields: changed, addedTags: ["beta"], onWaitlist: true } }]);
    await create({ email, firstname: "Augusta", tags: ["beta"], referralCode: referrer.referralCode, onConflict: "update" });
    expect(await listEvents(email)).toHaveLength(1);
  });

  test("update refuses more tags than a lead can have, and changes nothing", async () => {
    const tags = Array.from({ length: 20 }, (_, index) => `tag${index}`);
    const email = await insertLead(ctx, { tags, firstname: "Ada" });
    const { error, fields } = await create({ email, firstname: "Augusta", tags: ["more"], onConflict: "update" });
    expect({ error, fields }).toEqual({ error: "invalid_input", fields: { tags: ["must have at most 20 tags"] } });
    expect((await getLead(ctx, email)).firstname).toBe("Ada");
  });

  const past = "2026-01-02T03:04:05.000Z";
  type State = LeadOptions & { waitlistChangedAt?: string; invitedAt?: string; invitationOutcome?: string };
  const insertWith = async ({ waitlistChangedAt, invitedAt, invitationOutcome, ...rest }: State) => {
    const email = await insertLead(ctx, rest);
    await db.execute(sql`update leads set waitlist_changed_at = ${waitlistChangedAt ?? null}::timestamptz,
      invited_at = ${invitedAt ?? null}::timestamptz, invitation_outcome = ${invitationOutcome ?? null}::text where email = ${email}`);
    return email;
  };

  test.each<[lead: string, state: State, update: boolean, waitlist: boolean]>([
    ["was never on the waitlist", {}, true, true],
    ["left it", { waitlistChangedAt: past }, false, true],
    ["has an open invitation", { waitlistChangedAt: past, invitedAt: past }, false, false],
    ["had an invitation that expired", { waitlistChangedAt: past, invitedAt: past, invitationOutcome: "expired" }, false, true],
    ["claimed a code without ever waiting", { hasClaimed: true }, false, true],
    ["claimed a code from the waitlist", { hasClaimed: true, waitlistChangedAt: past }, false, false],
    ["is held for review", { status: "held" }, false, false],
    ["hasn't confirmed their email", { status: "unconfirmed" }, false, false],
  ])(
    "a lead is added to the waitlist who %s: as by a public sign-up with waitlist, as by an import with update",
    async (_, state, ...expected) => {
      for (const [index, onConflict] of ["update", "waitlist"].entries()) {
        const email = await insertWith(state);
        const { data } = await create({ email, waitlist: true, firstname: "Ada", onConflict });
        expect([onConflict, data.onWaitlist, data.firstname]).toEqual([
          onConflict,
          expected[index],
          onConflict === "update" ? "Ada" : null,
        ]);
        expect(data.status).toBe(state.status ?? "active");
        expect((await create({ email, onConflict: "waitlist" })).data.updatedAt).toBe(data.updatedAt);
      }
      if (state.status) return;
      const email = await insertWith(state);
      await apiClient(publicKey).post("/leads/create", { email, waitlist: true, consent: true });
      expect((await getLead(ctx, email)).onWaitlist).toBe(expected[1]);
    },
  );

  test("a lead whose email was blocked since is added, as a new one is with a secret key, and a held one stays held", async () => {
    const { ctx: own, secretKey: key } = await insertProject(ctx);
    const [active, held] = [await insertLead(own), await insertLead(own, { status: "held" })];
    await updateBlockList(own, { entries: ["example.org"] });
    for (const email of [active, held]) await apiClient(key).post("/leads/create", { email, waitlist: true, onConflict: "waitlist" });
    expect(await getLead(own, active)).toMatchObject({ status: "active", onWaitlist: true });
    expect(await getLead(own, held)).toMatchObject({ status: "held", onWaitlist: false });
  });

  test("emails no one, and credits a referral that waited for it", async () => {
    const email = await insertLead(ctx, { referredBy: await insertLead(ctx) });
    await create({ email, waitlist: true, onConflict: "waitlist" });
    expect(await queryRows(db, sql`select from deliveries where email = ${email}`)).toEqual([]);
  });

  test("of many requests at the same time, all return the lead and one creates it", async () => {
    const email = uniqueEmail();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create({ email, tags: [`t${index}`], waitlist: true, onConflict: "update" })),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect((await getLead(ctx, email)).tags).toHaveLength(12);
    expect((await listEvents(email)).filter(({ kind }) => kind === "lead.created")).toHaveLength(1);
  });
});
