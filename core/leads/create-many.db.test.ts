import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { maxCreatedLeads } from "@/contract/limits";
import { queryRows } from "@/db/query";
import { apiClient } from "@/tests/harness/api";
import { fingerprintDatabase, insertLead, insertLeads, insertProject, uniqueEmail, uniqueId } from "@/tests/harness/factories";
import { importLeads } from "@/tests/harness/imports";
import { waitForLockWaits } from "@/tests/harness/locks";
import { size } from "@/tests/harness/size";
import { createCookie } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { getInvalidValues } from "@/tests/hostile/field-kinds";
import { updateBlockList } from "../abuse-protection/block-list";
import { type Context, inTransaction } from "../context";
import { updateProject } from "../projects/update";
import { createLead } from "./create";
import { deleteLead } from "./delete";
import { getLead } from "./record";
import { listWaitlist } from "./waitlist-list";

const app = await createTestApp();
const { ctx, db, secretKey } = app;
const api = apiClient(secretKey);
const post = (leads: unknown[], more: object = {}) => api.post("/leads/batch", { leads, ...more });
const create = async (leads: object[], more: object = {}) => (await post(leads, more)).data;

async function createProject() {
  const project = await insertProject(ctx);
  return {
    ...project,
    create: async (leads: object[], more = {}) => (await apiClient(project.secretKey).post("/leads/batch", { leads, ...more })).data,
  };
}

const listEvents = (own: Context) =>
  queryRows<{ kind: string; email: string; data: object }>(
    db,
    sql`select kind, email, data from events where project_id = ${own.projectId} order by email, kind`,
  );
const listLine = async (own: Context): Promise<string[]> => {
  const list = await listWaitlist(own, { limit: 100, sort: "position", order: "asc" });
  return "page" in list ? list.page.map(({ email }) => email) : [];
};

describe("POST /leads/batch", () => {
  test("creates leads with everything that is said about them, and returns a result for each in the given order", async () => {
    await updateProject(ctx, {
      questions: [{ key: "company", label: "Company", type: "text", options: [], required: true, onJoinForms: true }],
      consentText: "I agree to emails.",
    });
    const referrer = await getLead(ctx, await insertLead(ctx));
    const [full, plain, other] = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    const { counts, leads } = await create([
      {
        email: ` ${full.toUpperCase()} `,
        firstname: "Ada",
        lastname: "Lovelace",
        notes: "Met.",
        tags: ["VIP"],
        fields: { company: "Acme" },
        waitlist: true,
        createdAt: "2025-03-01T12:00:00+01:00",
        confirmedAt: "2025-03-02T12:00:00Z",
        consent: true,
        referralCode: referrer.referralCode,
        utm: { source: "Fair" },
        referrerUrl: "https://www.example.org/page?x=1",
      },
      { email: plain },
      { email: other, consent: { wording: "Yes to the newsletter.", at: "2025-01-01T00:00:00Z" } },
    ]);
    expect(counts).toEqual({ created: 3, updated: 0, unchanged: 0, skipped: 0, failed: 0 });
    expect(leads).toEqual(
      [full, plain, other].map((email) => ({ email, id: expect.any(String), outcome: "created", joinedWaitlist: email === full })),
    );
    expect(leads[0].id).toBe((await getLead(ctx, full)).id);
    expect(await getLead(ctx, full)).toMatchObject({
      firstname: "Ada",
      lastname: "Lovelace",
      notes: "Met.",
      tags: ["vip"],
      fields: { company: "Acme" },
      onWaitlist: true,
      source: "api",
      createdAt: "2025-03-01T11:00:00.000Z",
      confirmedAt: "2025-03-02T12:00:00.000Z",
      confirmedBy: "import",
      confirmedFrom: "the API",
      consent: { wording: "I agree to emails.", at: "2025-03-01T11:00:00.000Z" },
      referredBy: { email: referrer.email },
      sourceTag: "fair",
      utm: { source: "Fair" },
      referrerUrl: "https://www.example.org/page",
    });
    expect(await getLead(ctx, plain)).toMatchObject({
      firstname: null,
      onWaitlist: false,
      consent: null,
      confirmedAt: null,
      tags: [],
      fields: {},
    });
    const consent = { wording: "Yes to the newsletter.", at: "2025-01-01T00:00:00.000Z" };
    expect(await getLead(ctx, other)).toMatchObject({ consent, createdAt: consent.at });
  });

  test("fails a lead that isn't valid, says why, and writes the others", async () => {
    const own = await createProject();
    await updateProject(own.ctx, { consentText: "I agree to emails." });
    const [good, also] = [uniqueEmail(), uniqueEmail()];
    const future = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const { counts, leads } = await own.create([
      { email: good },
      { email: "not an email", firstname: 7 },
      { firstname: "Ada" },
      { email: " Ada@Example.org", surprise: 1 },
      { email: uniqueEmail(), fields: { unknown: "x" } },
      { email: uniqueEmail(), referralCode: "nowhere" },
      { email: uniqueEmail(), createdAt: future, consent: { wording: "Yes.", at: future }, unsubscribed: future },
      { email: uniqueEmail(), consent: "0".repeat(64) },
      { email: also },
    ]);
    expect(counts).toEqual({ created: 2, updated: 0, unchanged: 0, skipped: 0, failed: 7 });
    expect(leads[1]).toMatchObject({ email: "not an email", outcome: "failed" });
    expect(leads[3]).toMatchObject({ email: "ada@example.org", outcome: "failed" });
    expect(leads[2]).toMatchObject({ email: null, error: { name: "invalid_input", fields: { email: ["is required"] } } });
    const fields = leads.map(({ error }: { error?: { name: string; fields?: object } }) =>
      error?.fields ? Object.keys(error.fields) : error?.name,
    );
    expect(fields).toEqual([
      undefined,
      ["email", "firstname"],
      ["email"],
      ["surprise"],
      ["fields.unknown"],
      "referral_code_not_found",
      ["createdAt", "unsubscribed", "consent.at"],
      ["consent"],
      undefined,
    ]);
  });

  test("refuses a request without leads, with too many, or with something that isn't an object", async () => {
    const before = await fingerprintDatabase(db);
    expect((await post([])).fields).toEqual({ leads: ["must have at least one lead"] });
    expect((await post(Array(maxCreatedLeads + 1).fill({ email: "a@example.org" }))).fields).toEqual({
      leads: ["must have at most 10,000 leads"],
    });
    expect((await post([{ email: "a@example.org" }, "b@example.org", null, ["c"]])).fields).toEqual(
      Object.fromEntries([1, 2, 3].map((index) => [`leads.${index}`, ["must be an object"]])),
    );
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("fails a lead for every hostile value of a field, and names the field", async () => {
    const before = await fingerprintDatabase(db);
    const named = [
      "email",
      "firstname",
      "lastname",
      "notes",
      "waitlist",
      "fields",
      "tags",
      "createdAt",
      "confirmedAt",
      "unsubscribed",
      "bounced",
    ];
    for (const field of named) {
      const values = getInvalidValues("/leads/batch", field).filter((value) => value !== undefined);
      const { counts, leads } = await create(values.map((value) => ({ email: "never@example.org", [field]: value })));
      expect(counts, field).toMatchObject({ failed: values.length });
      for (const [index, { error }] of leads.entries())
        expect(
          Object.keys(error.fields).some((name) => name === field || name.startsWith(`${field}.`)),
          `${field} = ${JSON.stringify(values[index])}`,
        ).toBe(true);
    }
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("counts the first of several leads with one email, and suppresses the person if any of them says so", async () => {
    const email = uniqueEmail();
    const { leads } = await create([
      { email: "not an email" },
      { email, firstname: "Ada", waitlist: true },
      { email: email.toUpperCase(), firstname: "Grace" },
      { email, unsubscribed: "2025-01-01T00:00:00Z" },
    ]);
    expect(leads.map(({ outcome, reason }: { outcome: string; reason?: string }) => reason ?? outcome)).toEqual([
      ...["failed", "created", "duplicate", "duplicate"],
    ]);
    expect(await getLead(ctx, email)).toMatchObject({ firstname: "Ada", suppression: "unsubscribed", onWaitlist: false });
  });

  test("skips, updates or adds leads that exist to the waitlist, as onConflict says", async () => {
    const insert = () => insertLead(ctx, { firstname: "Ada", tags: Array.from({ length: 20 }, (_, index) => `tag${index}`) });
    for (const [onConflict, expected] of [
      [undefined, ["skipped", "skipped", "skipped"]],
      ["skip", ["skipped", "skipped", "skipped"]],
      ["update", ["updated", "failed", "unchanged"]],
      ["waitlist", ["updated", "unchanged", "unchanged"]],
    ] as const) {
      const emails = [await insert(), await insert(), await insert()];
      const sent = [{ firstname: "Grace", waitlist: true }, { firstname: "Grace", tags: ["more"] }, { firstname: "Ada" }];
      const { leads } = await create(
        sent.map((lead, index) => ({ email: emails[index], ...lead })),
        { onConflict },
      );
      expect(leads.map(({ outcome }: { outcome: string }) => outcome)).toEqual(expected);
      if (expected[0] === "skipped") expect(leads[0]).toMatchObject({ reason: "lead_exists", joinedWaitlist: false });
      const saved = await getLead(ctx, emails[0] ?? "");
      expect(saved).toMatchObject({ firstname: onConflict === "update" ? "Grace" : "Ada", onWaitlist: expected[0] === "updated" });
      expect(leads[0].joinedWaitlist).toBe(saved.onWaitlist);
      expect((await getLead(ctx, emails[1] ?? "")).firstname).toBe("Ada");
    }
  });

  test("suppresses people who must not be emailed, also those who exist and are skipped", async () => {
    const [known, twice] = [await insertLead(ctx), await insertLead(ctx)];
    await api.post("/suppressions", { email: twice, reason: "staff" });
    const fresh = uniqueEmail();
    const { leads } = await create([
      { email: known, unsubscribed: true },
      { email: twice, complained: true },
      { email: fresh, waitlist: true, unsubscribed: false, bounced: "2025-01-01T00:00:00Z", complained: true },
    ]);
    expect(leads.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["updated", "skipped", "created"]);
    expect(await getLead(ctx, known)).toMatchObject({ suppression: "unsubscribed" });
    expect(await getLead(ctx, twice)).toMatchObject({ suppression: "staff" });
    expect(await getLead(ctx, fresh)).toMatchObject({ suppression: "complained", onWaitlist: false });
    const rows = await queryRows(db, sql`select note, created_at from suppressions where email = ${fresh}`);
    expect(rows).toMatchObject([{ note: "Imported from the API" }]);
  });

  test("orders the waitlist by the dates of the sign-ups, among those who wait, and the others by their order at the end", async () => {
    const own = await createProject();
    await createLead(own.ctx, { email: "now@example.org", waitlist: true });
    await own.create(
      [
        ["last-a", undefined],
        ["second", "2025-02-01T00:00:00Z"],
        ["first", "2025-01-01T00:00:00Z"],
        ["last-b", undefined],
      ].map(([name, createdAt]) => ({ email: `${name}@example.org`, waitlist: true, createdAt })),
    );
    expect(await listLine(own.ctx)).toEqual(["first", "second", "now", "last-a", "last-b"].map((name) => `${name}@example.org`));
  });

  test("emails no one, moves no referrer up, and needs no confirmation", async () => {
    const own = await createProject();
    await updateProject(own.ctx, { doubleOptIn: true, referralBonus: 5, sendJoinedEmail: true });
    await createLead(own.ctx, { email: "first@example.org", waitlist: true });
    await createLead(own.ctx, { email: "referrer@example.org", waitlist: true });
    const { referralCode } = await getLead(own.ctx, "referrer@example.org");
    await own.create([{ email: "friend@example.org", waitlist: true, referralCode }]);
    expect(await getLead(own.ctx, "friend@example.org")).toMatchObject({ status: "active", onWaitlist: true });
    expect((await getLead(own.ctx, "referrer@example.org")).referredLeads).toEqual([{ email: "friend@example.org" }]);
    expect(await listLine(own.ctx)).toEqual(["first@example.org", "referrer@example.org", "friend@example.org"]);
    expect(await queryRows(db, sql`select from deliveries where project_id = ${own.ctx.projectId}`)).toEqual([]);
  });

  test("names everyone whom it changed in an event", async () => {
    const own = await createProject();
    const known = await insertLead(own.ctx, { email: "b@example.org" });
    const same = await insertLead(own.ctx, { email: "c@example.org" });
    await own.create(
      [
        { email: "a@example.org", unsubscribed: true },
        { email: known, firstname: "Ada", tags: ["vip"], waitlist: true },
        { email: same, notes: "" },
      ],
      { onConflict: "update" },
    );
    expect(await listEvents(own.ctx)).toEqual([
      { kind: "lead.created", email: "a@example.org", data: {} },
      { kind: "suppression.added", email: "a@example.org", data: { reason: "unsubscribed" } },
      { kind: "lead.updated", email: known, data: { fields: ["firstname", "tags", "onWaitlist"], addedTags: ["vip"], onWaitlist: true } },
    ]);
  });

  test("returns leads of a deleted person who had unsubscribed as suppressed", async () => {
    const email = await insertLead(ctx, { suppressed: true });
    await api.post("/leads/delete", { email });
    await create([{ email }]);
    expect((await getLead(ctx, email)).suppression).toBe("unsubscribed");
  });

  test("leaves what was written by many requests at the same time in one piece", async () => {
    const own = await createProject();
    const emails = Array.from({ length: 50 }, (_, index) => `race${index}@example.org`);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, request) =>
        own.create(
          emails.toSorted(() => (request % 2) - 0.5).map((email) => ({ email, waitlist: true, tags: [`t${request}`] })),
          { onConflict: "update" },
        ),
      ),
    );
    const created = replies.flatMap(({ leads }) => leads.filter(({ outcome }: { outcome: string }) => outcome === "created"));
    expect(created.map(({ email }) => email).toSorted()).toEqual(emails.toSorted());
    for (const email of emails.slice(0, 5)) expect((await getLead(own.ctx, email)).tags).toHaveLength(8);
    expect((await listLine(own.ctx)).length).toBe(50);
  });

  test("adds a lead without their referrer if the referrer is deleted at the same time", async () => {
    const own = await createProject();
    const referrer = await getLead(own.ctx, await insertLead(own.ctx));
    const email = uniqueEmail();
    const { adding } = await inTransaction(own.ctx, async (inner) => {
      await deleteLead(inner, referrer.email);
      const adding = own.create([{ email, referralCode: referrer.referralCode }]);
      await waitForLockWaits(db, 1);
      return { adding };
    });
    expect((await adding).counts).toMatchObject({ created: 1 });
    expect((await getLead(own.ctx, email)).referredBy).toBeNull();
  });

  test("writes nothing if the database fails in the middle", async () => {
    const own = await createProject();
    const known = await insertLead(own.ctx);
    await db.execute(sql`alter table suppressions add constraint no_complaints check (reason <> 'complained') not valid`);
    const before = await fingerprintDatabase(db);
    const leads = [{ email: uniqueEmail() }, { email: known, firstname: "Ada" }, { email: uniqueEmail(), complained: true }];
    const { status } = await apiClient(own.secretKey)
      .post("/leads/batch", { leads, onConflict: "update" })
      .catch(() => ({ status: 500 }));
    await db.execute(sql`alter table suppressions drop constraint no_complaints`);
    expect(status).toBe(500);
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("takes staff members, whose leads are theirs", async () => {
    const email = uniqueEmail();
    const { status } = await apiClient(null).post(
      "/leads/batch",
      { leads: [{ email }] },
      { cookie: await createCookie(ctx, { role: "member" }) },
    );
    expect(status).toBe(200);
    expect((await getLead(ctx, email)).source).toBe("staff");
  });

  test("warns of emails on the block list and of disposable ones, and adds them, as imports do", async () => {
    const own = await createProject();
    await updateBlockList(own.ctx, { entries: ["blocked.example"] });
    const held = await insertLead(own.ctx, { email: "held@blocked.example", status: "held" });
    const emails = ["ada@mail.blocked.example", "ada@mailinator.com", "ada@example.org", held];
    for (const onConflict of ["update", "waitlist"]) {
      const { leads } = await own.create(
        emails.map((email) => ({ email, waitlist: true })),
        { onConflict },
      );
      expect(leads.map(({ warnings }: { warnings?: { name: string }[] }) => warnings?.map(({ name }) => name))).toEqual([
        ...[["email_blocked"], ["email_disposable"], undefined, ["email_blocked"]],
      ]);
    }
    for (const email of emails.slice(0, 3)) expect(await getLead(own.ctx, email)).toMatchObject({ status: "active", onWaitlist: true });
    expect(await getLead(own.ctx, held)).toMatchObject({ status: "held", onWaitlist: false });
  });

  test("repeats the response to the same Idempotency-Key and writes nothing again", async () => {
    const [headers, email] = [{ "idempotency-key": uniqueId() }, uniqueEmail()];
    const request = () => api.post("/leads/batch", { leads: [{ email }] }, { headers });
    const first = await request();
    const before = await fingerprintDatabase(db);
    const again = await request();
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
    expect(await fingerprintDatabase(db)).toEqual(before);
  });
});

test("a request with many leads writes what an import of the same rows writes", async () => {
  const [byImport, byApi] = [await createProject(), await createProject()];
  const amount = size(200, maxCreatedLeads);
  const rows = Array.from({ length: amount }, (_, index) => ({
    email: `lead${index}@example.org`,
    firstname: `Ada ${index}`,
    tags: ["vip"],
    waitlist: index % 3 === 0,
    createdAt: new Date(Date.UTC(2025, 0, 1, 0, index)).toISOString(),
    unsubscribed: index % 10 === 9,
  }));
  for (const { ctx: own } of [byImport, byApi])
    for (const index of [3, 9]) await insertLead(own, { email: `lead${index}@example.org`, firstname: "Known", tags: ["old"] });
  const file = rows.map((row) => [row.email, row.firstname, row.tags, row.waitlist, row.createdAt, row.unsubscribed].join(","));
  const header = "email,first name,tags,waitlist,created,unsubscribed";
  const mapping = {
    email: "email",
    "first name": "firstname",
    tags: "tags",
    waitlist: "waitlist",
    created: "createdAt",
    unsubscribed: "unsubscribed",
  };
  const { done } = await importLeads(byImport.ctx, [header, ...file].join("\n"), { mapping, existing: "overwrite", waitlistOrder: "date" });
  const { counts } = await byApi.create(rows, { onConflict: "update" });
  expect(done.result).toMatchObject({ created: counts.created, updated: counts.updated });
  const read = (own: Context) =>
    queryRows<Record<string, unknown>>(
      db,
      sql`select l.email, l.firstname, l.lastname, l.notes, l.status, l.on_waitlist, floor(l.waitlist_sort_key) as waitlist_sort_key, l.tags, l.answers, s.reason,
          case when l.firstname <> 'Known' then l.created_at end as created_at
        from leads l left join suppressions s on s.project_id = l.project_id and s.email = l.email where l.project_id = ${own.projectId} order by l.email`,
    );
  const [imported, created] = [await read(byImport.ctx), await read(byApi.ctx)];
  expect(created.length).toBe(amount);
  const comparable = (lead: Record<string, unknown>): object => ({
    ...lead,
    // Those who are added to the end are so at the time of their request.
    ...(lead.email === "lead3@example.org" || !lead.on_waitlist ? { waitlist_sort_key: null } : {}),
    ...(lead.email === "lead3@example.org" || lead.email === "lead9@example.org" ? { created_at: null } : {}),
  });
  expect(created.map(comparable)).toEqual(imported.map(comparable));
});

test("a request for 10,000 leads is done in seconds", { timeout: 120_000 }, async () => {
  const own = await createProject();
  await insertLeads(own.ctx, size(1000, 10_000));
  const amount = size(1000, maxCreatedLeads);
  const leads = Array.from({ length: amount }, (_, index) => ({ email: `lead${index}@example.org`, firstname: "Ada", waitlist: true }));
  for (const expected of ["created", "unchanged"]) {
    const startedAt = performance.now();
    expect((await own.create(leads, { onConflict: "update" })).counts).toMatchObject({ [expected]: amount });
    expect(performance.now() - startedAt).toBeLessThan(size(5000, 30_000));
  }
});
