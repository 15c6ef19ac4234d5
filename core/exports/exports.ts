import { sql } from "drizzle-orm";
import type { z } from "zod";
import { type ExportColumn, exportColumnName, type FileReply } from "@/contract/endpoint";
import type { listExportsEndpoint, SavedExport } from "@/contract/exports";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import type { AtomicJobHandler } from "../jobs/handler";
import { insertJob } from "../jobs/store";
import { lock } from "../locks";
import { type ListResult, paginate } from "../pagination";
import { cappedCount } from "../sql";
import { exportChunks, exportContentTypes, selectColumns } from "./file-formats";
import { type ExportInput, parseExport } from "./lists";
import { deleteFile, insertFile, readFile, type SavedFileRow, selectFiles, storeFile } from "./saved-files";

/** Starts a background job that exports a list. Throws `invalid_input` for parameters or columns that the list doesn't have. */
export async function createExport(ctx: Context, input: ExportInput): Promise<SavedExport> {
  const { csv, read } = parseExport(input);
  // Some columns depend on the project.
  const firstPage = await read(ctx, { limit: 1 });
  selectColumns({ csv, columns: input.columns }, firstPage);
  const total = "page" in firstPage ? Number(firstPage.total) : 0;
  return inTransaction(ctx, async (inner) => {
    // Waits for deletions of leads in progress, whose rows it would still read. Later ones stop it.
    await lock(inner.db, "deletion", ctx.projectId);
    const { id } = await insertJob<ExportInput>(inner, { kind: "list.export", params: input, total });
    await insertFile(inner, { id, kind: "export", list: input.list, format: input.format, rowCount: total });
    await recordEvent(inner, { kind: "list.exported", data: { export: id, list: input.list, format: input.format } });
    await inner.queue.addBackgroundJob(inner.db, { projectId: ctx.projectId, jobId: id });
    return getExport(inner, id);
  });
}

/** Makes the file of an export. */
export const exportHandler: AtomicJobHandler<ExportInput> = {
  async run(ctx, job, onProgress) {
    const { csv, read } = parseExport(job.params);
    const list = await read(ctx);
    let rows = 0;
    async function* counted<Chunk extends unknown[]>(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
      for await (const chunk of chunks) {
        await onProgress(rows);
        yield chunk;
        rows += chunk.length;
      }
    }
    const file = exportChunks(
      { ...job.params, csv },
      "page" in list ? list : { ...list, readAll: (convert) => counted(list.readAll(convert)) },
    );
    await storeFile(ctx, job.id, toBytes(file));
    return { changed: rows };
  },
};

async function* toBytes(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}

function toRecord(row: SavedFileRow): SavedExport {
  const isComplete = row.completed_at !== null;
  return {
    id: row.id,
    list: row.list,
    format: row.format as SavedExport["format"],
    status: row.job_status,
    progress: { processed: row.job_processed, total: isComplete ? row.job_processed : row.row_count },
    size: isComplete ? Number(row.size) : null,
    fileName: `${row.list}.${row.format}`,
    error: row.job_error?.message ?? null,
    actor: { kind: row.actor_kind, name: row.actor_name },
    createdAt: isoTimestamp(row.created_at),
    expiresAt: isoTimestamp(row.expires_at),
  };
}

/** Lists the exports whose files haven't expired, newest first. */
export const listExports = (
  ctx: Context,
  query: z.output<NonNullable<typeof listExportsEndpoint.query>>,
): Promise<ListResult<SavedExport>> =>
  paginate<SavedFileRow, SavedExport>(ctx, query, {
    order: "exports",
    rows: (after, limit) =>
      sql`${selectFiles(ctx, "export", after ? sql`and f.id < ${after[0]}::uuid` : sql``)} order by f.project_id desc, f.id desc limit ${limit}`,
    cursor: ({ id }) => [id],
    toRecord,
    count: (max) => cappedCount(selectFiles(ctx, "export"), max),
  });

/** Returns the row of an export. Throws `export_not_found`. */
async function findExport(ctx: Context, id: string): Promise<SavedFileRow> {
  const [row] = await queryRows<SavedFileRow>(ctx.db, selectFiles(ctx, "export", sql`and f.id = ${id}`));
  if (!row) throw new ApiError("export_not_found");
  return row;
}

/** Returns an export. Throws `export_not_found`. */
export const getExport = async (ctx: Context, id: string): Promise<SavedExport> => toRecord(await findExport(ctx, id));

/** Returns the file of an export. Throws `export_not_found` and `export_not_ready`. */
export async function downloadExport(ctx: Context, id: string): Promise<FileReply> {
  const row = await findExport(ctx, id);
  if (row.completed_at === null) throw new ApiError("export_not_ready");
  const { format, fileName } = toRecord(row);
  return { name: fileName, contentType: exportContentTypes[format], size: Number(row.size), chunks: readFile(ctx, row) };
}

/** Cancels an export that is still running, or deletes its file. Returns the export as it was. Throws `export_not_found`. */
export async function deleteExport(ctx: Context, id: string): Promise<SavedExport> {
  const row = await findExport(ctx, id);
  await deleteFile(ctx, row);
  return toRecord(row);
}

/** Lists the columns that files of a list can have. */
export async function listExportColumns(ctx: Context, list: SavedExport["list"]): Promise<{ name: string; title: string }[]> {
  const { csv, read } = parseExport({ list, format: "csv" });
  const columns: ExportColumn[] = selectColumns({ csv }, await read(ctx, { limit: 1 }));
  return columns.map((column) => ({ name: exportColumnName(column), title: column[0] }));
}
