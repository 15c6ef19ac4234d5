import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "./account";
import type { Binaries } from "./binaries";
import { isAlive } from "./postmaster";

/** Owns the tables and migrates them. */
export const ownerRole = "gatehouse";

/** Serves requests and works on jobs. It can read and write rows, but not change tables or the server. */
export const applicationRole = "gatehouse_app";

/** Reads a role's password from a file of this folder, or creates one (mode 600). */
export async function ensurePassword(directory: string, name: "password" | "application-password" = "password"): Promise<string> {
  const file = join(directory, name);
  await writeFile(file, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600, flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const password = (await readFile(file, "utf8")).trim();
  if (password) return password;
  // The power failed between creating the file and writing it. It was never used unless there is data.
  if (existsSync(join(directory, "data"))) throw new Error(`The database's password file ${file} is empty. Restore it from a backup.`);
  await rm(file);
  return ensurePassword(directory, name);
}

/** Creates the data folder if there is none. It is created completely or not at all, and leftovers of an interrupted first start are removed. */
export async function createCluster(options: {
  directory: string;
  account: Account;
  binaries: Binaries;
  password: string;
  durable: boolean;
}): Promise<void> {
  const data = join(options.directory, "data");
  await assertVersion(data);
  if (existsSync(join(data, "PG_VERSION"))) return;

  await removeInterruptedClusters(options.directory);
  const temporaryFolder = join(options.directory, `initializing-${process.pid}-${randomBytes(4).toString("hex")}`);
  await mkdir(temporaryFolder, { mode: 0o700 });
  const passwordFile = join(temporaryFolder, "password");
  await writeFile(passwordFile, options.password, { mode: 0o600 });
  await mkdir(join(temporaryFolder, "data"), { mode: 0o700 });
  for (const path of [temporaryFolder, passwordFile, join(temporaryFolder, "data")]) options.account.chown(path);
  await initdb(options, join(temporaryFolder, "data"), passwordFile);
  await rename(join(temporaryFolder, "data"), data).catch((error) => {
    if (!existsSync(join(data, "PG_VERSION"))) throw error;
  });
  await rm(temporaryFolder, { recursive: true, force: true });
}

async function initdb(
  { account, binaries, durable }: { account: Account; binaries: Binaries; durable: boolean },
  data: string,
  passwordFile: string,
): Promise<void> {
  const args = [
    `--pgdata=${data}`,
    `--username=${ownerRole}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ];
  const [program, programArgs, options] = account.command(binaries.initdb, durable ? args : [...args, "--no-sync"]);
  await new Promise<void>((resolve, reject) => {
    // A session of its own, so that Ctrl-C in the terminal doesn't interrupt it while it writes a file.
    const child = spawn(program, programArgs, { ...options, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        output += chunk;
      });
    child.once("error", reject);
    child.once("close", (code, signal) =>
      code === 0
        ? resolve()
        : reject(new Error(`The database could not be created (initdb ended with ${signal ?? code}).\n${output.trim()}`)),
    );
  });
}

async function assertVersion(data: string): Promise<void> {
  const version = await readFile(join(data, "PG_VERSION"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "18";
    throw new Error(
      `The database's folder ${data} can't be read by this user (${error.code}). Start Gatehouse as the user who created it.`,
    );
  });
  if (version.trim() !== "18")
    throw new Error(
      `The data in ${data} is from PostgreSQL ${version.trim()}, but this is PostgreSQL 18. Move the data with pg_dump, or set DATABASE_URL.`,
    );
}

async function removeInterruptedClusters(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const pid = Number(/^initializing-(\d+)-/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) await rm(join(directory, name), { recursive: true, force: true, maxRetries: 5 });
  }
}
