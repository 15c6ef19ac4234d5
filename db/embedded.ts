import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chooseAccount } from "./embedded/account";
import { findBinaries } from "./embedded/binaries";
import { applicationRole, createCluster, ensurePassword, ownerRole } from "./embedded/cluster";
import { findRunningPostmaster, stopPostmaster } from "./embedded/postmaster";
import { findFreePort, launchPostgres, type PostgresLaunchOptions } from "./embedded/server";
import { defaultSettings, disposableSettings } from "./embedded/settings";
import { acquireSupervisorLock, type Supervisor } from "./embedded/supervisor";

type EmbeddedPostgresOptions = {
  /** Holds the data, the password and the server log. Created if it doesn't exist. */
  directory: string;
  /** Turns off durability, for tests. */
  disposable?: boolean;
  /** PostgreSQL settings that override the defaults. */
  settings?: Record<string, string>;
  /** Called with messages for the operator, in whole sentences. */
  onLog?: (line: string) => void;
};

/** `url` is the application role's and `ownerUrl` the owner's, who migrates. `databaseUrl` returns the owner's for another database. */
export type EmbeddedPostgres = { url: string; ownerUrl: string; databaseUrl(database: string): string; stop(): Promise<void> };

class AlreadyRunningError extends Error {}

/** A database whose URLs are known. `start` creates the data if needed and resolves when the server accepts connections. */
type PreparedPostgres = { url: string; ownerUrl: string; start(): Promise<EmbeddedPostgres> };

/**
 * Starts the PostgreSQL 18 from npm on loopback. Creates its data on the first start and stops a server that a crashed start left behind.
 * Throws `AlreadyRunningError` if another process uses the folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return (await prepareEmbeddedPostgres(options)).start();
}

/** Returns the owner's URL of the server in a folder that another process of Gatehouse runs, or starts it until `stop`. */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<Pick<EmbeddedPostgres, "ownerUrl" | "stop">> {
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    const directory = realpathSync(options.directory);
    const server = error instanceof AlreadyRunningError ? findRunningPostmaster(join(directory, "data")) : null;
    if (!server) throw error;
    const password = await ensurePassword(directory);
    return { ownerUrl: `postgres://${ownerRole}:${password}@127.0.0.1:${server.port}/gatehouse`, async stop() {} };
  }
}

/** The first half of `startEmbeddedPostgres`, for callers that need the URL before the database is up. */
export async function prepareEmbeddedPostgres({
  directory: requestedDirectory,
  disposable = false,
  settings: extraSettings = {},
  onLog = () => {},
}: EmbeddedPostgresOptions): Promise<PreparedPostgres> {
  mkdirSync(requestedDirectory, { recursive: true, mode: 0o711 });
  const directory = realpathSync(requestedDirectory);
  const binaries = await findBinaries();
  const account = chooseAccount(join(directory, "data"), [binaries.initdb, join(directory, "data")]);
  const password = await ensurePassword(directory);
  const applicationPassword = await ensurePassword(directory, "application-password");
  const postgresSettings = { ...defaultSettings, ...(disposable ? disposableSettings : {}), ...extraSettings };
  const server = new RunningPostgres(
    { directory, account, binaries, port: 0, settings: postgresSettings },
    { password, applicationPassword },
    onLog,
  );
  await server.choosePort();
  return {
    url: server.url,
    ownerUrl: server.ownerUrl,
    async start() {
      await createCluster({ directory, account, binaries, password, durable: !disposable });
      return server.start();
    },
  };
}

class RunningPostgres implements EmbeddedPostgres {
  private supervisor: Supervisor | null = null;
  private pid = 0;
  private isStopping = false;

  private readonly launchOptions: PostgresLaunchOptions;
  private readonly passwords: { password: string; applicationPassword: string };
  private readonly onLog: (line: string) => void;

  constructor(launchOptions: PostgresLaunchOptions, passwords: RunningPostgres["passwords"], onLog: (line: string) => void) {
    this.launchOptions = launchOptions;
    this.passwords = passwords;
    this.onLog = onLog;
  }

  get url(): string {
    return this.roleUrl(applicationRole, this.passwords.applicationPassword, "gatehouse");
  }

  get ownerUrl(): string {
    return this.databaseUrl("gatehouse");
  }

  databaseUrl(database: string): string {
    return this.roleUrl(ownerRole, this.passwords.password, database);
  }

  private roleUrl(role: string, password: string, database: string): string {
    return `postgres://${role}:${password}@127.0.0.1:${this.launchOptions.port}/${database}`;
  }

  async choosePort(): Promise<void> {
    await this.stopOrphan();
    this.launchOptions.port = await findFreePort(this.readSavedPort());
  }

  async start(): Promise<this> {
    await this.launch();
    writeFileSync(this.portFile, String(this.launchOptions.port));
    await this.createDatabase();
    await this.createApplicationRole();
    return this;
  }

  async stop(): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    await stopPostmaster(this.pid);
    await this.supervisor?.release();
  }

  /** Stops a server whose Gatehouse process crashed, because it has its own settings and port. Throws if another process still uses it. */
  private async stopOrphan(): Promise<void> {
    const orphanedServer = findRunningPostmaster(this.dataFolder);
    if (!orphanedServer) return;
    const orphanUrl = this.databaseUrl("postgres").replace(`:${this.launchOptions.port}/`, `:${orphanedServer.port}/`);
    const lock = await acquireSupervisorLock(orphanUrl, 5_000, () => {});
    if (lock === "taken") throw this.alreadyRunningError();
    this.onLog("Stopping the database of an earlier start that is still running.");
    await stopPostmaster(orphanedServer.pid);
    if (lock !== "away") await lock.release();
  }

  private async launch(): Promise<void> {
    for (const deadline = Date.now() + 30_000; ; await pause(200)) {
      const { child, ...result } = await launchPostgres(this.launchOptions);
      if (child) {
        this.pid = child.pid ?? 0;
        child.once("exit", () => void this.relaunch());
        return this.acquireSupervisorLock();
      }
      const output = "output" in result ? result.output : "";
      if (/lock file .* already exists/.test(output)) await this.stopOrphan();
      // Worker processes of a killed server keep its memory and port for a moment.
      else if (!/still in use|Address already in use/.test(output)) throw new Error(`The database did not start:\n${output}`);
      if (Date.now() > deadline) throw new Error(`The database did not start within 30 seconds:\n${output}`);
    }
  }

  private async relaunch(): Promise<void> {
    for (let delayMs = 100; !this.isStopping; delayMs = Math.min(delayMs * 2, 10_000)) {
      this.onLog("The database stopped unexpectedly. Restarting it.");
      try {
        await this.supervisor?.release();
        return await this.launch();
      } catch (error) {
        this.onLog((error as Error).message);
        await pause(delayMs, undefined, { ref: false });
      }
    }
  }

  private async acquireSupervisorLock(): Promise<void> {
    const lock = await acquireSupervisorLock(this.databaseUrl("postgres"), 10_000, () => void this.reacquireSupervisorLock());
    if (lock === "taken") throw this.alreadyRunningError();
    if (lock === "away")
      throw new Error(`The database started but doesn't respond. See ${join(this.launchOptions.directory, "server.log")}`);
    this.supervisor = lock;
  }

  // PostgreSQL closes every connection and continues when one of its processes is killed.
  private async reacquireSupervisorLock(): Promise<void> {
    await pause(100);
    if (this.isStopping || findRunningPostmaster(this.dataFolder)?.pid !== this.pid) return;
    await this.acquireSupervisorLock().catch((error: Error) => this.onLog(error.message));
  }

  private async createDatabase(): Promise<void> {
    const sql = this.supervisor?.sql;
    if (!sql) return;
    const [existing] = await sql`select 1 from pg_database where datname = 'gatehouse'`;
    if (!existing) await sql`create database gatehouse`;
  }

  private async createApplicationRole(): Promise<void> {
    const sql = this.supervisor?.sql;
    if (!sql) return;
    const [existing] = await sql`select 1 from pg_roles where rolname = ${applicationRole}`;
    if (!existing) await sql`create role ${sql(applicationRole)} login`;
    // The password consists of hexadecimal digits. It is set again in case the file was restored or deleted.
    await sql.unsafe(`alter role ${applicationRole} password '${this.passwords.applicationPassword}'`);
  }

  private readSavedPort(): number {
    try {
      return Number(readFileSync(this.portFile, "utf8")) || 0;
    } catch {
      return 0;
    }
  }

  private alreadyRunningError(): AlreadyRunningError {
    return new AlreadyRunningError(
      `Gatehouse is already running in this folder (the database in ${this.launchOptions.directory} is in use).`,
    );
  }

  private get dataFolder(): string {
    return join(this.launchOptions.directory, "data");
  }

  private get portFile(): string {
    return join(this.launchOptions.directory, "port");
  }
}
