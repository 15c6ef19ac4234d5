import type { z } from "zod";
import type { listExportColumnsEndpoint, SavedExport } from "@/contract/exports";
import { type Context, inTransaction } from "../context";
import type { AtomicJobHandler } from "../jobs/handler";
import { insertJob } from "../jobs/store";
import { lock } from "../locks";
import { exportChunks, exportContentTypes, selectColumns } from "./file-formats";
import { type ExportInput, parseExport } from "./lists";
import { recordExport } from "./record-export";
import { fileUseCases, insertFile, storeFile } from "./saved-files";

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
    await recordExport(inner, { list: input.list, format: input.format, parameters: input.query ?? {}, count: total }, { export: id });
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

const files = fileUseCases({
  kind: "export",
  otherFields: ({ list, format, ...row }) => ({
    list,
    format: format as SavedExport["format"],
    fileName: `${list}.${format}`,
    progress: { processed: row.job_processed, total: row.completed_at === null ? row.row_count : row.job_processed },
  }),
  contentType: ({ format }) => exportContentTypes[format],
  downloadEvent: ({ id, list, format, progress }) => ({
    kind: "export.downloaded",
    data: { export: id, list, format, count: progress.processed },
  }),
});
export const listExports = files.list;
export const getExport = files.get;
export const downloadExport = files.download;
export const deleteExport = files.delete;

/** Lists the columns that files of a list can have. */
export async function listExportColumns(
  ctx: Context,
  list: SavedExport["list"],
): Promise<z.output<typeof listExportColumnsEndpoint.reply>> {
  const { csv, read } = parseExport({ list, format: "csv" });
  return selectColumns({ csv }, await read(ctx, { limit: 1 })).map(({ name: field, olderName: name = field, title }) => ({
    field,
    name,
    title,
  }));
}
