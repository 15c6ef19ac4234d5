import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chooseAccount } from "@/db/embedded/account";
import { stopPostmaster } from "@/db/embedded/postmaster";
import { findFreePort, launchPostgres } from "@/db/embedded/server";
import { createDatabaseFolder } from "@/tests/harness/temporary-folder";

const programs = "/usr/lib/postgresql/15/bin";

/**
 * Starts the oldest supported PostgreSQL, from Debian's package, which root installs if it is missing. Returns the URL of its maintenance
 * database, or null if the package isn't available.
 */
export async function startPostgres15(): Promise<{ url: string; stop(): Promise<void> } | null> {
  if (!existsSync(programs) && process.getuid?.() === 0) {
    const options = { stdio: "ignore" as const, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    if (spawnSync("apt-get", ["install", "-q", "-y", "--no-install-recommends", "postgresql-15"], options).status !== 0) return null;
  }
  if (!existsSync(programs)) return null;

  const directory = createDatabaseFolder();
  const data = join(directory, "data");
  const account = chooseAccount(data, [programs]);
  account.chown(directory);
  const [program, args, options] = account.command(join(programs, "initdb"), [
    `--pgdata=${data}`,
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  ]);
  execFileSync(program, args, { ...options, stdio: "ignore" });
  const port = await findFreePort(0);
  const { child } = await launchPostgres({
    directory,
    account,
    binaries: { initdb: join(programs, "initdb"), postgres: join(programs, "postgres") },
    port,
    settings: {
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      max_connections: "400",
      fsync: "off",
      full_page_writes: "off",
      synchronous_commit: "off",
    },
  });
  if (!child) throw new Error("PostgreSQL 15 didn't start.");
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await stopPostmaster(child.pid ?? 0);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
