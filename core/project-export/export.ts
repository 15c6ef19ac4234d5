import type { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import type postgres from "postgres";
import type { FileReply } from "@/contract/endpoint";
import { exportFileType } from "@/contract/exports";
import { BackupError, exportKind, type Member, packArchive, writeArchive } from "@/db/backup/archive";
import { knownMigrations } from "@/db/backup/description";
import { type Database, openDatabase } from "@/db/client";
import { explainForeignDatabase, findLatestMigration } from "@/db/migration-history";
import { datedFileName } from "@/lib/dates";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { recordEvent } from "../events/record-event";
import { findFirstProject } from "../projects/record";
import { retryAfterHeader } from "../rate-limits";
import { countRows } from "../sql";
import { formatVersion, type Manifest, manifestName, partName } from "./read-export";
import { exportedTables } from "./tables";

/** A member ends after the row that reaches this size, in bytes: tar needs the size before the content, so a member is kept in memory. */
const memberSize = 1024 ** 2;

/** Saves the first project of the database at `url` to a new file. Throws `BackupError` with a reason for the operator. Returns the number of rows. */
export async function saveProjectExport({ url, file }: { url: string; file: string }, signal?: AbortSignal): Promise<number> {
  let rows = 0;
  const onManifest = ({ tables }: Manifest) => {
    rows = tables.reduce((sum, table) => sum + table.rows, 0);
  };
  await writeArchive(file, readProject(url, await findProject(url), { onManifest }), { kind: exportKind, signal });
  return rows;
}

async function findProject(url: string): Promise<number> {
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse export" });
  try {
    const projectId = (await isMigrated(db)) ? await findFirstProject(db) : null;
    if (projectId === null) throw new BackupError("The database is empty. Start Gatehouse once before you export the project.");
    return projectId;
  } finally {
    await close();
  }
}

/** Returns whether this version has migrated a database. Throws `BackupError` if another version has. */
export async function isMigrated(db: Database): Promise<boolean> {
  const problem = await explainForeignDatabase(db);
  if (problem !== null) throw new BackupError(problem);
  const latest = await findLatestMigration(db);
  const newest = knownMigrations.at(-1) ?? 0;
  if (latest !== null && latest < newest)
    throw new BackupError(
      "The database is from an earlier version of Gatehouse. Start this version once, so that it upgrades the database.",
    );
  return latest !== null;
}

/** How many exports a process streams at once, because each holds a connection to the database. */
const maxStreams = 2;
let streams = 0;

/** How long a client may read nothing before its export ends, in milliseconds. */
const idleTimeout = 5 * 60_000;

/** Returns a project's export as a file, and records that it was made. The file fails with `too_many_requests` while others are streamed. */
export const getProjectExport = (ctx: Context, url: string): FileReply => ({
  name: exportFileName(),
  contentType: exportFileType,
  chunks: streamExport(ctx, url),
});

/** The name of a new file. */
export const exportFileName = (): string => datedFileName("gatehouse-export", "tar.gz");

async function* streamExport(ctx: Context, url: string): AsyncGenerator<Uint8Array> {
  if (streams >= maxStreams) throw new ApiError("too_many_requests", { headers: retryAfterHeader(60) });
  streams++;
  const stop = new AbortController();
  const members = { ended: Promise.resolve() };
  try {
    const [codes, leads] = await Promise.all(
      [sql`codes`, sql`leads`].map((table) => countRows(ctx.db, table, [sql`project_id = ${ctx.projectId}`])),
    );
    await recordEvent(ctx, { kind: "project.exported", data: { codes, leads } });
    yield* packArchive(withEnd(members, readProject(url, ctx.projectId, { idleTimeout, stop: stop.signal })), exportKind);
  } finally {
    // The client may have gone away, and the database is still busy.
    stop.abort();
    await members.ended;
    streams--;
  }
}

/** Passes items on, and sets when reading them has ended. */
async function* withEnd<T>(reading: { ended: Promise<void> }, items: AsyncIterable<T>): AsyncGenerator<T> {
  const { promise, resolve } = Promise.withResolvers<void>();
  reading.ended = promise;
  try {
    yield* items;
  } finally {
    resolve();
  }
}

type ReadOptions = { onManifest?: (manifest: Manifest) => void; idleTimeout?: number; stop?: AbortSignal };

/**
 * Reads the members of a project's export in one transaction, so the tables fit together while others write. The same rows give the same
 * members. With `idleTimeout`, reading fails after the reader has waited that many milliseconds.
 */
async function* readProject(url: string, projectId: number, { onManifest, idleTimeout, stop }: ReadOptions): AsyncGenerator<Member> {
  const { sql: pool } = openDatabase(url, { max: 1, name: "gatehouse export", withoutTimeouts: true });
  let timer: NodeJS.Timeout | undefined;
  stop?.addEventListener("abort", () => void pool.end({ timeout: 0 }), { once: true });
  try {
    const client = await pool.reserve();
    await client.unsafe("begin isolation level repeatable read read only");
    await client.unsafe("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC'");
    // A statement ends when its connection does.
    await client.unsafe("set local client_connection_check_interval = '1s'").catch(() => {});
    for await (const member of listMembers(client, projectId, onManifest)) {
      if (idleTimeout !== undefined) timer = setTimeout(() => pool.end({ timeout: 0 }), idleTimeout).unref();
      yield member;
      clearTimeout(timer);
    }
  } finally {
    clearTimeout(timer);
    await pool.end({ timeout: 0 });
  }
}

async function* listMembers(client: postgres.Sql, projectId: number, onManifest?: ReadOptions["onManifest"]): AsyncGenerator<Member> {
  const tables: Manifest["tables"] = [];
  for (const { name, fields, count } of exportedTables) {
    const [row] = await client.unsafe<{ count: number }[]>(count(projectId));
    tables.push({ name, rows: row?.count ?? 0, fields: fields.map((field) => field.name) });
  }
  const manifest: Manifest = { product: "gatehouse", content: "project", format: formatVersion, tables };
  onManifest?.(manifest);
  yield { name: manifestName, content: Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`) };
  for (const { name, select } of exportedTables) {
    let part = 0;
    for await (const content of readLines(client, select(projectId))) yield { name: partName(name, ++part), content };
  }
}

/** Reads the rows of a query with one column of JSON, as lines in pieces that end after the row that reaches `memberSize`. */
async function* readLines(client: postgres.Sql, query: string): AsyncGenerator<Buffer> {
  // JSON contains no control characters, so nothing is quoted.
  const stream: Readable = await client.unsafe(`copy (${query}) to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`).readable();
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    while (size >= memberSize) {
      const content = Buffer.concat(chunks);
      const end = content.indexOf("\n", memberSize - 1) + 1;
      chunks = [end > 0 ? content.subarray(end) : content];
      if (end === 0) break;
      size -= end;
      yield content.subarray(0, end);
    }
  }
  if (size > 0) yield Buffer.concat(chunks);
}
