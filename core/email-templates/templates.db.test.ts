import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailKinds, mailTexts } from "@/contract/mail-texts";
import { rows } from "@/db/rows";
import { aProject } from "@/tests/harness/factories";
import { actingAs } from "@/tests/harness/staff";
import { aWorld } from "@/tests/harness/world";
import { letterheadOf } from "./mail";
import { changeMailText, listMailTexts, resetMailText } from "./texts";

const world = await aWorld();
const anAdmin = async () => actingAs((await aProject(world.ctx)).ctx, { role: "admin" });
type Admin = Awaited<ReturnType<typeof anAdmin>>;

const eventsOf = ({ db, projectId }: Admin) =>
  rows<{ kind: string; data: object }>(db, sql`select kind, data from events where project_id = ${projectId} order by id`);
const one = async (admin: Admin, kind: string) => (await listMailTexts(admin)).find((each) => each.kind === kind);
const own = { subject: "Hooray, {{firstname}}", body: "{{code}}\n\n{{button}}", button: "Let me in" };

test("a project has the default words of every kind until staff change them", async () => {
  const admin = await anAdmin();
  const listed = await listMailTexts(admin);
  expect(listed.map(({ kind }) => kind)).toEqual(mailKinds);
  for (const { kind, text, defaultText, isOwn, changedAt } of listed)
    expect({ text, defaultText, isOwn, changedAt }).toEqual({
      text: mailTexts[kind],
      defaultText: mailTexts[kind],
      isOwn: false,
      changedAt: null,
    });
});

test("changed words are those of the mail from then on, in this project and this kind alone, and the event holds none of them", async () => {
  const [admin, other] = [await anAdmin(), await anAdmin()];
  const changed = await changeMailText(admin, "code", own);
  expect(changed).toMatchObject({ kind: "code", text: own, defaultText: mailTexts.code, isOwn: true });
  expect(Date.parse(changed.changedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
  expect(await one(admin, "code")).toEqual(changed);
  expect((await letterheadOf(admin, "code")).text).toEqual(own);
  expect((await letterheadOf(admin, "invitation")).text).toEqual(mailTexts.invitation);
  expect((await letterheadOf(other, "code")).text).toEqual(mailTexts.code);
  await changeMailText(admin, "code", { ...own, subject: "Welcome" });
  expect(await eventsOf(admin)).toEqual([
    { kind: "mail_text.changed", data: { mail: "code", fields: ["subject", "body", "button"] } },
    { kind: "mail_text.changed", data: { mail: "code", fields: ["subject"] } },
  ]);
});

test("what is the same already is no change", async () => {
  const admin = await anAdmin();
  expect(await changeMailText(admin, "joined", mailTexts.joined)).toMatchObject({ isOwn: false });
  expect(await resetMailText(admin, "joined")).toMatchObject({ isOwn: false });
  const first = await changeMailText(admin, "code", own);
  expect(await changeMailText(admin, "code", own)).toEqual(first);
  expect(await eventsOf(admin)).toHaveLength(1);
});

test("back to the default words is so by name, and by saving those", async () => {
  const admin = await anAdmin();
  for (const back of [() => resetMailText(admin, "code"), () => changeMailText(admin, "code", mailTexts.code)]) {
    await changeMailText(admin, "code", own);
    expect(await back()).toMatchObject({ text: mailTexts.code, isOwn: false, changedAt: null });
    expect(await one(admin, "code")).toMatchObject({ isOwn: false });
  }
  expect((await eventsOf(admin)).map(({ kind }) => kind)).toEqual([
    "mail_text.changed",
    "mail_text.reset",
    "mail_text.changed",
    "mail_text.reset",
  ]);
});

test("words that a mail cannot be sent in are refused at each of their fields, and nothing changes", async () => {
  const admin = await anAdmin();
  await expect(changeMailText(admin, "code", { subject: "{{frstname}}", body: "{{place}}", button: "{{" })).rejects.toMatchObject({
    refusal: "invalid_input",
    fields: {
      subject: ["There is no variable {{frstname}}: did you mean {{firstname}}?"],
      body: [expect.stringContaining("{{place}} says nothing"), expect.stringContaining("Put in {{code}}")],
      button: [expect.stringContaining("half-written")],
    },
  });
  expect(await one(admin, "code")).toMatchObject({ isOwn: false });
  expect(await eventsOf(admin)).toEqual([]);
  // What is only warned of is the staff's to decide.
  expect(await changeMailText(admin, "code", { ...own, body: "{{code}}" })).toMatchObject({ isOwn: true });
});

test("of changes that race, each event names what that change changed", async () => {
  const admin = await anAdmin();
  const texts = ["a", "b", "c", "d"].map((subject) => ({ ...own, subject }));
  await Promise.all(texts.map((text) => changeMailText(admin, "code", text)));
  const fields = (await eventsOf(admin)).map(({ data }) => (data as { fields: string[] }).fields);
  expect(fields).toEqual([["subject", "body", "button"], ["subject"], ["subject"], ["subject"]]);
});
