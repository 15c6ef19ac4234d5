import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { apiClient } from "@/tests/harness/api";
import { getErrorName } from "@/tests/harness/errors";
import { fingerprintDatabase, insertLead, insertProject, uniqueId } from "@/tests/harness/factories";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { getLead } from "./record";
import { updateLead } from "./update";

const app = await createTestApp();
const { ctx, db, secretKey } = app;
const staff = await staffContext(ctx, { role: "member" });

const listUpdateEvents = (email: string) =>
  queryRows<{ data: object; actor_kind: string }>(
    db,
    sql`select data, actor_kind from events where kind = 'lead.updated' and email = ${email} order by id`,
  );
const insertDetailedLead = () =>
  insertLead(ctx, { firstname: "Ada", lastname: "Lovelace", notes: "Met at the conference.", onWaitlist: true });

test("an update changes the given fields and keeps the others", async () => {
  const email = await insertDetailedLead();
  const before = await getLead(ctx, email);
  const updated = await updateLead(staff, email, { lastname: "King", notes: "Wrote.\nTwice." });
  expect(updated).toMatchObject({ firstname: "Ada", lastname: "King", notes: "Wrote.\nTwice.", onWaitlist: true });
  expect(updated).toEqual({ ...before, lastname: "King", notes: "Wrote.\nTwice.", updatedAt: updated.updatedAt });
  expect(updated.updatedAt > before.updatedAt).toBe(true);
  expect(await getLead(ctx, email)).toEqual(updated);
});

test("an update removes a name that is empty or null, and keeps empty notes", async () => {
  const email = await insertDetailedLead();
  expect(await updateLead(ctx, email, { firstname: "", lastname: null, notes: "" })).toMatchObject({
    firstname: null,
    lastname: null,
    notes: "",
  });
  expect(await listUpdateEvents(email)).toMatchObject([{ data: { fields: ["firstname", "lastname", "notes"] } }]);
});

test("the event of an update has who changed which fields, but never their values", async () => {
  const email = await insertDetailedLead();
  const secret = uniqueId();
  await updateLead(staff, email, { firstname: secret, notes: secret, waitlist: false });
  await updateLead(ctx, email, { waitlist: true });
  expect(await listUpdateEvents(email)).toEqual([
    { data: { fields: ["firstname", "notes", "onWaitlist"], onWaitlist: false }, actor_kind: "staff" },
    { data: { fields: ["onWaitlist"], onWaitlist: true }, actor_kind: "secret_key" },
  ]);
  expect(JSON.stringify(await queryRows(db, sql`select * from events`))).not.toContain(secret);
});

test("an update that changes no field writes nothing", async () => {
  const email = await insertDetailedLead();
  const nameless = await insertLead(ctx);
  const before = await fingerprintDatabase(db);
  for (const input of [{}, { firstname: "Ada", lastname: "Lovelace", notes: "Met at the conference.", waitlist: true }])
    await updateLead(ctx, email, input);
  await updateLead(ctx, nameless, { firstname: "", lastname: null, notes: "", waitlist: false });
  expect(await fingerprintDatabase(db)).toEqual(before);
});

test("an update of an unknown lead or of another project's lead is rejected", async () => {
  const { ctx: otherCtx } = await insertProject(ctx);
  const email = await insertLead(otherCtx);
  expect(await getErrorName(updateLead(ctx, email, { firstname: "Eve" }))).toBe("lead_not_found");
  expect(await getLead(otherCtx, email)).toMatchObject({ firstname: null });
});

test("racing updates lose no field and record each change once", async () => {
  const { ctx: secondCtx } = app.openSecondPool();
  for (let round = 0; round < 10; round++) {
    const email = await insertLead(ctx);
    await Promise.all([
      updateLead(ctx, email, { firstname: "Ada" }),
      updateLead(secondCtx, email, { lastname: "Lovelace" }),
      updateLead(secondCtx, email, { waitlist: true }),
      updateLead(ctx, email, { waitlist: true }),
      updateLead(secondCtx, email, { firstname: "Ada" }),
    ]);
    expect(await getLead(ctx, email)).toMatchObject({ firstname: "Ada", lastname: "Lovelace", onWaitlist: true });
    expect(await listUpdateEvents(email)).toHaveLength(3);
  }
});

test("an update validates and normalizes names and notes like every other endpoint", async () => {
  const api = apiClient(secretKey);
  const email = await insertDetailedLead();
  const path = `/leads/email/${encodeURIComponent(` ${email.toUpperCase()} `)}`;
  expect((await api.call("PATCH", path, { body: { firstname: "  Grace " } })).data).toMatchObject({
    email,
    firstname: "Grace",
  });
  for (const [field, value] of [
    ["firstname", "a\nb"],
    ["lastname", "x".repeat(201)],
    ["notes", "x".repeat(10_001)],
    ["notes", null],
    ["waitlist", null],
    ["hasClaimedCode", true],
  ] as const)
    expect(await api.call("PATCH", path, { body: { [field]: value } })).toMatchObject({
      error: "invalid_input",
      fields: { [field]: [expect.any(String)] },
    });
});

test("an update is rejected if a field no longer has its expected value", async () => {
  const email = await insertDetailedLead();
  const expected = { notes: "Met at the conference.", firstname: "Ada" };
  await updateLead(staff, email, { notes: "Met at the conference. Wants ten." });
  expect(await getErrorName(updateLead(staff, email, { notes: "Met at a conference.", expected }))).toBe("lead_changed");
  expect((await getLead(ctx, email)).notes).toBe("Met at the conference. Wants ten.");
  // Expected values of fields that don't change are ignored.
  expect(await updateLead(staff, email, { firstname: "Augusta", expected })).toMatchObject({ firstname: "Augusta" });
  expect(await updateLead(staff, email, { notes: "Met at the conference. Wants ten.", expected })).toMatchObject({ firstname: "Augusta" });
  expect(await getErrorName(updateLead(staff, email, { lastname: "King", expected: { lastname: null } }))).toBe("lead_changed");
  await updateLead(staff, email, { lastname: null });
  for (const lastname of ["", null]) {
    expect(await updateLead(staff, email, { lastname: "Byron", expected: { lastname } })).toMatchObject({ lastname: "Byron" });
    await updateLead(staff, email, { lastname: null });
  }
});
