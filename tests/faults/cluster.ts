import { randomBytes, randomInt } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { commands } from "@/cli/commands.mjs";
import { type Connection, openDatabase } from "@/db/client";
import { chooseAccount } from "@/db/embedded/account";
import { childEnvironment } from "@/lib/env";
import { listen } from "@/lib/ports";
import { killPostgres, type Processes, type Started, waitFor } from "./processes";

const postgresPrograms = "/usr/lib/postgresql/15/bin";
const programs = {
  etcd: "/usr/bin/etcd",
  patroni: "/usr/bin/patroni",
  haproxy: "/usr/sbin/haproxy",
  pgbouncer: "/usr/sbin/pgbouncer",
  postgres: join(postgresPrograms, "postgres"),
};

/** The Debian packages of the cluster. */
export const packages = "etcd-server patroni python3-etcd haproxy pgbouncer postgresql-15";

/** Whether this machine has all packages of the cluster. */
export const hasPackages = (): boolean => Object.values(programs).every((program) => existsSync(program));

/** How long a check of HAProxy may take, in seconds. A busy node answers later than an idle one, but it must not get out of use. */
const webCheckTimeout = 5;

/** How long web nodes keep answering after SIGTERM, in seconds. HAProxy needs two checks, half a second apart, to notice. */
const drainSeconds = 2 * (webCheckTimeout + 0.5) + 1;

type DatabaseNode = { name: string; dataFolder: string; port: number; apiUrl: string; config: string; patroni: Started };
type WebNode = { name: string; url: string; env: NodeJS.ProcessEnv; process: Started };
type Member = { name: string; role: string; state: string };

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts etcd, three PostgreSQL nodes with Patroni, HAProxy, PgBouncer and three web nodes in a folder. */
export async function startCluster(folder: string, processes: Processes) {
  const account = chooseAccount(join(folder, "none"), [postgresPrograms, folder]);
  chmodSync(folder, 0o755);
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o644 });
    return join(folder, name);
  };

  const etcdPort = await findPort();
  const etcdPeerUrl = `http://127.0.0.1:${await findPort()}`;
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  processes.start({
    name: "etcd",
    program: programs.etcd,
    args: [
      "--name=faults",
      `--data-dir=${join(folder, "etcd")}`,
      `--listen-client-urls=${etcdUrl}`,
      `--advertise-client-urls=${etcdUrl}`,
      `--listen-peer-urls=${etcdPeerUrl}`,
      `--initial-advertise-peer-urls=${etcdPeerUrl}`,
      `--initial-cluster=faults=${etcdPeerUrl}`,
    ],
  });
  await waitFor("etcd", async () => (await fetch(`${etcdUrl}/health`)).ok);

  const startPatroni = ({ name, config }: Pick<DatabaseNode, "name" | "config">) =>
    processes.start({ name, program: programs.patroni, args: [config], account });
  const databases: DatabaseNode[] = [];
  for (const name of ["database1", "database2", "database3"]) {
    const nodeFolder = join(folder, name);
    mkdirSync(nodeFolder, { mode: 0o700 });
    account.chown(nodeFolder);
    const dataFolder = join(nodeFolder, "data");
    const [port, apiPort] = [await findPort(), await findPort()];
    const config = write(`${name}.json`, JSON.stringify(patroniConfig({ name, nodeFolder, dataFolder, port, apiPort, etcdPort })));
    processes.addDataFolder(dataFolder);
    databases.push({ name, dataFolder, port, apiUrl: `http://127.0.0.1:${apiPort}`, config, patroni: startPatroni({ name, config }) });
  }

  const members = async (): Promise<Member[]> => {
    const replies = databases.map(async ({ apiUrl }) => {
      const response = await fetch(`${apiUrl}/cluster`, { signal: AbortSignal.timeout(2_000) });
      return ((await response.json()) as { members: Member[] }).members;
    });
    return Promise.any(replies);
  };
  const findLeader = async (): Promise<DatabaseNode> => {
    const leader = (await members()).find(({ role, state }) => role === "leader" && state === "running");
    const node = databases.find(({ name }) => name === leader?.name);
    if (!node) throw new Error("There is no leader.");
    return node;
  };
  /** Waits until all nodes run, and one of them is a synchronous standby unless replication is asynchronous. */
  const waitUntilHealthy = ({ isSynchronous = true } = {}) =>
    waitFor(
      "a healthy database cluster",
      async () => {
        const all = await members();
        const running = all.filter(({ state }) => state === "running" || state === "streaming");
        const isLed = running.some(({ role }) => role === "leader");
        return isLed && running.length === databases.length && all.some(({ role }) => role === "sync_standby") === isSynchronous;
      },
      90_000,
    );
  await waitUntilHealthy();

  const databasePort = await findPort();
  const databaseProxy = processes.start({
    name: "database-proxy",
    program: programs.haproxy,
    args: ["-db", "-f", write("database-proxy.cfg", databaseProxyConfig(databasePort, databases))],
  });
  const superuserUrl = `postgres://postgres@127.0.0.1:${databasePort}/postgres`;
  const databaseUrl = `postgres://gatehouse@127.0.0.1:${databasePort}/gatehouse`;
  const runOnProxy = async <T>(query: (sql: Connection["sql"]) => Promise<T>): Promise<T> => {
    const { sql, close } = openDatabase(superuserUrl, { max: 1 });
    try {
      return await query(sql);
    } finally {
      await close();
    }
  };
  // HAProxy uses every node until its first check of the node ends, and then closes the connections to replicas.
  await waitFor("HAProxy to use only the leader", async () => {
    for (let connection = 0; connection < 3 * databases.length; connection++) {
      const [row] = await runOnProxy((sql) => sql`select pg_is_in_recovery() as "isReplica"`);
      if (row?.isReplica !== false) return false;
    }
    return true;
  });
  await runOnProxy(async (sql) => {
    await sql`create role gatehouse login`;
    await sql`create database gatehouse owner gatehouse`;
  });

  const bouncerPort = await findPort();
  const users = write("users.txt", '"gatehouse" ""\n');
  processes.start({
    name: "pgbouncer",
    program: programs.pgbouncer,
    args: [write("pgbouncer.ini", bouncerConfig({ port: bouncerPort, databasePort, users }))],
    account,
  });

  const env = childEnvironment({
    AUTH_SECRET: randomBytes(32).toString("hex"),
    DATABASE_URL: databaseUrl,
    MIGRATION_DATABASE_URL: "",
    DATA_DIR: join(folder, "files"),
    DRAIN_SECONDS: String(drainSeconds),
    WEB_PROCESSES: "1",
    LOG_LEVEL: "warn",
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    NODE_OPTIONS: undefined,
    SMTP_URL: "",
    HOST: "127.0.0.1",
  });
  await processes.start({ name: "migrate", program: process.execPath, args: commands.migrate, env }).exited;
  const secretKey = /Secret key:\s+(\S+)/.exec(readFileSync(join(folder, "migrate.log"), "utf8"))?.[1];
  if (!secretKey) throw new Error(`The database wasn't migrated: ${readFileSync(join(folder, "migrate.log"), "utf8")}`);

  const [webPort, proxyStatePort] = [await findPort(), await findPort()];
  const startWebProcess = ({ name, env }: Pick<WebNode, "name" | "env">) =>
    processes.start({ name, program: process.execPath, args: [...commands.web, "--built"], env });
  const createWebNode = async (name: string, url: string): Promise<WebNode> => {
    const port = await findPort();
    const nodeEnv = { ...env, PORT: String(port), APP_URL: `http://127.0.0.1:${webPort}`, DATABASE_URL: url };
    return { name, url: `http://127.0.0.1:${port}`, env: nodeEnv, process: startWebProcess({ name, env: nodeEnv }) };
  };
  const webNodes: WebNode[] = [];
  for (const name of ["web1", "web2", "web3"]) webNodes.push(await createWebNode(name, databaseUrl));
  const bouncerNode = await createWebNode("web-pgbouncer", `postgres://gatehouse@127.0.0.1:${bouncerPort}/gatehouse?pgbouncer=true`);
  const isReady = async (url: string) => (await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(2_000) })).ok;
  for (const { name, url } of [...webNodes, bouncerNode]) await waitFor(name, () => isReady(url));
  processes.start({
    name: "web-proxy",
    program: programs.haproxy,
    args: ["-db", "-f", write("web-proxy.cfg", webProxyConfig({ port: webPort, statePort: proxyStatePort, nodes: webNodes }))],
  });
  const url = `http://127.0.0.1:${webPort}`;
  const listNodesInUse = async (): Promise<string[]> => {
    const response = await fetch(`http://127.0.0.1:${proxyStatePort}/;csv`, { signal: AbortSignal.timeout(2_000) });
    const rows = (await response.text()).split("\n").map((line) => line.split(","));
    const status = rows[0]?.indexOf("status") ?? -1;
    return rows.filter((row) => row[status] === "UP").map(([, name = ""]) => name);
  };
  await waitFor("HAProxy and the web nodes", async () => (await listNodesInUse()).length === webNodes.length);

  return {
    /** The URL of HAProxy in front of the web nodes. */
    url,
    /** A web node that reaches the database through PgBouncer. */
    bouncerUrl: bouncerNode.url,
    secretKey,
    databaseUrl,
    superuserUrl,
    databaseProxy,
    webNodes,
    findLeader,
    waitUntilHealthy,
    startWorker: (smtpUrl: string) =>
      processes.start({
        name: "worker",
        program: process.execPath,
        args: commands.worker,
        env: { ...env, SMTP_URL: smtpUrl, JOB_POLLING_SECONDS: "0.5" },
      }),
    async startWebNode(node: WebNode) {
      node.process = startWebProcess(node);
      await waitFor(node.name, async () => (await listNodesInUse()).includes(node.name));
    },
    /** Kills PostgreSQL and Patroni of the leader, like a power cut of its machine. */
    async killLeader(): Promise<DatabaseNode> {
      const leader = await findLeader();
      leader.patroni.signal("SIGKILL");
      killPostgres(leader.dataFolder);
      await leader.patroni.exited;
      return leader;
    },
    startDatabaseNode(node: DatabaseNode) {
      node.patroni = startPatroni(node);
    },
    /** Makes the synchronous standby the leader. */
    async switchOver(): Promise<void> {
      const { name, apiUrl } = await findLeader();
      const candidate = (await members()).find(({ role }) => role === "sync_standby")?.name;
      const response = await fetch(`${apiUrl}/switchover`, { method: "POST", body: JSON.stringify({ leader: name, candidate }) });
      if (!response.ok) throw new Error(`Patroni refused the switchover: ${await response.text()}`);
    },
    async replicateAsynchronously(): Promise<void> {
      const { apiUrl } = await findLeader();
      await fetch(`${apiUrl}/config`, { method: "PATCH", body: JSON.stringify({ synchronous_mode: false }) });
      await waitUntilHealthy({ isSynchronous: false });
    },
  };
}

const usedPorts = new Set<number>();

/** Finds a free port below those of outgoing connections, which could otherwise take it while its process restarts. */
async function findPort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree =
      !usedPorts.has(port) &&
      (await listen(server, port, "127.0.0.1").then(
        () => true,
        () => false,
      ));
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    usedPorts.add(port);
    return port;
  }
  throw new Error("No free port was found.");
}

type PatroniOptions = { name: string; nodeFolder: string; dataFolder: string; port: number; apiPort: number; etcdPort: number };

function patroniConfig({ name, nodeFolder, dataFolder, port, apiPort, etcdPort }: PatroniOptions) {
  const address = `127.0.0.1:${port}`;
  const apiAddress = `127.0.0.1:${apiPort}`;
  return {
    scope: "faults",
    name,
    restapi: { listen: apiAddress, connect_address: apiAddress },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 1,
        retry_timeout: 3,
        // The control loses writes on purpose, and a replica that misses them must still become the leader.
        maximum_lag_on_failover: 1024 ** 3,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          remove_data_directory_on_diverged_timelines: true,
          remove_data_directory_on_rewind_failure: true,
          parameters: { max_connections: 200, autovacuum_naptime: "5s", shared_buffers: "64MB", hot_standby: "on" },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
      pg_hba: ["local all all trust", "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: dataFolder,
      bin_dir: postgresPrograms,
      pgpass: join(nodeFolder, "pgpass"),
      authentication: {
        superuser: { username: "postgres", password: "postgres" },
        replication: { username: "replicator", password: "replicator" },
      },
      parameters: { unix_socket_directories: nodeFolder },
    },
  };
}

const databaseProxyConfig = (port: number, nodes: Pick<DatabaseNode, "name" | "port" | "apiUrl">[]): string => `
global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 10m
  timeout server 10m
  timeout check 2s
listen database
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${new URL(node.apiUrl).port}\n`).join("")}`;

type WebProxy = { port: number; statePort: number; nodes: WebNode[] };

const webProxyConfig = ({ port, statePort, nodes }: WebProxy): string => `
global
  maxconn 2000
defaults
  mode http
  timeout connect 5s
  timeout client 2m
  timeout server 2m
  timeout check ${webCheckTimeout}s
listen state
  bind 127.0.0.1:${statePort}
  stats enable
  stats uri /
listen web
  bind 127.0.0.1:${port}
  option httpchk GET /api/health/ready
  # A node that refuses a connection before HAProxy has noticed that it stops must fail a request here.
  retries 0
  default-server check inter 500ms fall 2 rise 1
${nodes.map(({ name, url }) => `  server ${name} ${new URL(url).host}\n`).join("")}`;

const bouncerConfig = ({ port, databasePort, users }: { port: number; databasePort: number; users: string }): string => `
[databases]
gatehouse = host=127.0.0.1 port=${databasePort} dbname=gatehouse
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
server_login_retry = 1
`;
