import { type BenchEnvironment, serverEnvironment, startWeb } from "./environment";
import type { LoadOptions } from "./http-load";
import { formatNumber, formatPercent, formatRate, measureInTurns, median, medianRatio, type ReportRow } from "./measure";
import { generateCodes, insertLeads } from "./sample-data";

type Kind = LoadOptions["kind"];

const connections = 32;
const seconds = 3;
const warmUpSeconds = 6;
const rounds = { warm: 5, fresh: 5 };
const rowCount = 20_000;
const codeCount = 2000;
const target = 0.5;

const titles: Record<Kind, string> = {
  add: "Adding a lead",
  page: "A page of 50 of 20,000 leads with a capped count",
  lookup: "Looking up a code",
  claim: "Claiming a code",
};

type Server = { baseUrl: string; stop(): Promise<void> };

/** Measures requests per second, compared with bench/hand-written-server.ts on the same database. */
export async function measureAgainstBaseline(bench: BenchEnvironment): Promise<ReportRow[]> {
  bench.log(`Hand-written server: rounds of ${seconds} s, ${connections} connections, ${formatNumber(rowCount)} leads`);
  await insertLeads(bench, rowCount);
  const codes = await generateCodes(bench, { amount: codeCount, type: "alphanumeric", allowedClaims: 1_000_000 });
  const loadProcess = await bench.startProcess("http-load");
  const startServer = {
    gatehouse: async (): Promise<Server> => startWeb(await serverEnvironment(bench.databaseUrl, bench.folder), bench.onStop),
    baseline: async (): Promise<Server> => {
      const child = await bench.startProcess("hand-written-server");
      return { baseUrl: `http://127.0.0.1:${await child.request<number>({})}`, stop: child.stop };
    },
  };
  let loads = 0;
  const load = async (kind: Kind, { baseUrl }: Server, duration: number): Promise<number> => {
    const headers = { authorization: `Bearer ${bench.secretKey}` };
    const options: LoadOptions = { kind, codes, round: `load-${loads++}`, connections, seconds: duration, baseUrl, headers };
    return (await loadProcess.request<{ rate: number }>(options)).rate;
  };

  const measureWarm = async (kind: Kind): Promise<ReportRow> => {
    const servers = { gatehouse: await startServer.gatehouse(), baseline: await startServer.baseline() };
    for (const server of Object.values(servers)) await load(kind, server, warmUpSeconds);
    await bench.sql`checkpoint`;
    const inTurn = (server: Server) => () => load(kind, server, seconds);
    const results = await measureInTurns(
      { gatehouse: inTurn(servers.gatehouse), baseline: inTurn(servers.baseline) },
      rounds.warm,
      bench.log,
    );
    for (const server of Object.values(servers)) await server.stop();
    return toRow(`${titles[kind]}, compared with a hand-written server`, results);
  };
  const measureFresh = async (kind: Kind): Promise<ReportRow> => {
    await bench.sql`checkpoint`;
    const afterStart = (name: keyof typeof startServer) => async () => {
      const server = await startServer[name]();
      const rate = await load(kind, server, seconds);
      await server.stop();
      return rate;
    };
    const results = await measureInTurns({ gatehouse: afterStart("gatehouse"), baseline: afterStart("baseline") }, rounds.fresh, bench.log);
    return toRow(`${titles[kind]}, both servers just started`, results);
  };

  const rows: ReportRow[] = [];
  for (const kind of ["page", "add", "lookup", "claim"] as const) rows.push(await measureWarm(kind));
  for (const kind of ["page", "add"] as const) rows.push(await measureFresh(kind));
  await loadProcess.stop();
  return rows;
}

function toRow(title: string, { gatehouse, baseline }: Record<"gatehouse" | "baseline", number[]>): ReportRow {
  const ratio = medianRatio(gatehouse, baseline);
  return {
    title,
    measured: formatRate(median(gatehouse)),
    baseline: formatRate(median(baseline)),
    ratio,
    target: { label: `≥ ${formatPercent(target)}`, isMet: ratio >= target },
  };
}
