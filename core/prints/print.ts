import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { PrintFormat } from "@/contract/enums";
import {
  type CreatePrintInput,
  cardsPerPage,
  defaultSheet,
  getSheet,
  type listPrintsEndpoint,
  maxPrintedCodes,
  type PrintRecord,
  type previewPrintEndpoint,
  type Sheet,
  type SheetName,
  sheetNames,
} from "@/contract/prints";
import { queryRows, type RowOf } from "@/db/query";
import type { codes as codesTable } from "@/db/schema";
import { ApiError } from "../api-error";
import { getBatchSummary } from "../batches/record";
import { codePageQuery } from "../codes/page-query";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { filtersIn } from "../exports/record-export";
import { fileUseCases, insertFile, storeFile } from "../exports/saved-files";
import type { AtomicJobHandler } from "../jobs/handler";
import { insertJob } from "../jobs/store";
import type { ListResult } from "../pagination";
import { jsonItems } from "../sql";
import { type CardOptions, getCards } from "./card-design";
import { cardsPdf, firstPageSvg } from "./draw-cards";
import { type PrintedCode, printedCode, qrCodeArchive } from "./qr-code";

type Selection = Pick<CreatePrintInput, "codes" | "filter" | "order">;

/** What the file of a print is. `sheet` and `pages` are those of a PDF. Earlier versions didn't save the batch. */
type PrintDetails = { fileName: string; sheet: SheetName | null; pages: number | null; batch?: string | null };

/** The keys of the codes to print, in order, and how. */
type PrintParams = { keys: string[]; format: PrintFormat; size: number; cards: CardOptions };

const maxCardsPerPage = Math.max(...sheetNames.map((name) => cardsPerPage(getSheet(name))));

const countPages = (sheet: Sheet, skip: number, codes: number): number => Math.ceil((skip + codes) / cardsPerPage(sheet));

/**
 * Starts to make a file of cards or QR codes in the background. Throws `invalid_input` if no codes or too many match, and for texts that can't
 * be printed.
 */
export async function createPrint(ctx: Context, { codes, filter, order, format, size, ...cards }: CreatePrintInput): Promise<PrintRecord> {
  const layout = format === "pdf" ? await getCards(ctx, cards, []) : null;
  return inTransaction(ctx, async (inner) => {
    const keys = await findKeys(inner, { codes, filter, order });
    const details: PrintDetails = {
      fileName: await getFileName(inner, filter?.batch, format),
      sheet: layout && (cards.sheet ?? defaultSheet),
      pages: layout && countPages(layout.sheet, layout.skip, keys.length),
      batch: filter?.batch ?? null,
    };
    const params: PrintParams = { keys, format, size, cards };
    const job = await insertJob(inner, { kind: "codes.print", params, total: keys.length });
    await insertFile(inner, { id: job.id, kind: "print", list: "codes", format, rowCount: keys.length, details });
    await recordEvent(inner, {
      kind: "codes.printed",
      data: { print: job.id, codes: keys.length, format, filter: filtersIn(filter ?? {}) },
    });
    await inner.queue.addBackgroundJob(inner.db, { projectId: ctx.projectId, jobId: job.id });
    return getPrint(inner, job.id);
  });
}

/** Names the file after the batch. */
async function getFileName(ctx: Context, batch: string | undefined, format: PrintFormat): Promise<string> {
  const name = batch === undefined ? "" : (await getBatchSummary(ctx, batch)).name;
  const words =
    name
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.slice(0, 8) ?? [];
  if (format !== "pdf") return [...words, "qr-codes.zip"].join("-");
  return `${(words.at(-1) === "cards" ? words : [...words, "cards"]).join("-")}.pdf`;
}

/** Draws the first page of cards as an image. Throws `invalid_input` like `createPrint`. */
export async function previewPrint(
  ctx: Context,
  { codes, filter, order, ...options }: z.output<typeof previewPrintEndpoint.body>,
): Promise<z.input<typeof previewPrintEndpoint.reply>> {
  const keys = await findKeys(ctx, { codes, filter, order });
  const shown = keys.slice(0, maxCardsPerPage);
  const cards = await getCards(ctx, options, shown);
  const codesOfPage = await readCodes(ctx, shown.slice(0, cardsPerPage(cards.sheet) - cards.skip));
  return { svg: firstPageSvg(codesOfPage, cards), codes: keys.length, pages: countPages(cards.sheet, cards.skip, keys.length) };
}

/** Returns the keys of the selected codes in their order. Throws `invalid_input` if there are none, or too many. */
async function findKeys(ctx: Context, { codes, filter, order }: Selection): Promise<string[]> {
  const byText = order === "code";
  const page = { filter: filter ?? {}, descending: false, after: null, limit: maxPrintedCodes + 1 };
  const sortOrder = byText ? sql`c.key` : sql`c.batch_id, c.batch_index`;
  const selected = codes
    ? sql`select c.key from ${jsonItems([...new Set(codes)])} join codes c on c.project_id = ${ctx.projectId} and c.key = items.item
        order by ${order === undefined ? sql`items.position` : sortOrder}`
    : sql`select c.key from (${codePageQuery(ctx, byText ? "code" : "created", page)}) as c order by ${sortOrder}`;
  const keys = (await queryRows<RowOf<typeof codesTable, "key">>(ctx.db, selected)).map(({ key }) => key);
  const refuse = (problem: string) => new ApiError("invalid_input", { fields: { [codes ? "codes" : "filter"]: [problem] } });
  if (keys.length === 0) throw refuse(codes ? "must have a code that exists" : "must match at least one code");
  if (keys.length > maxPrintedCodes) throw refuse(`must match at most ${maxPrintedCodes.toLocaleString("en-US")} codes`);
  return keys;
}

/** Returns codes with their links in the order of their keys, without codes that don't exist anymore. */
async function readCodes({ db, projectId }: Context, keys: readonly string[]): Promise<PrintedCode[]> {
  const rows = await queryRows<Parameters<typeof printedCode>[0]>(
    db,
    sql`select c.text, b.redemption_url, b.redemption_instructions from ${jsonItems(keys)} join codes c on c.project_id = ${projectId} and c.key = items.item
      join batches b on b.project_id = c.project_id and b.id = c.batch_id order by items.position`,
  );
  return rows.map(printedCode);
}

/** How many codes are read at a time. */
const chunkSize = 500;

/** Makes the file of a print. */
export const printHandler: AtomicJobHandler<PrintParams> = {
  async run(ctx, job, onProgress) {
    const { keys, format, size, cards } = job.params;
    let printed = 0;
    async function* codes(): AsyncGenerator<PrintedCode> {
      for (let start = 0; start < keys.length; start += chunkSize) {
        await onProgress(start);
        const chunk = await readCodes(ctx, keys.slice(start, start + chunkSize));
        yield* chunk;
        printed += chunk.length;
      }
    }
    const file = { title: "Access codes", time: new Date(job.createdAt) };
    const content =
      format === "pdf"
        ? cardsPdf(codes(), await getCards(ctx, cards, keys), file)
        : qrCodeArchive(codes(), { format, size }, job.createdAt);
    await storeFile(ctx, job.id, content);
    return { changed: printed };
  },
};

const files = fileUseCases({
  kind: "print",
  otherFields: (row) => {
    const { fileName, sheet, pages, batch = null } = row.details as PrintDetails;
    return {
      // Prints are made in no other format.
      format: row.format as PrintFormat,
      sheet,
      codes: row.row_count,
      pages,
      batch,
      fileName,
      progress: { processed: row.job_processed, total: row.row_count },
    };
  },
  contentType: ({ format }) => (format === "pdf" ? "application/pdf" : "application/zip"),
  downloadEvent: ({ id, codes, format }) => ({ kind: "print.downloaded", data: { print: id, codes, format } }),
});

/** Lists the prints whose files haven't expired, newest first. */
export const listPrints = (ctx: Context, query: z.output<NonNullable<typeof listPrintsEndpoint.query>>): Promise<ListResult<PrintRecord>> =>
  files.list(ctx, query, query.batch === undefined ? [] : [sql`f.details ->> 'batch' = ${query.batch}`]);
export const getPrint = files.get;
export const downloadPrint = files.download;
export const deletePrint = files.delete;
