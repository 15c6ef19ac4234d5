import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chooseAccount } from "./embedded/account";
import { findBinaries } from "./embedded/binaries";
import { keepPassword, makeCluster, user } from "./embedded/cluster";
import { findLiving, stopPostmaster } from "./embedded/postmaster";
import { freePort, type Launch, launch } from "./embedded/server";
import { settings, throwAway } from "./embedded/settings";
import { type Supervisor, supervise } from "./embedded/supervisor";

export type EmbeddedOptions = {
  /** Holds the data, the password and the server's log; made when absent. */
  directory: string;
  /** For tests: durability off. */
  disposable?: boolean;
  /** PostgreSQL settings over the defaults. */
  settings?: Record<string, string>;
  /** Told, in a sentence, what a person may want to know. */
  onLog?: (line: string) => void;
};

export type Embedded = { url: string; urlOf(database: string): string; stop(): Promise<void> };

export class AlreadyRunning extends Error {}

/** A database whose address is settled; `start` makes its data where there is none and comes back when it takes connections. */
export type Prepared = { url: string; start(): Promise<Embedded> };

/** Starts the PostgreSQL 18 that came with npm on loopback, first making its data; takes over what a crashed start left. Throws `AlreadyRunning` when another living process uses the folder. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  return (await prepareEmbedded(options)).start();
}

/** The first half of `startEmbedded`, for those who need the address before the database is up. */
export async function prepareEmbedded({
  directory: given,
  disposable = false,
  settings: more = {},
  onLog = () => {},
}: EmbeddedOptions): Promise<Prepared> {
  mkdirSync(given, { recursive: true, mode: 0o711 });
  const directory = realpathSync(given);
  const binaries = await findBinaries();
  const account = chooseAccount(join(directory, "data"), [binaries.initdb, join(directory, "data")]);
  const password = await keepPassword(directory);
  const all = { ...settings, ...(disposable ? throwAway : {}), ...more };
  const running = new Running({ directory, account, binaries, port: 0, settings: all }, password, onLog);
  await running.choosePort();
  return {
    url: running.url,
    async start() {
      await makeCluster({ directory, account, binaries, password, durable: !disposable });
      return running.start();
    },
  };
}

class Running implements Embedded {
  private supervisor: Supervisor | null = null;
  private pid = 0;
  private stopping = false;

  private readonly launching: Launch;
  private readonly password: string;
  private readonly onLog: (line: string) => void;

  constructor(launching: Launch, password: string, onLog: (line: string) => void) {
    this.launching = launching;
    this.password = password;
    this.onLog = onLog;
  }

  get url(): string {
    return this.urlOf("gatehouse");
  }

  urlOf(database: string): string {
    return `postgres://${user}:${this.password}@127.0.0.1:${this.launching.port}/${database}`;
  }

  async choosePort(): Promise<void> {
    await this.endOrphan();
    this.launching.port = await freePort(this.rememberedPort());
  }

  async start(): Promise<this> {
    await this.launch();
    writeFileSync(this.portFile, String(this.launching.port));
    await this.makeDatabase();
    return this;
  }

  async stop(): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    await stopPostmaster(this.pid);
    await this.supervisor?.release();
  }

  /** A server that lives on after its Gatehouse crashed is stopped, since its settings and port are its own; one that is still used is left alone. */
  private async endOrphan(): Promise<void> {
    const orphan = findLiving(this.data);
    if (!orphan) return;
    const address = this.urlOf("postgres").replace(`:${this.launching.port}/`, `:${orphan.port}/`);
    const taken = await supervise(address, 5_000, () => {});
    if (taken === "taken") throw this.alreadyRunning();
    this.onLog("The database of an earlier start was still running; it is stopped first.");
    await stopPostmaster(orphan.pid);
    if (taken !== "away") await taken.release();
  }

  private async launch(): Promise<void> {
    for (const until = Date.now() + 30_000; ; await pause(200)) {
      const { child, ...ended } = await launch(this.launching);
      if (child) {
        this.pid = child.pid ?? 0;
        child.once("exit", () => void this.launchAgain());
        return this.takeCharge();
      }
      const said = "said" in ended ? ended.said : "";
      if (/lock file .* already exists/.test(said)) await this.endOrphan();
      // Workers of a server that was killed hold its memory and its port for a moment longer.
      else if (!/still in use|Address already in use/.test(said)) throw new Error(`The database did not start:\n${said}`);
      if (Date.now() > until) throw new Error(`The database did not start within 30 seconds:\n${said}`);
    }
  }

  private async launchAgain(): Promise<void> {
    for (let wait = 100; !this.stopping; wait = Math.min(wait * 2, 10_000)) {
      this.onLog("The database ended unexpectedly; it is started again.");
      try {
        await this.supervisor?.release();
        return await this.launch();
      } catch (error) {
        this.onLog((error as Error).message);
        await pause(wait, undefined, { ref: false });
      }
    }
  }

  private async takeCharge(): Promise<void> {
    const taken = await supervise(this.urlOf("postgres"), 10_000, () => void this.takeChargeAgain());
    if (taken === "taken") throw this.alreadyRunning();
    if (taken === "away") throw new Error(`The database started but does not answer; see ${join(this.launching.directory, "server.log")}`);
    this.supervisor = taken;
  }

  // PostgreSQL drops every connection when one of its processes is killed, and goes on.
  private async takeChargeAgain(): Promise<void> {
    await pause(100);
    if (this.stopping || findLiving(this.data)?.pid !== this.pid) return;
    await this.takeCharge().catch((error: Error) => this.onLog(error.message));
  }

  private async makeDatabase(): Promise<void> {
    const sql = this.supervisor?.sql;
    if (!sql) return;
    const [found] = await sql`select 1 from pg_database where datname = 'gatehouse'`;
    if (!found) await sql`create database gatehouse`;
  }

  private rememberedPort(): number {
    try {
      return Number(readFileSync(this.portFile, "utf8")) || 0;
    } catch {
      return 0;
    }
  }

  private alreadyRunning(): AlreadyRunning {
    return new AlreadyRunning(`Gatehouse is already running from this folder (its database in ${this.launching.directory} is in use).`);
  }

  private get data(): string {
    return join(this.launching.directory, "data");
  }

  private get portFile(): string {
    return join(this.launching.directory, "port");
  }
}
