import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { insertProject } from "@/tests/harness/factories";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { getProject } from "./record";
import { updateProject } from "./update";

const app = await createTestApp();

async function createAdmin() {
  const { ctx } = await insertProject(app.ctx, { name: "Launch" });
  return staffContext(ctx, { role: "admin" });
}

const listEvents = async (admin: Awaited<ReturnType<typeof createAdmin>>) =>
  queryRows<{ kind: string; data: { fields: string[] } }>(
    admin.db,
    sql`select kind, data from events where project_id = ${admin.projectId} order by id`,
  );
const png = `data:image/png;base64,${Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").toString("base64")}`;

test("returns the updated project and records the changed fields", async () => {
  const admin = await createAdmin();
  const before = await getProject(admin);
  expect(before).toEqual({
    name: "Launch",
    logo: null,
    accent: "#2563eb",
    timeZone: "UTC",
    successMessage: null,
    redirectUrl: null,
    consentText: null,
    doubleOptIn: false,
    referralBonus: 0,
    sendJoinedEmail: true,
    sendClaimedEmail: false,
    paused: [],
    pausedMessage: null,
    allowedOrigins: [],
  });
  const after = await updateProject(admin, { name: "Launch", accent: "#7f1d1d", timeZone: "Europe/Berlin", logo: png });
  expect(after).toEqual({ ...before, accent: "#7f1d1d", timeZone: "Europe/Berlin", logo: png });
  expect(await getProject(admin)).toEqual(after);
  expect(await listEvents(admin)).toEqual([{ kind: "project.updated", data: { fields: ["accent", "timeZone", "logo"] } }]);
});

test("keeps fields that are left out, and records only actual changes", async () => {
  const admin = await createAdmin();
  await updateProject(admin, { logo: png });
  await updateProject(admin, { name: "Relaunch" });
  expect(await updateProject(admin, {})).toMatchObject({ name: "Relaunch", logo: png });
  expect(await updateProject(admin, { name: "Relaunch", logo: png })).toMatchObject({ name: "Relaunch", logo: png });
  expect(await updateProject(admin, { logo: null })).toMatchObject({ name: "Relaunch", logo: null });
  expect((await listEvents(admin)).map(({ data }) => data.fields)).toEqual([["logo"], ["name"], ["logo"]]);
});

test("rejects an invalid logo and changes nothing", async () => {
  const admin = await createAdmin();
  const attempt = async () => updateProject(admin, { name: "Relaunch", logo: png.replace("png", "jpeg") });
  expect(await getErrorName(attempt())).toBe("invalid_input");
  await expect(attempt()).rejects.toMatchObject({ fields: { logo: ["is not a JPEG image"] } });
  expect(await getProject(admin)).toMatchObject({ name: "Launch", logo: null });
});

test("keeps both of two racing updates", async () => {
  const { connection, queue } = app.openSecondPool();
  for (let round = 0; round < 10; round++) {
    const admin = await createAdmin();
    const otherAdmin = { ...admin, db: connection.db, queue };
    await Promise.all([updateProject(admin, { name: "Relaunch" }), updateProject(otherAdmin, { accent: "#7f1d1d" })]);
    expect(await getProject(admin)).toMatchObject({ name: "Relaunch", accent: "#7f1d1d" });
    expect(await listEvents(admin)).toHaveLength(2);
  }
});
