import { setTimeout as pause } from "node:timers/promises";
import { buildIfNeeded } from "@/cli/build/build";
import { openDatabase } from "@/db/client";
import { onShutdown } from "@/lib/on-shutdown";
import { type Cluster, hasPackages, packages, startCluster } from "@/tests/faults/cluster";
import { callApi, generateCodes, type Result, startLoad } from "@/tests/faults/load";
import { superviseProcesses, waitFor } from "@/tests/faults/processes";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { createDatabaseFolder } from "@/tests/harness/temporary-folder";

/**
 * `npm run test:faults` breaks parts of an installation on several machines under load, and compares the acknowledged claims
 * with the rows. With names of scenarios it runs some of them; `--keep` keeps the logs.
 */
type Row = Pick<Result, "acknowledged" | "lost" | "duplicated" | "overLimit" | "failed" | "outage">;
/** `broken` are the promises that the scenario adds to those of every scenario. */
type Outcome = Row & Partial<Pick<Result, "failures" | "slowest">> & { broken: (string | false)[]; note?: string };
type Scenario = { name: string; title: string; losesWrites?: true; run(cluster: Cluster): Promise<Outcome> };

const scenarios: Scenario[] = [
  { name: "leader", title: "Leader killed", run: killLeader },
  { name: "switchover", title: "Planned switchover", run: switchOver },
  { name: "freeze", title: "Database proxy frozen for 30 s", run: freezeProxy },
  { name: "pgbouncer", title: "Switchover behind PgBouncer", run: switchOverBehindPgBouncer },
  { name: "web", title: "Web node killed", run: killWebNode },
  { name: "restart", title: "Rolling restart, 100 claims/s", run: restartWebNodes },
  { name: "worker", title: "Worker killed (emails)", run: killWorker },
  { name: "asynchronous", title: "Control: asynchronous replication", losesWrites: true, run: loseWrites },
];

const load = (cluster: Cluster, name: string, options: { url?: string; claimsPerSecond?: number } = {}) =>
  startLoad({ url: cluster.url, secretKey: cluster.secretKey, databaseUrl: cluster.databaseUrl, name, ...options });

async function killLeader(cluster: Cluster): Promise<Outcome> {
  const clients = await load(cluster, "leader");
  await pause(3_000);
  const node = await cluster.killLeader();
  await waitFor("a new leader", async () => (await cluster.findLeader()) !== node);
  await pause(5_000);
  const result = await clients.stop();
  cluster.startDatabaseNode(node);
  await cluster.waitUntilHealthy();
  // Patroni's leader key expires after 20 s.
  return { ...result, broken: [result.outage > 40 && "writes within 40 s", ...respondsInTime(result)] };
}

async function switchOver(cluster: Cluster): Promise<Outcome> {
  const clients = await load(cluster, "switchover");
  const result = await switchOverUnderLoad(cluster, clients);
  return { ...result, broken: [result.outage > 15 && "writes within 15 s", ...respondsInTime(result)] };
}

async function switchOverBehindPgBouncer(cluster: Cluster): Promise<Outcome> {
  const clients = await load(cluster, "pgbouncer", { url: cluster.bouncerUrl });
  const result = await switchOverUnderLoad(cluster, clients);
  return { ...result, broken: [result.outage > 20 && "writes within 20 s", ...respondsInTime(result)] };
}

async function switchOverUnderLoad(cluster: Cluster, clients: Awaited<ReturnType<typeof load>>): Promise<Result> {
  await pause(3_000);
  await cluster.switchOver();
  await cluster.waitUntilHealthy();
  await pause(3_000);
  return clients.stop();
}

async function freezeProxy(cluster: Cluster): Promise<Outcome> {
  const clients = await load(cluster, "freeze");
  await pause(2_000);
  cluster.databaseProxy.signal("SIGSTOP");
  await pause(30_000);
  cluster.databaseProxy.signal("SIGCONT");
  await pause(10_000);
  const recoveredAt = performance.now();
  await pause(5_000);
  const result = await clients.stop();
  return {
    ...result,
    broken: [
      ...respondsInTime(result),
      result.failedSince(recoveredAt) > 0 && "no failed request from 10 s after the proxy answers",
      result.acknowledgedSince(recoveredAt) < 100 && "claims succeed from 10 s after the proxy answers",
    ],
  };
}

async function killWebNode(cluster: Cluster): Promise<Outcome> {
  const clients = await load(cluster, "web");
  await pause(3_000);
  const [node] = cluster.webNodes;
  if (!node) throw new Error("There is no web node.");
  node.process.signal("SIGKILL");
  await pause(3_000);
  const noticedAt = performance.now();
  await cluster.startWebNode(node);
  await pause(2_000);
  const result = await clients.stop();
  return {
    ...result,
    broken: [
      result.outage > 5 && "writes within 5 s",
      result.failedSince(noticedAt) > 0 && "no failed request from 3 s after the node was killed",
    ],
  };
}

async function restartWebNodes(cluster: Cluster): Promise<Outcome> {
  const clients = await load(cluster, "restart", { claimsPerSecond: 100 });
  await pause(2_000);
  for (const node of cluster.webNodes) {
    node.process.signal("SIGTERM");
    await node.process.exited;
    await cluster.startWebNode(node);
  }
  const result = await clients.stop();
  return { ...result, broken: [result.failed > 0 && "no failed request"] };
}

async function killWorker(cluster: Cluster): Promise<Outcome> {
  const amount = 300;
  const sink = await startSmtpSink();
  sink.onRecipient = () => ({ wait: 10 });
  const { url, secretKey } = cluster;
  const emails = Array.from({ length: amount }, (_, i) => `recipient-${i}@example.org`);
  for (let i = 0; i < amount; i += 20)
    await Promise.all(emails.slice(i, i + 20).map((email) => callApi(url, secretKey, "/leads/create", { email })));
  const [code] = await generateCodes(url, secretKey, { amount: 1, allowedClaims: 1 });
  const sent = await callApi(url, secretKey, "/codes/send", { code, emails });
  const { sendId, notifiedLeads } = sent.body.data as { sendId: string; notifiedLeads: number };

  let worker = cluster.startWorker(sink.url);
  await waitFor("the first emails", async () => sink.received.length >= amount / 4);
  worker.signal("SIGKILL");
  await worker.exited;
  const killedAt = performance.now();
  const receivedBefore = sink.received.length;
  worker = cluster.startWorker(sink.url);
  await waitFor("emails after the worker was killed", async () => sink.received.length > receivedBefore);
  const outage = (performance.now() - killedAt) / 1_000;
  const { sql, close } = openDatabase(cluster.databaseUrl, { max: 1 });
  const deliveries = await waitFor("the end of the send", async () => {
    const rows = await sql<
      { id: string; email: string; status: string }[]
    >`select id, email, status from deliveries where send_id = ${sendId}`;
    return rows.every(({ status }) => status === "sent") ? rows : null;
  }).finally(close);
  worker.signal("SIGTERM");
  await worker.exited;
  await sink.stop();
  const hasOtherMessageId = ({ email, id }: { email: string; id: string }) =>
    sink.messageIdsFor(email).some((messageId) => !messageId.startsWith(`${id}@`));
  const repeated = sink.received.length - new Set(sink.received.map(({ to }) => to)).size;
  return {
    acknowledged: notifiedLeads,
    lost: emails.filter((email) => sink.messageIdsFor(email).length === 0).length,
    duplicated: deliveries.filter(hasOtherMessageId).length,
    overLimit: 0,
    failed: 0,
    outage,
    broken: [notifiedLeads !== amount && "all recipients are queued", repeated > 100 && "at most 100 repeated emails"],
    note: `${repeated} of ${amount} emails were sent twice with the same Message-ID`,
  };
}

async function loseWrites(cluster: Cluster): Promise<Outcome> {
  await cluster.replicateAsynchronously();
  const clients = await load(cluster, "asynchronous");
  await pause(1_000);
  // Frozen on the leader and not on the replicas, where what the leader has sent would be read from the socket later.
  const { sql, close } = openDatabase(cluster.superuserUrl, { max: 1 });
  const senders = await sql<{ pid: number }[]>`select pid from pg_stat_replication where application_name <> 'pg_basebackup'`.finally(
    close,
  );
  for (const { pid } of senders) process.kill(pid, "SIGSTOP");
  await pause(2_000);
  const node = await cluster.killLeader();
  await waitFor("a new leader", async () => (await cluster.findLeader()) !== node);
  await pause(3_000);
  return { ...(await clients.stop()), broken: [] };
}

/** Web nodes answer within five seconds, whatever the database does, plus time in which the machine is busy. */
const respondsInTime = ({ slowest }: Result) => [
  slowest > 6.5 && `responses within 5 s, plus 1.5 s (the slowest took ${slowest.toFixed(1)} s)`,
];

function listBrokenPromises({ losesWrites }: Scenario, outcome: Outcome): string[] {
  const { broken, acknowledged, lost, duplicated, overLimit, failures } = outcome;
  return [
    // Integrations repeat requests that were answered with 503.
    failures?.has("500 internal") && "no response is an internal error",
    acknowledged === 0 && "some requests are acknowledged",
    losesWrites ? lost === 0 && "the control loses writes, so that a loss would be noticed" : lost > 0 && "nothing acknowledged is lost",
    duplicated > 0 && "nothing is duplicated",
    overLimit > 0 && "no code is over its limit",
    ...broken,
  ].filter((promise): promise is string => typeof promise === "string");
}

function printTable(outcomes: [Scenario, Outcome][]): void {
  const rows = outcomes.map(([{ title }, outcome]) => [
    title,
    ...[outcome.acknowledged, outcome.lost, outcome.duplicated, outcome.overLimit, outcome.failed].map(String),
    outcome.outage.toFixed(1),
  ]);
  const table = [["Scenario", "Acknowledged", "Lost", "Duplicated", "Over the limit", "Failed requests", "Outage (s)"], ...rows];
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ");
  console.log(`\n${table.map(line).join("\n")}\n`);
}

async function runScenarios(selected: Scenario[]): Promise<boolean> {
  const folder = createDatabaseFolder();
  const processes = superviseProcesses(folder, { keepFolder: process.argv.includes("--keep") });
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4);
  const cluster = await startCluster(folder, processes);
  console.log(`${seconds()} s  The cluster is running`);
  const outcomes: [Scenario, Outcome][] = [];
  let isKept = true;
  for (const scenario of selected) {
    const outcome = await scenario.run(cluster);
    outcomes.push([scenario, outcome]);
    const broken = listBrokenPromises(scenario, outcome);
    console.log(
      `${seconds()} s  ${scenario.title}: ${broken.length === 0 ? "passed" : "failed"}${outcome.note ? ` (${outcome.note})` : ""}`,
    );
    const { failures, slowest } = outcome;
    if (failures && failures.size > 0)
      console.log(
        `        Failed requests: ${[...failures].map(([failure, times]) => `${times} × ${failure}`).join(", ")}; the slowest took ${slowest?.toFixed(1)} s`,
      );
    for (const promise of broken) console.log(`        Broken promise: ${promise}`);
    if (broken.length > 0) isKept = false;
  }
  printTable(outcomes);
  return isKept;
}

if (!hasPackages()) {
  console.log(`Skipped, because a package is missing: apt-get install ${packages}`);
} else {
  onShutdown(() => process.exit(130));
  await buildIfNeeded();
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const isKept = await runScenarios(names.length > 0 ? scenarios.filter(({ name }) => names.includes(name)) : scenarios).catch(
    (error: Error) => {
      console.error(error);
      return false;
    },
  );
  process.exit(isKept ? 0 : 1);
}
