import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { insertProject } from "@/tests/harness/factories";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { getProject } from "./record";
import { updateProject } from "./update";

const world = await createTestApp();

async function anAdmin() {
  const { ctx } = await insertProject(world.ctx, { name: "Launch" });
  return staffContext(ctx, { role: "admin" });
}

const eventsOf = async (admin: Awaited<ReturnType<typeof anAdmin>>) =>
  queryRows<{ kind: string; data: { fields: string[] } }>(
    admin.db,
    sql`select kind, data from events where project_id = ${admin.projectId} order by id`,
  );
const png = `data:image/png;base64,${Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").toString("base64")}`;

test("a change answers the project with it, and the event names what changed", async () => {
  const admin = await anAdmin();
  const before = await getProject(admin);
  expect(before).toEqual({
    name: "Launch",
    logo: null,
    accent: "#2563eb",
    timeZone: "UTC",
    claimedText: null,
    claimedUrl: null,
    consentText: null,
    doubleOptIn: false,
    referralPlaces: 0,
    joinedMail: true,
    claimedMail: false,
    paused: [],
    pausedText: null,
    allowedOrigins: [],
  });
  const after = await updateProject(admin, { name: "Launch", accent: "#7f1d1d", timeZone: "Europe/Berlin", logo: png });
  expect(after).toEqual({ ...before, accent: "#7f1d1d", timeZone: "Europe/Berlin", logo: png });
  expect(await getProject(admin)).toEqual(after);
  expect(await eventsOf(admin)).toEqual([{ kind: "project.updated", data: { fields: ["accent", "timeZone", "logo"] } }]);
});

test("what is not given stays, and what is the same already is no change", async () => {
  const admin = await anAdmin();
  await updateProject(admin, { logo: png });
  await updateProject(admin, { name: "Relaunch" });
  expect(await updateProject(admin, {})).toMatchObject({ name: "Relaunch", logo: png });
  expect(await updateProject(admin, { name: "Relaunch", logo: png })).toMatchObject({ name: "Relaunch", logo: png });
  expect(await updateProject(admin, { logo: null })).toMatchObject({ name: "Relaunch", logo: null });
  expect((await eventsOf(admin)).map(({ data }) => data.fields)).toEqual([["logo"], ["name"], ["logo"]]);
});

test("a logo that is none changes nothing of what came with it", async () => {
  const admin = await anAdmin();
  const attempt = async () => updateProject(admin, { name: "Relaunch", logo: png.replace("png", "jpeg") });
  expect(await getErrorName(attempt())).toBe("invalid_input");
  await expect(attempt()).rejects.toMatchObject({ fields: { logo: ["is not a JPEG picture"] } });
  expect(await getProject(admin)).toMatchObject({ name: "Launch", logo: null });
});

test("of two changes at once both stay", async () => {
  const { connection, queue } = world.openSecondPool();
  for (let round = 0; round < 10; round++) {
    const admin = await anAdmin();
    const there = { ...admin, db: connection.db, queue };
    await Promise.all([updateProject(admin, { name: "Relaunch" }), updateProject(there, { accent: "#7f1d1d" })]);
    expect(await getProject(admin)).toMatchObject({ name: "Relaunch", accent: "#7f1d1d" });
    expect(await eventsOf(admin)).toHaveLength(2);
  }
});
