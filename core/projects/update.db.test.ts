import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { insertProject } from "@/tests/harness/factories";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { reencodeLogo } from "./images";
import { getProject, getSocialImage } from "./record";
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
const png = `data:image/png;base64,${(
  await sharp({ create: { width: 2, height: 1, channels: 3, background: "#7f1d1d" } })
    .png()
    .toBuffer()
).toString("base64")}`;
const savedLogo = await reencodeLogo(png);

test("an update returns the project and records the changed fields", async () => {
  const admin = await createAdmin();
  const before = await getProject(admin);
  expect(before).toEqual({
    name: "Launch",
    logo: null,
    accent: "#2563eb",
    timeZone: "UTC",
    successMessage: null,
    redirectUrl: null,
    homePage: "join",
    homeRedirectUrl: null,
    joinHeadline: null,
    joinText: null,
    joinSuccessMessage: null,
    joinRedirectUrl: null,
    joinDescription: null,
    socialImageUrl: null,
    referralPageUrl: null,
    consentText: null,
    signUpsOpenAt: null,
    signUpsCloseAt: null,
    waitlistLimit: null,
    inviteQuota: 0,
    inviteExpiresAfterDays: null,
    signUpsClosedMessage: null,
    doubleOptIn: false,
    questions: [],
    deletedQuestionKeys: [],
    emailButtonColor: null,
    emailFooter: null,
    referralBonus: 0,
    sendJoinedEmail: true,
    requireClaimConfirmation: false,
    sendClaimedEmail: false,
    binDays: 30,
    paused: [],
    pausedMessage: null,
    allowedOrigins: [],
    returnUrls: [],
    claimPageUrl: null,
  });
  const after = await updateProject(admin, { name: "Launch", accent: "#7f1d1d", timeZone: "Europe/Berlin", logo: png });
  expect(after).toEqual({ ...before, accent: "#7f1d1d", timeZone: "Europe/Berlin", logo: savedLogo });
  expect(await getProject(admin)).toEqual(after);
  expect(await listEvents(admin)).toEqual([{ kind: "project.updated", data: { fields: ["accent", "timeZone", "logo"] } }]);
});

test("an update keeps fields that are left out, and records only actual changes", async () => {
  const admin = await createAdmin();
  await updateProject(admin, { logo: png });
  await updateProject(admin, { name: "Relaunch" });
  expect(await updateProject(admin, {})).toMatchObject({ name: "Relaunch", logo: savedLogo });
  expect(await updateProject(admin, { name: "Relaunch", logo: png })).toMatchObject({ name: "Relaunch", logo: savedLogo });
  expect(await updateProject(admin, { logo: savedLogo })).toMatchObject({ logo: savedLogo });
  expect(await updateProject(admin, { logo: null })).toMatchObject({ name: "Relaunch", logo: null });
  expect((await listEvents(admin)).map(({ data }) => data.fields)).toEqual([["logo"], ["name"], ["logo"]]);
});

test("an invalid logo is rejected and changes nothing", async () => {
  const admin = await createAdmin();
  const attempt = async () => updateProject(admin, { name: "Relaunch", logo: png.replace("png", "jpeg") });
  expect(await getErrorName(attempt())).toBe("invalid_input");
  await expect(attempt()).rejects.toMatchObject({ fields: { logo: ["is not a JPEG image"] } });
  expect(await getProject(admin)).toMatchObject({ name: "Launch", logo: null });
});

test("an SVG logo that an earlier version saved is kept, but no new one is accepted", async () => {
  const admin = await createAdmin();
  const svg = `data:image/svg+xml;base64,${Buffer.from("<svg/>").toString("base64")}`;
  await admin.db.execute(sql`update projects set logo = ${svg} where id = ${admin.projectId}`);
  expect(await updateProject(admin, { name: "Relaunch", logo: svg })).toMatchObject({ name: "Relaunch", logo: svg });
  await expect(updateProject(admin, { logo: svg.replace(/.{4}$/, "PC8+") })).rejects.toMatchObject({
    fields: { logo: ["must be a PNG, JPEG or WebP image"] },
  });
});

test("two racing updates are both kept", async () => {
  const { connection, queue } = app.openSecondPool();
  for (let round = 0; round < 10; round++) {
    const admin = await createAdmin();
    const otherAdmin = { ...admin, db: connection.db, queue };
    await Promise.all([updateProject(admin, { name: "Relaunch" }), updateProject(otherAdmin, { accent: "#7f1d1d" })]);
    expect(await getProject(admin)).toMatchObject({ name: "Relaunch", accent: "#7f1d1d" });
    expect(await listEvents(admin)).toHaveLength(2);
  }
});

test("a text that someone else has changed isn't replaced, and other settings are", async () => {
  const admin = await createAdmin();
  const read = await updateProject(admin, { successMessage: "Welcome!", binDays: 20 });
  await updateProject(admin, { successMessage: "Hello!" });
  const expected = { successMessage: read.successMessage, binDays: read.binDays };
  await expect(updateProject(admin, { successMessage: "Hi!", expected })).rejects.toMatchObject({ errorName: "project_changed" });
  await expect(updateProject(admin, { successMessage: null, expected })).rejects.toMatchObject({ errorName: "project_changed" });
  expect(await updateProject(admin, { binDays: 10, expected })).toMatchObject({ successMessage: "Hello!", binDays: 10 });
});

test("a list is only replaced if it's the expected one, and other fields change anyway", async () => {
  const admin = await createAdmin();
  const question = (key: string) => ({ key, label: key, type: "text" as const, options: [], required: false, onJoinForms: true });
  const [company, team] = [question("company"), question("team")];
  await updateProject(admin, { questions: [company], expected: { questions: [] } });
  const outdated = { questions: [], returnUrls: ["https://old.example.org/"] };
  await expect(updateProject(admin, { name: "New", questions: [team], expected: outdated })).rejects.toMatchObject({
    errorName: "project_changed",
  });
  expect(await getProject(admin)).toMatchObject({ name: "Launch", questions: [company] });
  // A repeated request finds what it saved the first time.
  expect(await updateProject(admin, { name: "New", questions: [company], expected: outdated })).toMatchObject({ name: "New" });
  await expect(updateProject(admin, { returnUrls: [], expected: outdated })).resolves.toMatchObject({ returnUrls: [] });
  const both = { questions: [company, team], returnUrls: ["https://app.example.org/"] };
  expect(await updateProject(admin, { ...both, expected: { questions: [company], returnUrls: [] } })).toMatchObject(both);
});

test("the keys of deleted questions are remembered until they exist again", async () => {
  const admin = await createAdmin();
  const question = (key: string) => ({ key, label: key, type: "text" as const, options: [], required: false, onJoinForms: true });
  const save = async (...keys: string[]) => (await updateProject(admin, { questions: keys.map(question) })).deletedQuestionKeys;
  expect(await save("company", "plan")).toEqual([]);
  expect(await save("plan", "team")).toEqual(["company"]);
  expect((await save()).sort()).toEqual(["company", "plan", "team"]);
  expect((await updateProject(admin, { name: "Relaunch" })).deletedQuestionKeys).toHaveLength(3);
  expect((await save("plan")).sort()).toEqual(["company", "team"]);
});

test("a social image is saved once, and the record has only its URL", async () => {
  const admin = await createAdmin();
  expect(await getSocialImage(admin)).toBeNull();
  const { socialImageUrl } = await updateProject(admin, { socialImage: png });
  const image = await getSocialImage(admin);
  expect(socialImageUrl).toBe(`http://localhost:3000/join/image.jpg?v=${image?.id}`);
  expect((await sharp(image?.file).metadata()).format).toBe("jpeg");
  await updateProject(admin, { socialImage: png });
  expect(await updateProject(admin, { socialImage: null })).toMatchObject({ socialImageUrl: null });
  await updateProject(admin, { socialImage: null });
  expect((await listEvents(admin)).map(({ data }) => data.fields)).toEqual([["socialImage"], ["socialImage"]]);
});

test("the home page can never redirect nowhere or to itself", async () => {
  const admin = await createAdmin();
  const problemOf = async (changes: Parameters<typeof updateProject>[1]) =>
    updateProject(admin, changes).then(
      () => null,
      (error) => error.fields.homeRedirectUrl[0],
    );
  expect(await problemOf({ homePage: "redirect" })).toBe("is required, so that visitors can be redirected");
  for (const homeRedirectUrl of ["http://localhost:3000", "http://localhost:3000/?a=b"])
    expect(await problemOf({ homePage: "redirect", homeRedirectUrl })).toBe("must not be the home page itself");
  expect(await problemOf({ homePage: "redirect", homeRedirectUrl: "http://localhost:3000/claim" })).toBeNull();
  expect(await problemOf({ homeRedirectUrl: null })).toContain("is required");
  expect(await problemOf({ homeRedirectUrl: null, homePage: "claim" })).toBeNull();
});
