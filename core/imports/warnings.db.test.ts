import { expect, test } from "vitest";
import { insertProject } from "@/tests/harness/factories";
import { importLeads, importSuppressionList } from "@/tests/harness/imports";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { updateBlockList } from "../abuse-protection/block-list";
import type { Context } from "../context";
import { getLead } from "../leads/record";
import { updateProject } from "../projects/update";
import { listImportRows } from "./record";

const app = await createTestApp();
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

const listWarnings = async (ctx: Context, id: string) =>
  (await collectAll(await listImportRows(ctx, id, { outcome: "warnings" }))).map(({ row, warnings }) => [
    row,
    ...warnings.map(({ column, reason }) => `${column}: ${reason}`),
  ]);

test("a bad cell other than the email is left out or cleaned and listed, and doesn't cost the person", async () => {
  const ctx = await createProject();
  const question = { required: false, onJoinForms: false };
  await updateProject(ctx, {
    questions: [
      { ...question, key: "plan", label: "Plan", type: "choice", options: ["Free", "Pro"] },
      { ...question, key: "site", label: "Site", type: "url", options: [] },
    ],
  });
  const rows = [
    'a@example.org,"Ada\nKing",Max,not a website,soon,many,maybe,"vip,ok"',
    `b@example.org,${"x".repeat(300)},Pro,,2025-03-05,12,yes,"${"t".repeat(80)},vip"`,
    "c@example.org,Carol,Free,https://example.org,2999-01-01,3,no,",
    "d@example.org,Dora,Pro,,2025-03-05,4,yes,vip",
  ];
  const { id, checked, done } = await importLeads(ctx, ["email,first name,Plan,Site,created,position,waitlist,tags", ...rows].join("\n"), {
    mapping: {
      email: "email",
      "first name": "firstname",
      Plan: "field:plan",
      Site: "field:site",
      created: "createdAt",
      position: "waitlistPosition",
      waitlist: "waitlist",
      tags: "tags",
    },
    tags: ["import"],
  });
  expect(checked.counts).toMatchObject({ new: 4, invalid: 0, warnings: 3 });
  expect(done.result).toMatchObject({ created: 4 });
  expect(await listWarnings(ctx, id)).toEqual([
    [
      2,
      ...["Plan: must be one of Free, Pro", "Site: must be a web address, such as https://example.com"].map((text) =>
        expect.stringContaining(text.slice(0, 10)),
      ),
      ...[
        "created: must be a date such as 2025-12-31 or 2025-12-31 17:00",
        "position: must be a whole number",
        "waitlist: must be yes or no",
      ],
      "first name: has a line break, which becomes a space",
    ],
    [3, "first name: must be at most 200 characters", expect.stringMatching(/^tags: .* The other tags are imported$/)],
    [4, "created: must not be in the future"],
  ]);
  expect(await getLead(ctx, "a@example.org")).toMatchObject({ firstname: "Ada King", fields: {}, tags: ["import", "ok", "vip"] });
  expect(await getLead(ctx, "b@example.org")).toMatchObject({ firstname: null, fields: { plan: "Pro" }, tags: ["import", "vip"] });
  expect(await getLead(ctx, "c@example.org")).toMatchObject({ fields: { plan: "Free", site: expect.any(String) }, onWaitlist: false });
});

test.each(["", " ", "\u200b", "\u00a0"])("a row with the email %o says that it is missing", async (email) => {
  const ctx = await createProject();
  const { id, checked } = await importLeads(ctx, `email,name\n${email},Ada\na@example.org,Ada`);
  expect(checked.counts).toMatchObject({ new: 1, invalid: 1 });
  const [row] = await collectAll(await listImportRows(ctx, id, { outcome: "invalid" }));
  expect(row?.problem).toMatchObject({ column: "email", reason: "Email is missing" });
  const list = await importSuppressionList(ctx, `email,reason\n${email},bounce\na@example.org,bounce`);
  const [refused] = await collectAll(await listImportRows(ctx, list.id, { outcome: "invalid" }));
  expect(refused?.problem?.reason).toBe("Email is missing");
});

test("emails that a sign-up would be held for are imported and shown", async () => {
  const ctx = await createProject();
  await updateBlockList(ctx, { entries: ["blocked.example", "eve@example.org"] });
  const file = ["email", "a@mailinator.com", "b@sub.blocked.example", "eve@example.org", "fine@example.org"].join("\n");
  const { id, checked, done } = await importLeads(ctx, file);
  expect(checked.counts).toMatchObject({ new: 4, suspicious: 3, warnings: 3 });
  expect(done.result).toMatchObject({ created: 4 });
  expect(await listWarnings(ctx, id)).toEqual([
    [2, expect.stringContaining("belongs to a disposable email provider")],
    [3, expect.stringContaining("is on the block list")],
    [4, expect.stringContaining("is on the block list")],
  ]);
});

test("emails that look misspelled are imported and shown with the one that was probably meant", async () => {
  const ctx = await createProject();
  const { id, checked, done } = await importLeads(ctx, ["email", "ada@gmial.com", "fine@example.org"].join("\n"));
  expect(checked.counts).toMatchObject({ new: 2, suspicious: 0, warnings: 1 });
  expect(done.result).toMatchObject({ created: 2 });
  expect(await listWarnings(ctx, id)).toEqual([[2, expect.stringContaining("Did you mean ada@gmail.com?")]]);
});
