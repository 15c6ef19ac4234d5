import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildIfNeeded } from "@/cli/build/build";
import { childEnvironment } from "@/lib/env";
import { findChromium } from "./chromium";

/** `npm test`: everything, in turn, whatever fails on the way. `npm test -- lint unit` runs some. The last line is what CI reads. */
type Count = { passed: number; failed: number };
type Step = { name: string; title: string; run(): Promise<Count> };

const folder = mkdtempSync(join(tmpdir(), "gatehouse-report-"));
const report = (name: string) => join(folder, `${name}.json`);

const steps: Step[] = [
  { name: "lint", title: "Lint", run: () => countStep(runTool("@biomejs/biome/bin/biome", "check", ".")) },
  { name: "spelling", title: "Spelling", run: () => countStep(runTool("cspell/bin.mjs", "lint", "--no-progress", "--quiet", ".")) },
  { name: "types", title: "Types", run: () => countStep(runTool("typescript/bin/tsc", "--noEmit")) },
  { name: "unit", title: "Unit, database and API tests", run: vitest },
  { name: "build", title: "Build", run: () => countStep(buildIfNeeded().then(() => true, printError)) },
  { name: "e2e", title: "Browser tests", run: playwright },
];

async function vitest(): Promise<Count> {
  const ok = await runTool("vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json", `--outputFile=${report("vitest")}`);
  const results = readReport<{ numPassedTests: number; numFailedTests: number }>("vitest");
  return countRunnerFailure(ok, { passed: results?.numPassedTests ?? 0, failed: results?.numFailedTests ?? 0 });
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
  const results = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>("playwright")?.stats;
  return countRunnerFailure(ok, { passed: results?.expected ?? 0, failed: (results?.unexpected ?? 0) + (results?.flaky ?? 0) });
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

function runTool(path: string, ...args: string[]): Promise<boolean> {
  return run([`node_modules/${path}`, ...args]);
}

function run(args: string[], extraEnv: Record<string, string> = {}): Promise<boolean> {
  // TSX_… and NODE_ENV of this process are not the tests'.
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: childEnvironment({ NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: undefined, ...extraEnv }),
  });
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(printError(error)));
    child.once("exit", (code) => resolve(code === 0));
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
const stepNames = process.argv.slice(2);
for (const step of steps.filter(({ name }) => stepNames.length === 0 || stepNames.includes(name))) {
  console.log(`\n── ${step.title} ${"─".repeat(60 - step.title.length)}\n`);
  const started = performance.now();
  const { passed, failed } = await step.run();
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(step.title);
  console.log(`${step.title}: ${failed > 0 ? "failed" : "passed"} in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}
rmSync(folder, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed: ${failures.join(", ")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
