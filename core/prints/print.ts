import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { FileReply } from "@/contract/endpoint";
import type { PrintFormat } from "@/contract/enums";
import { type CreatePrintInput, type listPrintsEndpoint, maxPrintedCodes, type PrintRecord } from "@/contract/prints";
import { queryRows, type RowOf } from "@/db/query";
import type { codes as codesTable } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { codePageQuery } from "../codes/page-query";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { deleteFile, insertFile, readFile, type SavedFileRow, selectFiles, storeFile } from "../exports/saved-files";
import type { AtomicJobHandler } from "../jobs/handler";
import { insertJob } from "../jobs/store";
import { type ListResult, paginate } from "../pagination";
import { cappedCount, jsonItems } from "../sql";
import { qrCodeArchive } from "./qr-code";

/** The keys of the codes to print, in order, and how. */
type PrintParams = { keys: string[]; format: PrintFormat; size: number };

/** Starts to make a file of QR codes in the background. Throws `invalid_input` if no codes or too many match. */
export function createPrint(ctx: Context, { format, size, ...selection }: CreatePrintInput): Promise<PrintRecord> {
  return inTransaction(ctx, async (inner) => {
    const keys = await findKeys(inner, selection);
    const job = await insertJob<PrintParams>(inner, { kind: "codes.print", params: { keys, format, size }, total: keys.length });
    await insertFile(inner, { id: job.id, kind: "print", list: "codes", format, rowCount: keys.length });
    await recordEvent(inner, { kind: "codes.printed", data: { print: job.id, codes: keys.length, format } });
    await inner.queue.addBackgroundJob(inner.db, { projectId: ctx.projectId, jobId: job.id });
    return getPrint(inner, job.id);
  });
}

/** Returns the keys of the selected codes in their order. Throws `invalid_input` if there are none, or too many. */
async function findKeys(ctx: Context, { codes, filter, order }: Pick<CreatePrintInput, "codes" | "filter" | "order">): Promise<string[]> {
  const page = { filter: filter ?? {}, descending: false, after: null, limit: maxPrintedCodes + 1 };
  const rows = codes
    ? sql`select c.key from ${jsonItems([...new Set(codes)])} join codes c on c.project_id = ${ctx.projectId} and c.key = items.item
        order by ${order === "code" ? sql`c.key` : order === "created" ? sql`c.batch_id, c.batch_index` : sql`items.position`}`
    : sql`select c.key from (${codePageQuery(ctx, order ?? "created", page)}) as c order by ${order === "code" ? sql`c.key` : sql`c.batch_id, c.batch_index`}`;
  const keys = (await queryRows<RowOf<typeof codesTable, "key">>(ctx.db, rows)).map(({ key }) => key);
  const refuse = (problem: string) => new ApiError("invalid_input", { fields: { [codes ? "codes" : "filter"]: [problem] } });
  if (keys.length === 0) throw refuse(codes ? "must have a code that exists" : "must match at least one code");
  if (keys.length > maxPrintedCodes) throw refuse(`must match at most ${maxPrintedCodes.toLocaleString("en-US")} codes`);
  return keys;
}

/** How many codes are read at a time. */
const chunkSize = 500;

/** Makes the file of a print. */
export const printHandler: AtomicJobHandler<PrintParams> = {
  async run(ctx, job, onProgress) {
    const { keys, format, size } = job.params;
    let printed = 0;
    async function* readCodes(): AsyncGenerator<string> {
      for (let start = 0; start < keys.length; start += chunkSize) {
        await onProgress(start);
        const chunk = keys.slice(start, start + chunkSize);
        const rows = await queryRows<RowOf<typeof codesTable, "text">>(
          ctx.db,
          sql`select c.text from ${jsonItems(chunk)} join codes c on c.project_id = ${ctx.projectId} and c.key = items.item order by items.position`,
        );
        for (const { text } of rows) yield text;
        printed += rows.length;
      }
    }
    await storeFile(ctx, job.id, qrCodeArchive(readCodes(), { format, size }, job.createdAt));
    return { changed: printed };
  },
};

const fileName = "qr-codes.zip";

const toRecord = (row: SavedFileRow): PrintRecord => ({
  id: row.id,
  status: row.job_status,
  // Prints are made in no other format.
  format: row.format as PrintFormat,
  codes: row.row_count,
  fileName,
  size: row.completed_at === null ? null : Number(row.size),
  progress: { processed: row.job_processed, total: row.row_count },
  error: row.job_error?.message ?? null,
  actor: { kind: row.actor_kind, name: row.actor_name },
  createdAt: isoTimestamp(row.created_at),
  expiresAt: isoTimestamp(row.expires_at),
});

/** Lists the prints whose files haven't expired, newest first. */
export const listPrints = (ctx: Context, query: z.output<NonNullable<typeof listPrintsEndpoint.query>>): Promise<ListResult<PrintRecord>> =>
  paginate<SavedFileRow, PrintRecord>(ctx, query, {
    order: "prints",
    rows: (after, limit) =>
      sql`${selectFiles(ctx, "print", after ? sql`and f.id < ${after[0]}::uuid` : sql``)} order by f.project_id desc, f.id desc limit ${limit}`,
    cursor: ({ id }) => [id],
    toRecord,
    count: (max) => cappedCount(selectFiles(ctx, "print"), max),
  });

/** Returns the row of a print. Throws `print_not_found`. */
async function findPrint(ctx: Context, id: string): Promise<SavedFileRow> {
  const [row] = await queryRows<SavedFileRow>(ctx.db, selectFiles(ctx, "print", sql`and f.id = ${id}`));
  if (!row) throw new ApiError("print_not_found");
  return row;
}

/** Returns a print. Throws `print_not_found`. */
export const getPrint = async (ctx: Context, id: string): Promise<PrintRecord> => toRecord(await findPrint(ctx, id));

/** Returns the file of a print. Throws `print_not_found` and `print_not_ready`. */
export async function downloadPrint(ctx: Context, id: string): Promise<FileReply> {
  const row = await findPrint(ctx, id);
  if (row.completed_at === null) throw new ApiError("print_not_ready");
  return { name: fileName, contentType: "application/zip", size: Number(row.size), chunks: readFile(ctx, row) };
}

/** Deletes the file of a print. Returns the print as it was. Throws `print_not_found`. */
export async function deletePrint(ctx: Context, id: string): Promise<PrintRecord> {
  const row = await findPrint(ctx, id);
  await deleteFile(ctx, row);
  return toRecord(row);
}
