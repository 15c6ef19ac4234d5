import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { apiClient } from "@/tests/harness/api";
import { getErrorName } from "@/tests/harness/errors";
import { fingerprintDatabase, insertLead, insertProject, uniqueId } from "@/tests/harness/factories";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { getLead } from "./get";
import { updateLead } from "./update";

const world = await createTestApp();
const { ctx, db, secretKey } = world;
const staff = await staffContext(ctx, { role: "member" });

const changesOf = (email: string) =>
  queryRows<{ data: object; actor_kind: string }>(
    db,
    sql`select data, actor_kind from events where kind = 'lead.updated' and email = ${email} order by id`,
  );
const someone = () => insertLead(ctx, { firstname: "Ada", lastname: "Lovelace", notes: "Met at the fair.", onWaitlist: true });

test("changes what is given and leaves the rest", async () => {
  const email = await someone();
  const before = await getLead(ctx, email);
  const changed = await updateLead(staff, { email, lastname: "King", notes: "Wrote.\nTwice." });
  expect(changed).toMatchObject({ firstname: "Ada", lastname: "King", notes: "Wrote.\nTwice.", onWaitlist: true });
  expect(changed).toEqual({ ...before, lastname: "King", notes: "Wrote.\nTwice.", updatedAt: changed.updatedAt });
  expect(changed.updatedAt > before.updatedAt).toBe(true);
  expect(await getLead(ctx, email)).toEqual(changed);
});

test("an empty name is none, as null is, and empty notes are empty", async () => {
  const email = await someone();
  expect(await updateLead(ctx, { email, firstname: "", lastname: null, notes: "" })).toMatchObject({
    firstname: null,
    lastname: null,
    notes: "",
  });
  expect(await changesOf(email)).toMatchObject([{ data: { fields: ["firstname", "lastname", "notes"] } }]);
});

test("is recorded by which fields, by whom, and never with what they hold", async () => {
  const email = await someone();
  const secret = uniqueId();
  await updateLead(staff, { email, firstname: secret, notes: secret, waitlist: false });
  await updateLead(ctx, { email, waitlist: true });
  expect(await changesOf(email)).toEqual([
    { data: { fields: ["firstname", "notes", "onWaitlist"], onWaitlist: false }, actor_kind: "staff" },
    { data: { fields: ["onWaitlist"], onWaitlist: true }, actor_kind: "secret_key" },
  ]);
  expect(JSON.stringify(await queryRows(db, sql`select * from events`))).not.toContain(secret);
});

test("where nothing is other than it was, nothing is written", async () => {
  const email = await someone();
  const nameless = await insertLead(ctx);
  const before = await fingerprintDatabase(db);
  for (const ask of [{}, { firstname: "Ada", lastname: "Lovelace", notes: "Met at the fair.", waitlist: true }])
    await updateLead(ctx, { email, ...ask });
  await updateLead(ctx, { email: nameless, firstname: "", lastname: null, notes: "", waitlist: false });
  expect(await fingerprintDatabase(db)).toEqual(before);
});

test("of nobody, or of another project's lead, is refused", async () => {
  const { ctx: other } = await insertProject(ctx);
  const email = await insertLead(other);
  expect(await getErrorName(updateLead(ctx, { email, firstname: "Eve" }))).toBe("lead_not_found");
  expect(await getLead(other, email)).toMatchObject({ firstname: null });
});

test("by many at once loses none of the fields and records each change once", async () => {
  const { ctx: other } = world.openSecondPool();
  for (let round = 0; round < 10; round++) {
    const email = await insertLead(ctx);
    await Promise.all([
      updateLead(ctx, { email, firstname: "Ada" }),
      updateLead(other, { email, lastname: "Lovelace" }),
      updateLead(other, { email, waitlist: true }),
      updateLead(ctx, { email, waitlist: true }),
      updateLead(other, { email, firstname: "Ada" }),
    ]);
    expect(await getLead(ctx, email)).toMatchObject({ firstname: "Ada", lastname: "Lovelace", onWaitlist: true });
    expect(await changesOf(email)).toHaveLength(3);
  }
});

test("names and notes are read as everywhere: trimmed to one line, and of a length", async () => {
  const api = apiClient(secretKey);
  const email = await someone();
  expect((await api.post("/leads/change", { email: ` ${email.toUpperCase()} `, firstname: "  Grace " })).data).toMatchObject({
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
    expect(await api.post("/leads/change", { email, [field]: value })).toMatchObject({
      error: "invalid_input",
      fields: { [field]: [expect.any(String)] },
    });
});

test("what was written meanwhile is not written over: who saw something else is told", async () => {
  const email = await someone();
  const seen = { notes: "Met at the fair.", firstname: "Ada" };
  await updateLead(staff, { email, notes: "Met at the fair. Wants ten." });
  expect(await getErrorName(updateLead(staff, { email, notes: "Met at a fair.", expected: seen }))).toBe("lead_changed");
  expect((await getLead(ctx, email)).notes).toBe("Met at the fair. Wants ten.");
  // What they did not touch may read as it likes; and whoever means the same is not told off.
  expect(await updateLead(staff, { email, firstname: "Augusta", expected: seen })).toMatchObject({ firstname: "Augusta" });
  expect(await updateLead(staff, { email, notes: "Met at the fair. Wants ten.", expected: seen })).toMatchObject({ firstname: "Augusta" });
  expect(await getErrorName(updateLead(staff, { email, lastname: "King", expected: { lastname: null } }))).toBe("lead_changed");
  await updateLead(staff, { email, lastname: null });
  for (const lastname of ["", null]) {
    expect(await updateLead(staff, { email, lastname: "Byron", expected: { lastname } })).toMatchObject({ lastname: "Byron" });
    await updateLead(staff, { email, lastname: null });
  }
});
