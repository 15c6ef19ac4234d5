import type { Direct } from "./direct";
import type { Load } from "./load";
import { figure, median, percent, perSecond, type Row, ratioOf, takeTurns } from "./measure";
import { processorTime } from "./process";
import type { Stage } from "./stage";

const connections = 32;
const seconds = 3;
const rounds = 7;

/** Each is run for a second at a time until it has answered this many, for ten seconds at most: code that is not compiled yet is several times slower. */
const warmUp = 4000;

/** So many that no two claims under way are likely to wait for one row. */
const codesUsed = 2000;

/** Requests a second through HTTP, against a route handler that does nothing, a door that does nothing, and the verb called directly. */
export async function requests(stage: Stage, kind: "claim" | "look-up", target: number): Promise<Row[]> {
  const name = kind === "claim" ? "Claims" : "Look-ups";
  stage.say(`${name}: ${rounds} rounds of ${seconds} s, ${connections} connections, ${figure(codesUsed)} codes in turn`);
  await refuseWithoutEmptyHandler(stage);
  const answer = await stage.call("/api/codes/generate", {
    amount: codesUsed,
    type: "alphanumeric",
    allowedClaims: 1_000_000,
    name: `For ${kind}s`,
  });
  const codes = ((await answer.json()) as { data: { code: string }[] }).data.map(({ code }) => code);
  const load = await stage.helper("load");
  const direct = await stage.helper("direct");

  const cost: { http: number[]; empty: number[]; live: number[] } = { http: [], empty: [], live: [] };
  const throughHttp = (who: "http" | "empty" | "live") => async (round: string, time: number) => {
    const question: Load = {
      kind: who === "live" ? "look-up" : kind,
      ...(who === "empty" ? { path: "/api/empty" } : {}),
      ...(who === "live" ? { path: "/api/health/live" } : {}),
      codes,
      round: `${who}-${round}`,
      connections,
      seconds: time,
      address: stage.address,
      headers: { authorization: `Bearer ${stage.secretKey}` },
    };
    const before = processorTime(stage.webPid);
    const { rate, answered } = await load.ask<{ rate: number; answered: number }>(question);
    cost[who].push((processorTime(stage.webPid) - before) / answered);
    return rate;
  };
  const called = (round: string, time: number) => {
    const question: Direct = {
      kind,
      codes,
      round: `direct-${round}`,
      connections,
      seconds: time,
      projectId: stage.projectId,
      keyId: stage.keyId,
    };
    return direct.ask<number>(question);
  };
  const contestants = { http: throughHttp("http"), empty: throughHttp("empty"), live: throughHttp("live"), direct: called };
  for (const run of Object.values(contestants)) {
    for (let second = 0, answered = 0; second < 10 && answered < warmUp; second++) answered += await run(`warm-${second}`, 1);
  }
  for (const spent of Object.values(cost)) spent.length = 0;
  await stage.sql`checkpoint`;

  const turn = (run: (round: string, time: number) => Promise<number>) => (round: number) => run(String(round), seconds);
  const turns = {
    http: turn(contestants.http),
    empty: turn(contestants.empty),
    live: turn(contestants.live),
    direct: turn(contestants.direct),
  };
  const measured = await takeTurns(turns, rounds, stage.say);
  await load.stop();
  await direct.stop();

  const ratio = ratioOf(measured.http, measured.empty);
  const ours = perSecond(median(measured.http));
  const against = perSecond(median(measured.empty));
  const costs = `the server process spends ${figure(median(cost.http))} µs on one, ${figure(median(cost.empty))} µs on an empty answer`;
  const ofADoor = `${figure(median(cost.live))} µs on one of those`;
  return [
    {
      name: `${name} through HTTP, against a route handler that answers {}`,
      ours,
      against,
      ratio,
      target: { said: `≥ ${percent(target)}`, met: ratio >= target },
      note: costs,
    },
    {
      name: `${name} through HTTP, against the emptiest door (GET /health/live)`,
      ours,
      against: perSecond(median(measured.live)),
      ratio: ratioOf(measured.http, measured.live),
      note: ofADoor,
    },
    {
      name: `${name} through HTTP, against the verb called directly`,
      ours,
      against: perSecond(median(measured.direct)),
      ratio: ratioOf(measured.http, measured.direct),
    },
  ];
}

async function refuseWithoutEmptyHandler({ address }: Stage): Promise<void> {
  const answer = await fetch(`${address}/api/empty`);
  if (!answer.ok)
    throw new Error(
      `/api/empty answered ${answer.status}: app/api/empty/route.bench.ts is missing, or the server was built without BENCH=1.`,
    );
}
