import { type SQL, sql } from "drizzle-orm";
import type { FileReply } from "@/contract/endpoint";
import type { JobRecord } from "@/contract/jobs";
import { savedFileDays } from "@/contract/limits";
import { queryRows, type RowOf } from "@/db/query";
import { savedFileChunks, savedFiles } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type EventInput, recordEvent } from "../events/record-event";
import { JobEndedError } from "../jobs/handler";
import { cancelJob } from "../jobs/jobs";
import { type ListResult, paginate } from "../pagination";
import { afterCursor, type ListOrder, orderBy } from "../sort-order";
import { cappedCount, joinAnd, selectActorName } from "../sql";

/** A file that a job makes. It has the ID of the job. */
type NewFile = Pick<typeof savedFiles.$inferInsert, "id" | "kind" | "list" | "format" | "rowCount" | "details">;

/** Announces the file of a job, in the transaction that starts the job. */
export async function insertFile({ db, projectId, actor }: Context, file: NewFile): Promise<void> {
  const expiresAt = sql`now() + make_interval(days => ${savedFileDays})`;
  await db.insert(savedFiles).values({ ...file, projectId, actorKind: actor.kind, actorId: actor.id, expiresAt });
}

/** The size of a stored piece, in bytes. */
const pieceSize = 512 * 1024;

/** Stores the content of a job's file in the transaction of the job. Throws `JobEndedError` if the file was deleted. */
export async function storeFile({ db, projectId }: Context, id: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const isFile = sql`project_id = ${projectId} and id = ${id}`;
  if ((await queryRows(db, sql`select from saved_files where ${isFile}`)).length === 0) throw new JobEndedError();
  let pending: Uint8Array[] = [];
  let [pendingSize, size, position] = [0, 0, 0];
  const store = async () => {
    await db.insert(savedFileChunks).values({ projectId, fileId: id, position, content: Buffer.concat(pending) });
    position++;
    size += pendingSize;
    [pending, pendingSize] = [[], 0];
  };
  for await (const chunk of content) {
    pending.push(chunk);
    pendingSize += chunk.length;
    if (pendingSize >= pieceSize) await store();
  }
  if (pendingSize > 0) await store();
  await db.execute(sql`update saved_files set size = ${size}::bigint, completed_at = clock_timestamp() where ${isFile}`);
}

/** A file with the state of its job. */
type SavedFileRow = RowOf<
  typeof savedFiles,
  "id" | "list" | "format" | "row_count" | "size" | "completed_at" | "actor_kind" | "created_at" | "expires_at"
> & {
  details: unknown;
  actor_name: string | null;
  job_status: JobRecord["status"];
  job_processed: number;
  job_error: { message: string } | null;
};

/** The parts of a record that all kinds of files have. */
const commonFields = (row: SavedFileRow) => ({
  id: row.id,
  status: row.job_status,
  size: row.completed_at === null ? null : Number(row.size),
  error: row.job_error?.message ?? null,
  actor: { kind: row.actor_kind, name: row.actor_name },
  createdAt: isoTimestamp(row.created_at),
  expiresAt: isoTimestamp(row.expires_at),
});

type FileKind<Fields> = {
  kind: (typeof savedFiles.$inferSelect)["kind"];
  otherFields(row: SavedFileRow): Fields;
  contentType(fields: Fields): string;
  /** The event that records who downloaded a file. */
  downloadEvent(file: Fields & { id: string }): EventInput;
};

const newestFirst: ListOrder = { columns: [{ expression: sql`f.id`, type: "uuid" }], descending: true };

/** The use cases of files of a kind that haven't expired. All throw `export_not_found` or `print_not_found`. */
export function fileUseCases<Fields extends { fileName: string }>({ kind, otherFields, contentType, downloadEvent }: FileKind<Fields>) {
  type FileRecord = ReturnType<typeof commonFields> & Fields;
  const toRecord = (row: SavedFileRow): FileRecord => ({ ...commonFields(row), ...otherFields(row) });

  /** `conditions` are on files `f`. */
  const select = ({ projectId }: Context, conditions: readonly SQL[]): SQL =>
    sql`select f.id, f.list, f.format, f.row_count, f.size, f.completed_at, f.actor_kind, f.created_at, f.expires_at, f.details,
        ${selectActorName(sql`f`)} as actor_name, j.status as job_status, j.processed as job_processed, j.error as job_error
      from saved_files f join background_jobs j on j.project_id = f.project_id and j.id = f.id
      where ${joinAnd([sql`f.project_id = ${projectId} and f.kind = ${kind} and f.expires_at > now()`, ...conditions])}`;

  async function find(ctx: Context, id: string): Promise<SavedFileRow> {
    const [row] = await queryRows<SavedFileRow>(ctx.db, select(ctx, [sql`f.id = ${id}`]));
    if (!row) throw new ApiError(`${kind}_not_found`);
    return row;
  }

  return {
    /** Lists files, newest first. */
    list: (ctx: Context, query: Parameters<typeof paginate>[1], conditions: readonly SQL[] = []): Promise<ListResult<FileRecord>> =>
      paginate<SavedFileRow, FileRecord>(ctx, query, {
        order: `${kind}s`,
        rows: (after, limit) =>
          sql`${select(ctx, [...conditions, ...afterCursor(newestFirst, after)])} order by ${orderBy(newestFirst)} limit ${limit}`,
        cursor: ({ id }) => [id],
        toRecord,
        count: (max) => cappedCount(select(ctx, conditions), max),
      }),
    get: async (ctx: Context, id: string): Promise<FileRecord> => toRecord(await find(ctx, id)),
    /** Returns the content, and records who downloaded it. Throws `export_not_ready` or `print_not_ready`. */
    async download(ctx: Context, id: string): Promise<FileReply> {
      const row = await find(ctx, id);
      if (row.completed_at === null) throw new ApiError(`${kind}_not_ready`);
      const fields = otherFields(row);
      await recordEvent(ctx, downloadEvent({ ...fields, id }));
      return { name: fields.fileName, contentType: contentType(fields), size: Number(row.size), chunks: readFile(ctx, row) };
    },
    /** Deletes a file, or cancels the job that is making it. Returns the record as it was. */
    async delete(ctx: Context, id: string): Promise<FileRecord> {
      const row = await find(ctx, id);
      await deleteFile(ctx, row);
      return toRecord(row);
    },
  };
}

/** Reads the content of a complete file, piece by piece. */
async function* readFile({ db, projectId }: Context, { id, size }: Pick<SavedFileRow, "id" | "size">): AsyncGenerator<Uint8Array> {
  for (let position = 0, sent = 0; sent < Number(size); position++) {
    const [row] = await queryRows<RowOf<typeof savedFileChunks, "content">>(
      db,
      sql`select content from saved_file_chunks where project_id = ${projectId} and file_id = ${id} and position = ${position}::int`,
    );
    if (!row) throw new Error("The file was deleted while it was downloaded");
    yield row.content;
    sent += row.content.length;
  }
}

async function deleteFile(ctx: Context, { id, completed_at }: SavedFileRow): Promise<void> {
  const isFile = sql`project_id = ${ctx.projectId} and id = ${id}`;
  if (completed_at !== null) return void (await ctx.db.execute(sql`delete from saved_files where ${isFile}`));
  await cancelJob(ctx, id);
  // The job's transaction can hold a lock on the row until it notices, and deleting it would wait for that. The column rounds to
  // milliseconds, which could leave the file listed for another half of one.
  await ctx.db.execute(sql`update saved_files set expires_at = date_trunc('milliseconds', now()) where ${isFile}`);
}
