import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { suppressions } from "@/db/schema";
import { deleteBatches, deleteLeads, listEntries } from "@/tests/harness/bin";
import { insertBatch, insertCode, insertLead, insertProject, uniqueId } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { listBatches } from "./batches/list";
import { listClaims } from "./claims/list";
import { listCodes } from "./codes/list";
import { sendCode } from "./codes/send";
import { listLeads } from "./leads/list";
import { listWaitlist } from "./leads/waitlist-list";
import { listSendDeliveries } from "./sends/deliveries";
import { listSuppressions } from "./suppressions/list";

const app = await createTestApp();

// cspell:disable
/** Names, and searches that find them. */
const names: [name: string, ...searches: string[]][] = [
  ["José García", "jose", "garcia", "JOSÉ", "Jose\u0301", "sé ga", "jo"],
  ["Łukasz Żółć", "lukasz", "zolc", "ŁUKASZ", "ŻÓŁ"],
  ["Conan O’Brien", "o'brien", "O’BRIEN", "oʼbrien", "O´Brien", "o`brien"],
  ["Anna Straße", "strasse", "STRASSE", "straße", "STRAẞE"],
  ["Søren Ærø", "soren", "aero", "søren"],
  ["Jean‑Luc Œuvrard", "jean-luc", "jean–luc", "oeuvrard"],
  ["Şükrü Işık", "sukru", "isik", "IŞIK", "ışık"],
  ["Ｍａｒｙ Ｓｈｅｌｌｅｙ", "mary", "shelley", "Ｍａｒｙ"],
  ["Семён Андреев", "семен", "СЕМЁН", "андреев"],
  ["Άννα Παπαδοπούλου", "αννα", "ΠΑΠΑΔΟΠΟΎΛΟΥ"],
  ["مُحَمَّد إبراهيم", "محمد", "ابراهيم", "محـمد"],
  ["שָׁלוֹם כהן", "שלום", "כהן"],
  ["김민준 한", "김민준", "김민", "민준", "한", "김민준".normalize("NFD")],
  ["ﾔﾏﾀﾞ 太郎", "ヤマダ", "太郎", "マダ", "太"],
  ["王小明 李", "小明", "王小", "王"],
  ["Sigurður Þórsson", "sigurdur", "thorsson"],
];
// cspell:enable
const searches = names.flatMap(([name, ...texts]) => texts.map((text) => ({ name, text })));

const { ctx: namedCtx } = await insertProject(app.ctx);
for (const [index, [name]] of names.entries()) {
  const [firstname = "", lastname = ""] = name.split(" ");
  await insertLead(namedCtx, { email: `${index}-${uniqueId()}@example.org`, firstname, lastname, onWaitlist: true });
  await insertBatch(namedCtx, { name: `${name} codes` });
}

describe("people and batches are found whatever the case, accents and punctuation of their names", () => {
  const ctx = namedCtx;
  // With no rows to scan, all matches come from the index.
  test.each(searches)("$name by $text", async ({ name, text }) => {
    for (const scanLimit of [undefined, 0])
      for (const list of [listLeads, listWaitlist] as const) {
        const found = await collectAll<{ firstname: string | null; lastname: string | null }>(list(ctx, { q: text, limit: 50 }, scanLimit));
        expect(found.map(({ firstname, lastname }) => `${firstname} ${lastname}`)).toEqual([name]);
      }
    const found = await collectAll(listBatches(ctx, { q: text, limit: 50 }));
    expect(found.map((batch) => batch.name)).toContain(`${name} codes`);
  });

  test("and no one by letters that only look similar", async () => {
    for (const text of ["андреив", "angle", "zol c", "o-brien"])
      expect(await collectAll(listLeads(ctx, { q: text, limit: 50 }))).toEqual([]);
  });
});

test("emails are found with other apostrophes, widths and accents in claims, suppressions and deliveries", async () => {
  const { ctx } = await insertProject(app.ctx);
  const email = "conan.o'brien-jose@example.org";
  await insertCode(ctx, { claimedBy: [email] });
  await insertCode(ctx, { claimedBy: ["ada@example.org"] });
  const { sendId } = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails: [email, "ada@example.org"] });
  await ctx.db.insert(suppressions).values({ projectId: ctx.projectId, email, reason: "unsubscribed" });
  for (const q of ["O’Brien", "o`brien-josé", "Ｏ＇ＢＲＩＥＮ‑JOSE"]) {
    for (const scanLimit of [undefined, 0])
      expect(await collectAll(listClaims(ctx, { q, limit: 50 }, scanLimit))).toMatchObject([{ email }]);
    expect(await collectAll(listSuppressions(ctx, { q, limit: 50 }))).toMatchObject([{ email }]);
    expect(await collectAll(listSendDeliveries(ctx, sendId, { q, limit: 50 }))).toMatchObject([{ email }]);
  }
  for (const q of ["ADÁ", "ád"]) expect(await collectAll(listClaims(ctx, { q, limit: 50 }))).toMatchObject([{ email: "ada@example.org" }]);
});

test("the bin finds batches by the start of their name, and emails, like the lists", async () => {
  const ctx = await staffContext((await insertProject(app.ctx)).ctx);
  const email = `o'brien-${uniqueId()}@example.org`;
  await deleteBatches(ctx, [await insertBatch(ctx, { name: "Éclair – O’Brien" })]);
  await deleteLeads(ctx, [await insertLead(ctx, { email })]);
  const labels = async (q: string) => (await listEntries(ctx, { q })).map(({ label }) => label);
  for (const q of ["eclair", "ÉCLAIR - o'brien"]) expect(await labels(q)).toEqual(["Éclair – O’Brien"]);
  expect(await labels("O’Brien-")).toEqual([email]);
});

// cspell:ignore андреив ötter
test("codes are found as they can be entered, not by letters that only look similar", async () => {
  const { ctx } = await insertProject(app.ctx);
  const code = await insertCode(ctx, { text: "otter-lake-77" });
  for (const q of ["OTTER LAKE", "Ｏｔｔｅｒ‑lake", "lake"]) expect(await collectAll(listCodes(ctx, { q }))).toMatchObject([{ code }]);
  expect(await collectAll(listCodes(ctx, { q: "ötter" }))).toEqual([]);
});

test("searches of nothing but accents or invisible characters find nothing instead of everything", async () => {
  const { ctx } = await insertProject(app.ctx);
  await insertLead(ctx, { firstname: "José" });
  for (const q of ["\u0301\u0301\u0301", "\u200b"]) expect(await collectAll(listLeads(ctx, { q }))).toEqual([]);
});
