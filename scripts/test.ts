import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { buildIfNeeded } from "@/cli/build/build";
import { commands } from "@/cli/commands.mjs";
import { childEnvironment } from "@/lib/env";
import { hasPackages, packages } from "@/tests/faults/cluster";
import { findChromium } from "./chromium";
import { startPostgres15 } from "./postgres-15";

/**
 * `npm test` runs every step, even if an earlier one fails. `npm test -- lint unit` runs some. `npm run test:heavy` repeats the tests that use
 * a sample in `npm test` at full size. The end of the output names the failed tests. CI reads the last line.
 */
type Count = { passed: number; failed: number; failedTests?: string[] };
/** Checks run at the same time. The other steps use both cores. */
type Step = { name: string; title: string; isCheck?: true; isHeavy?: true; run(): Promise<Count> };

const isHeavy = process.argv.includes("--heavy");
const stepNames = process.argv.slice(2).filter((argument) => argument !== "--heavy");

const steps: Step[] = [
  { name: "lint", title: "Lint", isCheck: true, run: () => runCheck("@biomejs/biome/bin/biome", "check", ".") },
  { name: "spelling", title: "Spelling", isCheck: true, run: () => runCheck("cspell/bin.mjs", "lint", "--no-progress", "--quiet", ".") },
  { name: "unused", title: "Unused code", isCheck: true, run: () => runCheck("knip/bin/knip.js", "--no-progress") },
  { name: "types", title: "Types", isCheck: true, run: () => runCheck("typescript/bin/tsc", "--noEmit") },
  { name: "unit", title: "Unit, database and API tests", run: () => vitest() },
  { name: "postgres15", title: "Database tests on PostgreSQL 15", isHeavy: true, run: vitestOnPostgres15 },
  { name: "build", title: "Build", run: () => countStep(buildIfNeeded().then(() => true, printError)) },
  { name: "e2e", title: "Browser tests", run: playwright },
  { name: "faults", title: "Faults under load", isHeavy: true, run: runFaults },
];

const unknownName = stepNames.find((name) => !steps.some((step) => step.name === name));
if (unknownName !== undefined) {
  console.error(`Unknown step "${unknownName}". Available steps: ${steps.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "gatehouse-report-"));
const report = (name: string) => join(folder, `${name}.json`);

async function vitest(args: string[] = [], env: Record<string, string | undefined> = {}): Promise<Count> {
  const ok = await run(
    ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json", `--outputFile=${report("vitest")}`, ...args],
    env,
  );
  const results = readReport<VitestReport>("vitest");
  const failedTests = results?.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => `${relative("", name)}: ${fullName}`),
  );
  return countRunnerFailure(ok, { passed: results?.numPassedTests ?? 0, failed: results?.numFailedTests ?? 0, failedTests });
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
};

// They check the plans of PostgreSQL 18.
const planTests = [
  "core/events/list.million.db.test.ts",
  "core/lists.large.db.test.ts",
  "core/stats/large.db.test.ts",
  "core/sends/list.large.db.test.ts",
  "core/webhooks/deliveries.large.db.test.ts",
];

async function vitestOnPostgres15(): Promise<Count> {
  const server = await startPostgres15();
  if (!server) {
    console.log("Skipped, because the package postgresql-15 isn't available.");
    return { passed: 0, failed: 0 };
  }
  try {
    const excluded = planTests.flatMap((file) => ["--exclude", file]);
    return await vitest(["db.test", ...excluded], { TEST_DATABASE_URL: server.url, TEST_SIZE: undefined });
  } finally {
    await server.stop();
  }
}

async function runFaults(): Promise<Count> {
  if (hasPackages()) return countStep(run(commands["test:faults"]));
  console.log(`Skipped, because a package is missing: apt-get install ${packages}`);
  return { passed: 0, failed: 0 };
}

async function playwright(): Promise<Count> {
  let chromium: string;
  try {
    chromium = findChromium();
  } catch (error) {
    printError(error as Error);
    return { passed: 0, failed: 1 };
  }
  const ok = await run(["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report("playwright"),
  });
  const results = readReport<PlaywrightReport>("playwright");
  const stats = results?.stats;
  const failedTests = results?.suites.flatMap(listFailedSpecs);
  return countRunnerFailure(ok, { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0), failedTests });
}

type PlaywrightSuite = { specs: { file: string; title: string; ok: boolean }[]; suites?: PlaywrightSuite[] };
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: PlaywrightSuite[] };

function listFailedSpecs({ specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file}: ${title}`);
  return [...failed, ...suites.flatMap(listFailedSpecs)];
}

// A runner that fails without a failed test, such as one that cannot start, counts as one.
function countRunnerFailure(ok: boolean, count: Count): Count {
  return ok || count.failed > 0 ? count : { ...count, failed: 1 };
}

async function countStep(ok: Promise<boolean>): Promise<Count> {
  return (await ok) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function printError(error: Error): false {
  console.error(error.message);
  return false;
}

/** Runs a tool without tests of its own, and prints its output when it ends. */
async function runCheck(path: string, ...args: string[]): Promise<Count> {
  const child = start([`node_modules/${path}`, ...args], "pipe");
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  const count = await countStep(waitForExit(child));
  process.stdout.write(output);
  return count;
}

const run = (args: string[], extraEnv: Record<string, string | undefined> = {}): Promise<boolean> =>
  waitForExit(start(args, "inherit", extraEnv));

function start(args: string[], output: "inherit" | "pipe", extraEnv: Record<string, string | undefined> = {}): ChildProcess {
  // NODE_ENV of this process is not the tests'.
  const size = isHeavy ? "heavy" : undefined;
  return spawn(process.execPath, args, {
    stdio: ["ignore", output, output],
    env: childEnvironment({ NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: undefined, TEST_SIZE: size, ...extraEnv }),
  });
}

function waitForExit(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(printError(error)));
    child.once("close", (code) => resolve(code === 0));
  });
}

function readReport<T>(name: string): T | null {
  try {
    return JSON.parse(readFileSync(report(name), "utf8"));
  } catch {
    return null;
  }
}

const total = { passed: 0, failed: 0 };
const failures: string[] = [];

async function runStep(step: Step): Promise<void> {
  if (!step.isCheck) console.log(`\n── ${step.title} ${"─".repeat(60 - step.title.length)}\n`);
  const startedAt = performance.now();
  const { passed, failed, failedTests = [] } = await step.run();
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(step.title, ...failedTests.map((test) => `  ${test}`));
  console.log(`${step.title}: ${failed > 0 ? "failed" : "passed"} in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
}

const selectedSteps = steps.filter((step) =>
  stepNames.length > 0 ? stepNames.includes(step.name) : isHeavy ? !step.isCheck : !step.isHeavy,
);
await Promise.all(selectedSteps.filter(({ isCheck }) => isCheck).map(runStep));
for (const step of selectedSteps) if (!step.isCheck) await runStep(step);
rmSync(folder, { recursive: true, force: true });
if (failures.length > 0) console.log(["\nFailed:", ...failures].join("\n"));
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
