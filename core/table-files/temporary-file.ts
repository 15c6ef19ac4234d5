import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const prefix = "gatehouse-import-";

/** Saves a stream to a file while `callback` runs. */
export async function withTemporaryFile<T>(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  callback: (path: string) => Promise<T>,
): Promise<T> {
  // Also here, because a web server in a container of its own has a folder that the worker's cleanup doesn't see.
  await removeAbandonedFiles();
  const path = join(tmpdir(), `${prefix}${randomUUID()}`);
  try {
    await pipeline(Readable.from(stream, { objectMode: false }), createWriteStream(path, { mode: 0o600 }));
    return await callback(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** After how long without a change a file is abandoned, in milliseconds: its process was killed. */
const abandonedAfter = 6 * 3_600_000;

/** Removes the files of uploads whose process was killed. */
export async function removeAbandonedFiles(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const path = join(tmpdir(), name);
    const { mtimeMs = Date.now() } = (await stat(path).catch(() => null)) ?? {};
    if (mtimeMs < Date.now() - abandonedAfter) await rm(path, { force: true });
  }
}
