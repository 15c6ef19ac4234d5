import { execFileSync, type SpawnOptions, spawnSync } from "node:child_process";
import { chownSync, existsSync, statSync } from "node:fs";
import { dirname, parse } from "node:path";
import { environmentVariable } from "@/lib/env";

/** The system user that PostgreSQL runs as, because it refuses to run as root. */
export type Account = {
  /** Returns how to spawn a program as this user. */
  command(program: string, args: string[]): [program: string, args: string[], options: SpawnOptions];
  chown(path: string): void;
};

/** Chooses an account that can reach all of `requiredPaths`. */
export function chooseAccount(dataFolder: string, requiredPaths: string[]): Account {
  const spawnOptions: SpawnOptions = {
    cwd: parse(dataFolder).root,
    env: { PATH: environmentVariable("PATH"), LC_ALL: "C", TZ: "UTC" } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
  };
  if (process.getuid?.() !== 0) return { command: (program, args) => [program, args, spawnOptions], chown: () => {} };

  const { uid, gid, name } = getOwner(dataFolder) ?? findSystemUser();
  const chown = (path: string) => chownSync(path, uid, gid);
  const unreachablePath = requiredPaths.find((path) => isClosedTo(path, uid, gid));
  if (unreachablePath === undefined) return { command: (program, args) => [program, args, { ...spawnOptions, uid, gid }], chown };

  if (spawnSync("setpriv", ["--version"]).status !== 0) {
    throw new Error(
      `The database runs as the user ${name}, who can't access ${unreachablePath}. Move Gatehouse to a folder that other users can access, or start it as a regular user.`,
    );
  }
  // Other users can't enter a home folder such as /root. This single capability lets the server in without making it root.
  // initdb calls access(2), which ignores the capabilities of other users unless no_setuid_fixup is set.
  const setpriv = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    "--no-new-privs",
    "--securebits=+no_setuid_fixup",
    "--inh-caps=-all,+dac_override",
    "--ambient-caps=-all,+dac_override",
  ];
  return { command: (program, args) => ["setpriv", [...setpriv, "--", program, ...args], spawnOptions], chown };
}

// Data that a regular user created stays theirs if root starts Gatehouse once.
function getOwner(dataFolder: string) {
  if (!existsSync(dataFolder)) return null;
  const { uid, gid } = statSync(dataFolder);
  return uid === 0 ? null : { uid, gid, name: String(uid) };
}

function findSystemUser() {
  const createUser = () =>
    spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "gatehouse"]).status === 0
      ? findUser("gatehouse")
      : null;
  const user = findUser("postgres") ?? findUser("gatehouse") ?? createUser() ?? findUser("nobody");
  if (!user) throw new Error("PostgreSQL can't run as root, and no other user was found. Start Gatehouse as a regular user.");
  return user;
}

function findUser(name: string) {
  try {
    const id = (flag: string) => Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g"), name };
  } catch {
    return null;
  }
}

function isClosedTo(path: string, uid: number, gid: number): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const stats = statSync(folder);
      const executeBit = stats.uid === uid ? 0o100 : stats.gid === gid ? 0o010 : 0o001;
      if ((stats.mode & executeBit) === 0) return true;
    }
    if (folder === dirname(folder)) return false;
  }
}
