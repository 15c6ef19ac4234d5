import { expect, test } from "vitest";
import { insertLead, insertProject } from "@/tests/harness/factories";
import { importLeads } from "@/tests/harness/imports";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { getLeadPosition } from "../leads/waitlist";
import { listWaitlist } from "../leads/waitlist-list";

const app = await createTestApp();

async function createLine(): Promise<{ ctx: Context; waiting: string[] }> {
  const { ctx } = await insertProject(app.ctx);
  const waiting: string[] = [];
  for (const name of ["first", "second", "third", "fourth"])
    waiting.push(await insertLead(ctx, { email: `${name}@example.org`, onWaitlist: true }));
  return { ctx, waiting };
}

const listLine = async (ctx: Context) => (await collectAll(await listWaitlist(ctx, {}))).map(({ email }) => email);

const files = {
  dates: "email,created\nb@import.example,2025-02-01\na@import.example,2025-01-01\nc@import.example,",
  positions: "email,position,created\nb@import.example,2,2020-01-01\na@import.example,1,2025-01-01\nc@import.example,,2019-01-01",
  neither: "email\na@import.example\nb@import.example\nc@import.example",
  "a column": "email,created,waitlist\nb@import.example,2025-02-01,yes\na@import.example,2025-01-01,yes\nc@import.example,,yes",
};

test.each(Object.entries(files))("people of a file with %s are behind everyone who waits, in their order", async (name, file) => {
  const { ctx, waiting } = await createLine();
  const { checked } = await importLeads(ctx, file, { waitlist: name === "a column" ? "column" : "all" });
  expect(checked.settings?.waitlistOrder).toBe("end");
  expect(checked.counts).toMatchObject({ new: 3, overtaken: 0, overtaking: 0, firstOvertaken: 0 });
  expect(await listLine(ctx)).toEqual([...waiting, "a@import.example", "b@import.example", "c@import.example"]);
  expect(await getLeadPosition(ctx, "second@example.org")).toMatchObject({ position: 2 });
});

test("ordered by date, the check says who is overtaken", async () => {
  const { ctx, waiting } = await createLine();
  const { checked } = await importLeads(ctx, `${files.dates}\nd@import.example,2020-01-01`, { waitlist: "all", waitlistOrder: "date" });
  expect(checked.counts).toMatchObject({ new: 4, overtaken: 4, overtaking: 3, firstOvertaken: 1 });
  expect(await listLine(ctx)).toEqual(["d@import.example", "a@import.example", "b@import.example", ...waiting, "c@import.example"]);
  // Neither those who aren't added to the waitlist nor those at its end overtake anyone.
  for (const settings of [{ waitlist: "none" }, { waitlist: "column" }] as const) {
    const other = await createLine();
    const { checked: next } = await importLeads(other.ctx, files.dates, { ...settings, waitlistOrder: "date" });
    expect(next.counts).toMatchObject({ overtaken: 0, overtaking: 0, firstOvertaken: 0 });
  }
});
