/** The target duration of a chunk, in milliseconds. Other writes, and canceling the job, wait for its locks. */
const chunkDurationMs = { min: 200, max: 800 };

/** The number of items in a chunk. It starts small because the time per item isn't known yet. */
export const chunkSize = { min: 50, initial: 200, max: 2000 };

/** Returns the size of the next chunk of a job, from that of the last one and how long it took. */
export function nextChunkSize(size: number, durationMs: number, min = chunkSize.min): number {
  if (durationMs > chunkDurationMs.max) return Math.max(min, Math.floor(size / 2));
  return durationMs < chunkDurationMs.min ? Math.min(chunkSize.max, size * 2) : size;
}
