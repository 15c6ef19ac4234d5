import type { DirectCallOptions } from "./direct-calls";
import type { BenchEnvironment } from "./environment";
import type { LoadOptions } from "./http-load";
import { formatNumber, formatPercent, formatRate, measureInTurns, median, medianRatio, type ReportRow } from "./measure";
import { getCpuTime } from "./process-usage";
import { generateCodes } from "./sample-data";

const connections = 32;
const seconds = 3;
const rounds = 7;

/** Each variant runs until it has answered this many requests, for at most ten seconds, because uncompiled code is several times slower. */
const warmUpRequests = 4000;

/** Enough codes that concurrent claims rarely wait for the same row. */
const codeCount = 2000;

/** Measures requests per second over HTTP, compared with an empty route handler, an empty endpoint and a direct call of the use case. */
export async function measureRequests(bench: BenchEnvironment, kind: "claim" | "lookup", target: number): Promise<ReportRow[]> {
  const title = kind === "claim" ? "Claims" : "Lookups";
  bench.log(`${title}: ${rounds} rounds of ${seconds} s, ${connections} connections, ${formatNumber(codeCount)} codes in turn`);
  await assertEmptyHandler(bench);
  const codes = await generateCodes(bench, { amount: codeCount, type: "alphanumeric", allowedClaims: 1_000_000 });
  const load = await bench.startProcess("http-load");
  const direct = await bench.startProcess("direct-calls");

  const cpuCosts: { http: number[]; empty: number[]; live: number[] } = { http: [], empty: [], live: [] };
  const requestHttp = (target: "http" | "empty" | "live") => async (round: string, duration: number) => {
    const options: LoadOptions = {
      kind: target === "live" ? "lookup" : kind,
      ...(target === "empty" ? { path: "/dashboard/empty" } : {}),
      ...(target === "live" ? { path: "/api/health/live" } : {}),
      codes,
      round: `${target}-${round}`,
      connections,
      seconds: duration,
      baseUrl: bench.baseUrl,
      headers: { authorization: `Bearer ${bench.secretKey}` },
    };
    const cpuBefore = getCpuTime(bench.webPid);
    const { rate, completed } = await load.request<{ rate: number; completed: number }>(options);
    cpuCosts[target].push((getCpuTime(bench.webPid) - cpuBefore) / completed);
    return rate;
  };
  const callDirectly = (round: string, duration: number) => {
    const options: DirectCallOptions = {
      kind,
      codes,
      round: `direct-${round}`,
      connections,
      seconds: duration,
      projectId: bench.projectId,
      keyId: bench.keyId,
    };
    return direct.request<number>(options);
  };
  const variants = { http: requestHttp("http"), empty: requestHttp("empty"), live: requestHttp("live"), direct: callDirectly };
  for (const run of Object.values(variants)) {
    for (let second = 0, completed = 0; second < 10 && completed < warmUpRequests; second++) completed += await run(`warm-${second}`, 1);
  }
  for (const costs of Object.values(cpuCosts)) costs.length = 0;
  await bench.sql`checkpoint`;

  const inRound = (run: (round: string, duration: number) => Promise<number>) => (round: number) => run(String(round), seconds);
  const variantsByRound = {
    http: inRound(variants.http),
    empty: inRound(variants.empty),
    live: inRound(variants.live),
    direct: inRound(variants.direct),
  };
  const results = await measureInTurns(variantsByRound, rounds, bench.log);
  await load.stop();
  await direct.stop();

  const ratio = medianRatio(results.http, results.empty);
  const measuredRate = formatRate(median(results.http));
  const baselineRate = formatRate(median(results.empty));
  const costNote = `${formatNumber(median(cpuCosts.http))} µs of CPU time per request, ${formatNumber(median(cpuCosts.empty))} µs per empty response`;
  const liveCostNote = `${formatNumber(median(cpuCosts.live))} µs of CPU time per empty request`;
  return [
    {
      title: `${title} over HTTP, compared with a route handler that returns {}`,
      measured: measuredRate,
      baseline: baselineRate,
      ratio,
      target: { label: `≥ ${formatPercent(target)}`, isMet: ratio >= target },
      note: costNote,
    },
    {
      title: `${title} over HTTP, compared with the simplest endpoint (GET /health/live)`,
      measured: measuredRate,
      baseline: formatRate(median(results.live)),
      ratio: medianRatio(results.http, results.live),
      note: liveCostNote,
    },
    {
      title: `${title} over HTTP, compared with direct calls of the use case`,
      measured: measuredRate,
      baseline: formatRate(median(results.direct)),
      ratio: medianRatio(results.http, results.direct),
    },
  ];
}

async function assertEmptyHandler({ baseUrl }: BenchEnvironment): Promise<void> {
  const response = await fetch(`${baseUrl}/dashboard/empty`);
  if (!response.ok)
    throw new Error(
      `/dashboard/empty returned ${response.status}. Either app/dashboard/empty/route.bench.ts is missing, or the server was built without BENCH=1.`,
    );
}
