import { sql } from "drizzle-orm";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { FileReply } from "@/contract/endpoint";
import { normalizeCode } from "@/contract/normalize";
import { maxPrintedCodes, type PrintRecord } from "@/contract/prints";
import { codes as codesTable } from "@/db/schema";
import { getErrorName } from "@/tests/harness/errors";
import { insertBatch, insertCode, insertProject } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { openPdf, renderPage } from "@/tests/harness/pdf";
import { readQrCodes } from "@/tests/harness/qr-codes";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { deleteExpiredRows } from "../cleanup";
import { deleteCode } from "../codes/delete";
import { generateBatch } from "../codes/generate";
import type { Context } from "../context";
import { cancelJob, getJob } from "../jobs/jobs";
import { updateProject } from "../projects/update";
import { createPrint, deletePrint, downloadPrint, getPrint, listPrints, previewPrint } from "./print";
import { claimUrl, getCodeQr } from "./qr-code";

const app = await createTestApp();
const { db } = app;

const createProjectContext = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

const readBytes = async ({ chunks }: FileReply): Promise<Buffer> => Buffer.concat(await Array.fromAsync(chunks));

/** Makes the file of a print, as the worker does. */
async function finish(ctx: Context, { id }: PrintRecord): Promise<Buffer> {
  await runBackgroundJob(ctx, id, new AbortController().signal);
  return readBytes(await downloadPrint(ctx, id));
}

/** A logo as staff upload it. */
const pngDataUrl = async (): Promise<string> => {
  const image = sharp({ create: { width: 60, height: 40, channels: 4, background: "#2563ebcc" } });
  return `data:image/png;base64,${(await image.png().toBuffer()).toString("base64")}`;
};

const readTexts = async (image: Uint8Array): Promise<string[]> => (await readQrCodes(image)).map(({ text }) => text);

describe("QR codes", () => {
  test("of a code are images that open its claim page", async () => {
    const ctx = await createProjectContext();
    const text = await insertCode(ctx, { text: "curious-pineapple" });
    const svg = await getCodeQr(ctx, "curiouspineapple", { size: 512 });
    const png = await getCodeQr(ctx, "curiouspineapple", { format: "png", size: 300 });
    expect([svg.name, png.name]).toEqual([`${text}.svg`, `${text}.png`]);
    for (const file of [svg, png]) expect(await readTexts(await readBytes(file))).toEqual([claimUrl(text)]);
    expect(await sharp(await readBytes(png)).metadata()).toMatchObject({ format: "png", width: 300, height: 300 });
  });

  test.for(["svg", "png"] as const)("of a batch are a ZIP archive of %s images, each for its own code", async (format) => {
    const ctx = await createProjectContext();
    const { id: batch } = await generateBatch(ctx, { amount: 12, type: "alphanumeric" });
    const print = await createPrint(ctx, { filter: { batch }, format, size: 200 });
    expect(print).toMatchObject({ status: "queued", format, codes: 12, size: null, progress: { processed: 0, total: 12 } });
    const content = await finish(ctx, print);
    const files = Object.entries(unzipSync(content));
    expect(files).toHaveLength(12);
    for (const [name, image] of files) expect(await readTexts(image)).toEqual([claimUrl(name.replace(`.${format}`, ""))]);
    const done = await getPrint(ctx, print.id);
    expect(done).toMatchObject({ status: "completed", size: content.length, progress: { processed: 12, total: 12 } });
    expect(await getJob(ctx, print.id)).toMatchObject({ file: { path: `/prints/${print.id}/file` } });
  });
});

describe("cards", () => {
  test("of a batch are a PDF with a page for every ten codes, whose QR codes open their claim pages", async () => {
    const ctx = await createProjectContext();
    await updateProject(ctx, { name: "Moonshot", logo: await pngDataUrl() });
    const { id: batch } = await generateBatch(ctx, { amount: 12, type: "alphanumeric", name: "Launch Day 2026!" });
    const print = await createPrint(ctx, { filter: { batch, usesLeft: true }, format: "pdf", size: 512, sheet: "avery_5371" });
    expect(print).toMatchObject({ format: "pdf", sheet: "avery_5371", codes: 12, pages: 2, fileName: "launch-day-2026-cards.pdf" });
    const content = await finish(ctx, print);
    expect(await downloadPrint(ctx, print.id)).toMatchObject({ contentType: "application/pdf", size: content.length });
    const pdf = await openPdf(content);
    const pages = await Promise.all([0, 1].map((index) => renderPage(pdf, index, 2)));
    const printed = (await Promise.all(pages.map(({ image }) => readTexts(image)))).flat();
    const codes = await db.select({ text: codesTable.text }).from(codesTable).where(sql`batch_id = ${batch}`);
    expect(printed.toSorted()).toEqual(codes.map(({ text }) => claimUrl(text)).toSorted());
    for (const text of ["Moonshot", "Scan the QR code", "localhost:3000/claim"]) expect(pages[0]?.text).toContain(text);
  });

  // At full size: the most cards that one print can have.
  const most = size(300, maxPrintedCodes);
  test(`of ${most.toLocaleString("en-US")} codes are a PDF with all of them, each on a card of its own`, async () => {
    const ctx = await createProjectContext();
    const { id: batch } = await generateBatch(ctx, { amount: most, type: "alphanumeric" });
    const print = await createPrint(ctx, { filter: { batch }, format: "pdf", size: 512, sheet: "avery_5160" });
    const pages = Math.ceil(most / 30);
    expect(print).toMatchObject({ codes: most, pages });
    const pdf = await openPdf(await finish(ctx, print));
    expect(pdf.getPageCount()).toBe(pages);
    const codes = await db
      .select({ text: codesTable.text })
      .from(codesTable)
      .where(sql`batch_id = ${batch}`)
      .orderBy(codesTable.batchIndex);
    const expected = codes.map(({ text }) => text);
    const isCode = new Set(expected);
    const printed = [...pdf.pages()].flatMap((page) =>
      page
        .getText()
        .split(/\s+/)
        .filter((word) => isCode.has(word)),
    );
    expect(printed).toEqual(expected);
    for (const index of [0, Math.floor(pages / 2), pages - 1]) {
      const { image } = await renderPage(pdf, index, 2);
      const texts = expected.slice(index * 30, (index + 1) * 30);
      expect((await readTexts(image)).toSorted()).toEqual(texts.map(claimUrl).toSorted());
    }
  });

  test("are previewed as the first page, without the positions that are skipped", async () => {
    const ctx = await createProjectContext();
    const { id: batch } = await generateBatch(ctx, { amount: 12, type: "alphanumeric" });
    const { svg, codes, pages } = await previewPrint(ctx, { filter: { batch }, sheet: "avery_5160", skip: 25 });
    expect({ codes, pages }).toEqual({ codes: 12, pages: 2 });
    expect(await readTexts(Buffer.from(svg))).toHaveLength(5);
  });

  test("are rejected with a text that the fonts don't have", async () => {
    const ctx = await createProjectContext();
    const codes = [normalizeCode(await insertCode(ctx))];
    const rejection = {
      fields: { title: ["has characters that can't be printed: ᚠ"], text: ["has characters that can't be printed: 𐎀"] },
    };
    const texts = { title: "Hi ᚠ", text: "𐎀" };
    await expect(previewPrint(ctx, { codes, ...texts })).rejects.toMatchObject(rejection);
    await expect(createPrint(ctx, { codes, ...texts, format: "pdf", size: 512 })).rejects.toMatchObject(rejection);
    // The code itself is printed with a box for each of them, and its QR code is complete.
    const code = await insertCode(ctx, { text: "日本-x" });
    const { svg } = await previewPrint(ctx, { codes: [normalizeCode(code)] });
    expect(await readTexts(Buffer.from(svg))).toEqual([claimUrl("日本-x")]);
  });
});

test("the files of QR codes have safe names, whatever the database says the codes are", async () => {
  const ctx = await createProjectContext();
  const batch = await insertBatch(ctx);
  for (const text of ["one", "two", "three"]) await insertCode(ctx, { text, batch });
  for (const [key, text] of [
    ["one", "../../one"],
    ["two", "C:\\two"],
    ["three", "/etc/three\0"],
  ])
    await ctx.db.execute(
      sql`update codes set text = ${(text ?? "").replace("\0", "\u0007")} where project_id = ${ctx.projectId} and key = ${key}`,
    );
  const print = await createPrint(ctx, { filter: { batch }, order: "code", format: "svg", size: 512 });
  expect(Object.keys(unzipSync(await finish(ctx, print))).toSorted()).toEqual(["C__two.svg", "______one.svg", "_etc_three_.svg"]);
  expect((await getCodeQr(ctx, "one", { format: "svg", size: 512 })).name).toBe("______one.svg");
});

describe("a print", () => {
  test("has the selected codes in their order, without codes that were deleted", async () => {
    const ctx = await createProjectContext();
    const batch = await insertBatch(ctx);
    for (const text of ["zebra", "used-up", "apple", "mango"])
      await insertCode(ctx, { text, batch, claimedBy: text === "used-up" ? ["ada@example.org"] : [] });
    const namesOf = async (input: Omit<Parameters<typeof createPrint>[1], "format" | "size">) => {
      const print = await createPrint(ctx, { ...input, format: "svg", size: 512 });
      return Object.keys(unzipSync(await finish(ctx, print))).map((name) => name.replace(".svg", ""));
    };
    expect(await namesOf({ codes: ["mango", "zebra", "mango", "unknown"] })).toEqual(["mango", "zebra"]);
    expect(await namesOf({ codes: ["mango", "apple"], order: "code" })).toEqual(["apple", "mango"]);
    expect(await namesOf({ filter: { batch, usesLeft: true } })).toEqual(["zebra", "apple", "mango"]);
    expect(await namesOf({ filter: { batch }, order: "code" })).toEqual(["apple", "mango", "used-up", "zebra"]);
    const print = await createPrint(ctx, { codes: ["apple", "mango"], format: "svg", size: 512 });
    await deleteCode(ctx, "apple");
    expect(Object.keys(unzipSync(await finish(ctx, print)))).toEqual(["mango.svg"]);
    expect(await getPrint(ctx, print.id)).toMatchObject({ status: "completed", codes: 2, progress: { processed: 1 } });
  });

  test("is rejected without codes, and with more than 10,000", async () => {
    const ctx = await createProjectContext();
    const image = { format: "svg", size: 512 } as const;
    const { id: batch } = await generateBatch(ctx, { amount: 10_001, type: "alphanumeric" });
    await expect(createPrint(ctx, { filter: { batch }, ...image })).rejects.toMatchObject({
      fields: { filter: ["must match at most 10,000 codes"] },
    });
    await expect(createPrint(ctx, { filter: { type: "numeric" }, ...image })).rejects.toMatchObject({
      fields: { filter: ["must match at least one code"] },
    });
    await expect(createPrint(ctx, { codes: ["unknown"], ...image })).rejects.toMatchObject({
      fields: { codes: ["must have a code that exists"] },
    });
  });

  test("makes the same file again after its worker stopped, and no file after it is canceled", async () => {
    const ctx = await createProjectContext();
    const { id: batch } = await generateBatch(ctx, { amount: 40, type: "alphanumeric" });
    const input = { filter: { batch }, format: "svg", size: 512 } as const;
    const print = await createPrint(ctx, input);
    const controller = new AbortController();
    const running = runBackgroundJob(ctx, print.id, controller.signal).catch((error: Error) => error.message);
    controller.abort();
    expect(await running).toBe("The worker was stopped");
    expect(await getErrorName(downloadPrint(ctx, print.id))).toBe("print_not_ready");
    expect(Object.keys(unzipSync(await finish(ctx, print)))).toHaveLength(40);

    const canceled = await createPrint(ctx, input);
    await cancelJob(ctx, canceled.id);
    await runBackgroundJob(ctx, canceled.id, new AbortController().signal);
    expect(await getPrint(ctx, canceled.id)).toMatchObject({ status: "canceled", size: null });
  });

  test("is listed until it expires, also by the batch whose codes it has", async () => {
    const ctx = await createProjectContext();
    const { id: batch } = await generateBatch(ctx, { amount: 2, type: "alphanumeric" });
    const [first, second] = [
      await createPrint(ctx, { filter: { batch }, format: "svg", size: 512 }),
      await createPrint(ctx, { filter: { type: "alphanumeric" }, format: "svg", size: 512 }),
    ];
    const list = async (query: Parameters<typeof listPrints>[1]) => (await collectAll(listPrints(ctx, query))).map(({ id }) => id);
    expect(await list({})).toEqual([second.id, first.id]);
    expect(await list({ batch })).toEqual([first.id]);
    expect(first).toMatchObject({ batch });
    await db.execute(sql`update saved_files set expires_at = now() - interval '1 second' where id = ${first.id}`);
    expect(await list({ batch })).toEqual([]);
  });

  test("is gone when it is deleted or expired, with its content", async () => {
    const ctx = await createProjectContext();
    const codes = [normalizeCode(await insertCode(ctx))];
    const create = () => createPrint(ctx, { codes, format: "svg", size: 512 });
    const [deleted, expired, unfinished] = [await create(), await create(), await create()];
    for (const print of [deleted, expired]) await finish(ctx, print);
    await deletePrint(ctx, deleted.id);
    await deletePrint(ctx, unfinished.id);
    await db.execute(sql`update saved_files set expires_at = now() - interval '1 second' where id = ${expired.id}`);
    for (const { id } of [deleted, expired, unfinished]) expect(await getErrorName(getPrint(ctx, id))).toBe("print_not_found");
    expect(await getJob(ctx, unfinished.id)).toMatchObject({ status: "canceled" });
    expect(await getJob(ctx, expired.id)).toMatchObject({ file: null });
    await deleteExpiredRows(db);
    const [left] = await db.select({ n: sql<number>`count(*)::int` }).from(sql`saved_file_chunks where project_id = ${ctx.projectId}`);
    expect(left).toEqual({ n: 0 });
  });
});
