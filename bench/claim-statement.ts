import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { claimCode } from "@/core/codes/claim";
import { type Database, openDatabase } from "@/db/client";
import { randomHex } from "@/lib/ids";
import { emptyQueue } from "./empty-queue";
import type { BenchEnvironment } from "./environment";
import type { LoadOptions } from "./http-load";
import { formatNumber, formatRate, measureInTurns, median, medianRatio, type ReportRow } from "./measure";
import { getCpuTime, getCpuTimeOfTree } from "./process-usage";
import { generateCodes } from "./sample-data";

const connections = 32;
const seconds = 3;
const rounds = 5;
const codeCount = 2000;

/** How many claims are explained. */
const samples = 200;

/** Of Debian's package postgresql-15. The embedded PostgreSQL has no client programs. */
const pgbench = "/usr/lib/postgresql/15/bin/pgbench";

type Statement = { text: string; parameters: readonly unknown[] };

/** Measures claims over HTTP, compared with their statement alone, and what both need. */
export async function measureClaimStatement(bench: BenchEnvironment): Promise<ReportRow[]> {
  const { sql, log } = bench;
  if (!existsSync(pgbench)) {
    log("Statement: skipped, because pgbench is missing. It is in Debian's package postgresql-15.");
    return [];
  }
  log(`Statement: ${rounds} rounds of ${seconds} s, ${connections} connections, ${formatNumber(codeCount)} codes`);
  const codes = await generateCodes(bench, { amount: codeCount, type: "alphanumeric", allowedClaims: 1_000_000 });
  const runPgbench = await preparePgbench(bench, codes);
  const load = await bench.startProcess("http-load");
  const claimOverHttp = async (round: string) => {
    const options: LoadOptions = {
      kind: "claim",
      codes: await listCodes(bench),
      round: `statement-${round}`,
      connections,
      seconds,
      baseUrl: bench.baseUrl,
      headers: { authorization: `Bearer ${bench.secretKey}` },
    };
    return load.request<{ rate: number; completed: number }>(options);
  };
  await sql`vacuum analyze`;
  await claimOverHttp("warm");
  await runPgbench();
  await sql`checkpoint`;

  const [server] = await sql<{ pid: number }[]>`select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid`;
  const databasePid = server?.pid ?? 0;
  const cpu: Record<"web" | "http" | "pgbench", number[]> = { web: [], http: [], pgbench: [] };
  const results = await measureInTurns(
    {
      async http(round) {
        const [webBefore, databaseBefore] = [getCpuTime(bench.webPid), getCpuTimeOfTree(databasePid)];
        const { rate, completed } = await claimOverHttp(String(round));
        cpu.web.push((getCpuTime(bench.webPid) - webBefore) / completed);
        cpu.http.push((getCpuTimeOfTree(databasePid) - databaseBefore) / completed);
        return rate;
      },
      async pgbench() {
        const before = getCpuTimeOfTree(databasePid);
        const { rate, completed } = await runPgbench();
        cpu.pgbench.push((getCpuTimeOfTree(databasePid) - before) / completed);
        return rate;
      },
    },
    rounds,
    log,
  );
  await load.stop();
  const explained = await explainClaims(bench, codes.length);
  return [
    {
      title: "Claims over HTTP, compared with their statement run by pgbench",
      measured: formatRate(median(results.http)),
      baseline: formatRate(median(results.pgbench)),
      ratio: medianRatio(results.http, results.pgbench),
      note: `CPU time per claim: ${formatNumber(median(cpu.web))} µs in the web server and ${formatNumber(median(cpu.http))} µs in PostgreSQL, ${formatNumber(median(cpu.pgbench))} µs in PostgreSQL with pgbench`,
    },
    {
      title: "Time of a claim over HTTP, compared with its statement in PostgreSQL",
      measured: `${formatNumber((connections * 1e6) / median(results.http))} µs`,
      baseline: `${formatNumber(explained.time)} µs`,
      ratio: (connections * 1e6) / median(results.http) / explained.time,
      note: `with ${connections} others, and alone; ${formatNumber(explained.buffers)} buffers`,
    },
  ];
}

/** Returns the statement of a claim with its parameters, without running it. */
async function captureClaim(bench: BenchEnvironment, claim: { code: string; email: string; requestId: string }): Promise<Statement> {
  const connection = openDatabase(bench.databaseUrl, { max: 1, name: "gatehouse bench" });
  let statement: Statement | undefined;
  const stop = new Error("The statement is known");
  const run: Database["run"] = (text, parameters) => {
    statement = { text, parameters };
    return Promise.reject(stop);
  };
  const db = new Proxy(connection.db, { get: (target, name) => (name === "run" ? run : Reflect.get(target, name)) });
  const { code, email, requestId } = claim;
  const ctx = { db, queue: emptyQueue, projectId: bench.projectId, actor: { kind: "secret_key" as const, id: bench.keyId }, requestId };
  try {
    await claimCode(ctx, { code, email });
  } catch (error) {
    if (error !== stop) throw error;
  } finally {
    await connection.close();
  }
  if (!statement) throw new Error("A claim ran no statement");
  return statement;
}

/** Returns the medians of the time in PostgreSQL, in microseconds, and of the buffers of a claim that runs alone. */
async function explainClaims(bench: BenchEnvironment, amount: number): Promise<{ time: number; buffers: number }> {
  type Plan = { Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number }; "Execution Time": number };
  const times: number[] = [];
  const buffers: number[] = [];
  for (let index = 0; index < samples; index++) {
    const claim = { code: `bench${(index % amount) + 1}`, email: `explained-${randomHex(8)}@bench.example`, requestId: randomHex(16) };
    const { text, parameters } = await captureClaim(bench, claim);
    const [row] = await bench.sql.unsafe<{ "QUERY PLAN": [Plan] }[]>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      parameters.map((parameter) => (parameter === null ? null : String(parameter))),
    );
    if (!row) throw new Error("A claim can't be explained");
    const [{ Plan: plan, "Execution Time": time }] = row["QUERY PLAN"];
    times.push(time * 1000);
    buffers.push(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]);
  }
  return { time: median(times), buffers: median(buffers) };
}

const listCodes = async ({ sql }: BenchEnvironment): Promise<string[]> =>
  (await sql<{ text: string }[]>`select text from codes where key like 'bench%' order by batch_index`).map(({ text }) => text);

/**
 * Returns a function that runs the statement of a claim with pgbench. Each claim has a new email. The codes are renamed, because a script of
 * pgbench can only count.
 */
async function preparePgbench(
  bench: BenchEnvironment,
  codes: readonly string[],
): Promise<() => Promise<{ rate: number; completed: number }>> {
  const { sql, folder, databaseUrl } = bench;
  await sql`
    update codes c set key = 'bench' || n, text = 'bench' || n
    from unnest(${[...codes]}::text[]) with ordinality as renamed (text, n) where c.text = renamed.text`;
  const { text, parameters } = await captureClaim(bench, { code: "the code", email: "the email", requestId: "the request" });
  const expressions: Record<string, string> = {
    "the code": "('bench' || :code::text)",
    "the email": "('pgbench-' || :email::text || '@bench.example')",
    "the request": "gen_random_uuid()::text",
  };
  const toSql = (value: unknown): string => {
    if (typeof value !== "string") return String(value);
    if (/^[0-9a-f]{64}$/.test(value)) return "encode(sha256(gen_random_uuid()::text::bytea), 'hex')";
    if (/^[0-9a-z]{8}$/.test(value)) return "left(encode(uuid_send(gen_random_uuid()), 'base64'), 8)";
    return expressions[value] ?? `'${value.replaceAll("'", "''")}'`;
  };
  const statement = text.replace(/\$(\d+)/g, (_, number: string) => toSql(parameters[Number(number) - 1]));
  const script = path.join(folder, "claim.sql");
  writeFileSync(script, `\\set code random(1, ${codes.length})\n\\set email random(1, 9000000000000000)\n${statement};\n`);
  const run = promisify(execFile);
  const options = ["-n", "-M", "prepared", "-c", String(connections), "-T", String(seconds), "-f", script, databaseUrl];
  return async () => {
    const { stdout } = await run(pgbench, options);
    const read = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1]);
    return { rate: read(/^tps = ([\d.]+)/m), completed: read(/^number of transactions actually processed: (\d+)/m) };
  };
}
