import { createReadStream, createWriteStream } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { figure, median, milliseconds, type Row, ratioOf, takeTurns, timed } from "./measure";
import { watchMemory } from "./process";
import type { Stage } from "./stage";

const sizes = [
  { amount: 10_000, rounds: 5 },
  { amount: 100_000, rounds: 3 },
  { amount: 1_000_000, rounds: 1 },
];

/** The most the server may grow by while it makes the most codes, in megabytes. */
const mostGrowth = 200;

/** Generating codes through HTTP, to the end of the answer, against a bare COPY of the same rows into the same, equally empty table. */
export async function generate(stage: Stage): Promise<Row[]> {
  const table: Row[] = [];
  await drain(stage, 10);
  // From before the first large one: a heap that has grown once does not grow again.
  const memory = watchMemory(stage.webPid);
  for (const { amount, rounds } of sizes) {
    stage.say(`Generating ${figure(amount)} codes: ${rounds} ${rounds === 1 ? "round" : "rounds"}`);
    const rows = path.join(stage.folder, "rows");
    await emptied(stage);
    await drain(stage, amount);
    const batches = await stage.sql`select * from batches`;
    await keepRows(stage, rows);

    const http = async () => {
      await emptied(stage);
      return timed(() => drain(stage, amount));
    };
    const copy = async () => {
      await emptied(stage);
      await stage.sql`insert into batches ${stage.sql(batches)}`;
      return timed(() => copyRows(stage, rows));
    };
    const measured = await takeTurns({ http, copy }, rounds, stage.say);
    const ratio = ratioOf(measured.http, measured.copy);
    table.push({
      name: `Generating ${figure(amount)} codes, against COPY of the same rows`,
      ours: milliseconds(median(measured.http)),
      against: milliseconds(median(measured.copy)),
      ratio,
      target: { said: "≤ 3.00", met: ratio <= 3 },
    });
  }
  if (memory) {
    const growth = memory.peak() - memory.before;
    table.push({
      name: `Memory the server grows by, up to ${figure(sizes.at(-1)?.amount ?? 0)} codes at once`,
      ours: `${figure(growth)} MB`,
      against: `${mostGrowth} MB`,
      ratio: growth / mostGrowth,
      target: { said: "< 1.00", met: growth < mostGrowth },
      note: `from ${figure(memory.before)} MB`,
    });
  }
  await emptied(stage);
  return table;
}

/** Both begin with no codes, and with nothing left for the database to write. */
async function emptied({ sql }: Stage): Promise<void> {
  await sql`truncate codes, batches, claims, claim_tokens, sends, deliveries, events`;
  await sql`checkpoint`;
}

/** Generates codes and reads the answer to its end, keeping nothing of it. */
function drain({ address, secretKey }: Stage, amount: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${secretKey}`, "content-type": "application/json" };
    const asked = request(`${address}/api/codes/generate`, { method: "POST", headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`/api/codes/generate answered ${answer.statusCode}`));
      answer.resume().once("end", resolve).once("error", reject);
    });
    asked.once("error", reject);
    asked.end(JSON.stringify({ amount, type: "alphanumeric" }));
  });
}

const columns =
  "project_id, key, text, type, allowed_claims, claims, valid_from, valid_until, reserved_for, paused_at, batch_id, batch_index, created_at, updated_at";

/** Writes the codes to a file as COPY reads them. A `copy to` is not used: postgres.js may leave its connection paused after one. */
async function keepRows({ sql }: Stage, file: string): Promise<void> {
  const texts = columns.replaceAll(",", "::text,");
  const query = `select array_to_string(array[${texts}::text], e'\\t', '\\N') as line from codes`;
  async function* lines() {
    for await (const found of sql.unsafe(query).cursor(20_000)) yield `${found.map(({ line }) => line).join("\n")}\n`;
  }
  await pipeline(lines, createWriteStream(file));
}

async function copyRows({ sql }: Stage, file: string): Promise<void> {
  const copy = sql.unsafe(`copy codes (${columns}) from stdin`);
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), await copy.writable());
}
