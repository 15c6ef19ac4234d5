import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { isolatedEnvironment } from "@/lib/env";
import { notReadable } from "./archive";
import type { ReadOptions, TableInfo, TableRow } from "./table-info";

// Files are read in a process of their own, so that none of them can stop the requests of this process, or take its memory.

/** What the process writes, one on each line: first the file, then its rows, and the end or an error. */
export type ReaderMessage =
  | { info: TableInfo }
  | { rows: TableRow[] }
  | { isEnd: true }
  /** A reason for the person who uploaded the file. */
  | { refusal: string }
  /** Where an unexpected error happened, without its message, which can contain data. */
  | { failure: string };

/** A file with its rows. They can be read once. */
export type TableFile = TableInfo & { rows: AsyncIterable<TableRow> };

/** The memory for objects of the process, in megabytes. */
const maxMemory = 512;

/** How long the process can take for the next rows, and for all of them, in milliseconds. The database ends transactions that wait for 60 s. */
const deadlines = { next: 45_000, all: 20 * 60_000 };

const tooSlow = () => notReadable("This file takes too long to read. Save it as CSV, or split it.");
const tooMuchMemory = () => notReadable("This file takes too much memory to read. Save it as CSV, or split it.");

/** Reads a file in a process of its own while `callback` runs. Throws `import_not_readable` here, or while the rows are read. */
export async function readInProcess<T>(path: string, options: ReadOptions, callback: (table: TableFile) => Promise<T>): Promise<T> {
  const reader = startReader(path, options);
  try {
    const messages = readMessages(reader);
    const { value: first } = await messages.next();
    if (first === undefined || !("info" in first)) throw new Error("The reader didn't describe the file first");
    return await callback({ ...first.info, rows: readRows(messages) });
  } finally {
    reader.child.kill("SIGKILL");
  }
}

async function* readRows(messages: AsyncIterable<ReaderMessage>): AsyncGenerator<TableRow> {
  for await (const message of messages) if ("rows" in message) yield* message.rows;
}

type Reader = { child: ChildProcess & { stdout: Readable }; exit: Promise<{ code: number | null; signal: string | null; errors: string }> };

function startReader(path: string, options: ReadOptions): Reader {
  const script = join("dist", "cli", "read-table.js");
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${maxMemory}`, "--max-semi-space-size=8", script, path, JSON.stringify(options)],
    {
      env: isolatedEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-4000);
  });
  const exit = new Promise<Awaited<Reader["exit"]>>((resolve) => {
    child.once("error", ({ message }) => resolve({ code: null, signal: null, errors: message }));
    child.once("close", (code, signal) => resolve({ code, signal, errors }));
  });
  return { child, exit };
}

/** Yields complete lines. `readline` would read ahead without a limit. */
async function* readLines(stream: AsyncIterable<string | Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending = "";
  for await (const chunk of stream) {
    const lines = (pending + decoder.decode(Buffer.from(chunk), { stream: true })).split("\n");
    pending = lines.pop() ?? "";
    yield* lines;
  }
}

/** Yields the messages of the process up to the end. */
async function* readMessages({ child, exit }: Reader): AsyncGenerator<ReaderMessage> {
  let isLate = false;
  const kill = () => {
    isLate = true;
    child.kill("SIGKILL");
  };
  const allTimer = setTimeout(kill, deadlines.all);
  let nextTimer = setTimeout(kill, deadlines.next);
  try {
    for await (const line of readLines(child.stdout)) {
      clearTimeout(nextTimer);
      const message = JSON.parse(line) as ReaderMessage;
      if ("isEnd" in message) return;
      if ("refusal" in message) throw notReadable(message.refusal);
      if ("failure" in message) throw new Error(`A file couldn't be read\n${message.failure}`);
      yield message;
      nextTimer = setTimeout(kill, deadlines.next);
    }
    const { code, signal, errors } = await exit;
    if (isLate) throw tooSlow();
    if (signal === "SIGABRT" || signal === "SIGKILL" || code === 134 || /heap out of memory|Allocation failed/.test(errors))
      throw tooMuchMemory();
    // Only where it happened: the message of an error can contain data.
    const frames = errors.split("\n").filter((line) => /^\s+at /.test(line));
    throw new Error([`The process that reads files exited with ${signal ?? code}`, ...frames].join("\n"));
  } finally {
    clearTimeout(allTimer);
    clearTimeout(nextTimer);
  }
}
