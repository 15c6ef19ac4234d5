import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll } from "vitest";
import { exampleEvent } from "@/contract/event-feed";
import { buildSdk } from "@/scripts/sdk/build";
import { type Project, uniqueId } from "./factories";

export type ClientProject = {
  folder: string;
  /** Runs a program in the project, with the variables that are given. Returns what it prints. */
  run(program: string, args: string[], variables?: Record<string, string>): Promise<string>;
};

/** Creates a project that has the package of the client, with the programs of `tests/sdk`, for the tests of a file. */
export function createClientProject(): ClientProject {
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-client-"));
  const installed = path.join(folder, "node_modules/@gatehouse/sdk");
  beforeAll(async () => {
    mkdirSync(installed, { recursive: true });
    await buildSdk(path.join(installed, "dist"));
    cpSync("sdk/package.json", path.join(installed, "package.json"));
    // What npm installs beside the package.
    for (const name of ["standardwebhooks", "@stablelib", "fast-sha256", "@types"])
      symlinkSync(path.resolve("node_modules", name), path.join(folder, "node_modules", name));
    cpSync("tests/sdk", folder, { recursive: true });
    const dependencies = { "@gatehouse/sdk": (JSON.parse(readFileSync("sdk/package.json", "utf8")) as { version: string }).version };
    writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module", dependencies }));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    run: async (program, args, variables = {}) =>
      (await promisify(execFile)(program, args, { cwd: folder, env: { ...process.env, ...variables } })).stdout,
  };
}

/** What the scenario of `tests/sdk` takes. */
export function clientScenario({ secretKey, publicKey }: Project, url: string) {
  const secret = `whsec_${Buffer.from("a secret with at least 24 bytes").toString("base64")}`;
  const event = exampleEvent("code.claimed");
  const body = JSON.stringify(event);
  const now = new Date();
  const headers = {
    "webhook-id": event.id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(event.id, now, body),
  };
  return { url, secretKey, publicKey, name: `app-${uniqueId()}`, webhook: { body, headers, secret } };
}
