import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleEvent } from "@/contract/event-feed";
import { buildSdk } from "@/scripts/sdk/build";
import { insertCode, uniqueId } from "./harness/factories";
import { serveApi } from "./harness/http-api";
import { createTestApp } from "./harness/test-app";

const run = promisify(execFile);
const app = await createTestApp();
const url = await serveApi();

/** A project that has the package. */
const project = mkdtempSync(path.join(tmpdir(), "gatehouse-sdk-"));
const installed = path.join(project, "node_modules/@gatehouse/sdk");

beforeAll(async () => {
  mkdirSync(installed, { recursive: true });
  await buildSdk(path.join(installed, "dist"));
  cpSync("sdk/package.json", path.join(installed, "package.json"));
  for (const name of ["standardwebhooks", "@types"])
    symlinkSync(path.resolve("node_modules", name), path.join(project, "node_modules", name));
  cpSync("tests/sdk", project, { recursive: true });
  writeFileSync(path.join(project, "package.json"), '{ "type": "module" }');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const packageOf = (file: string) => JSON.parse(readFileSync(file, "utf8")) as { version: string; dependencies: Record<string, string> };

test("the package has the version of the product, and one dependency, in the same version", () => {
  const [own, product] = [packageOf("sdk/package.json"), packageOf("package.json")];
  expect(own.version).toBe(product.version);
  expect(own.dependencies).toEqual({ standardwebhooks: product.dependencies.standardwebhooks });
});

/** Returns the size of a program that uses the package, without the dependency, in bytes. */
async function measure(source: string) {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: project },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    external: ["standardwebhooks"],
    write: false,
  });
  const bytes = outputFiles[0]?.contents ?? new Uint8Array();
  return { minified: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
}

test("the client is small, and a program contains only what it imports", async () => {
  const sizes = {
    "all calls": await measure('export * from "@gatehouse/sdk"'),
    "the public key's calls": await measure('export * from "@gatehouse/sdk/public"'),
    "verifyWebhook alone": await measure('export { verifyWebhook } from "@gatehouse/sdk"'),
    "isGatehouseError alone": await measure('export { isGatehouseError } from "@gatehouse/sdk"'),
  };
  console.table(sizes);
  expect(sizes["all calls"].gzip).toBeLessThan(12_000);
  expect(sizes["the public key's calls"].gzip).toBeLessThan(3_000);
  expect(sizes["verifyWebhook alone"].gzip).toBeLessThan(1_000);
  expect(sizes["isGatehouseError alone"].gzip).toBeLessThan(500);
});

/** What the scenario of this run uses. */
const scenario = () => {
  const secret = `whsec_${Buffer.from("a secret with at least 24 bytes").toString("base64")}`;
  const body = JSON.stringify(exampleEvent("code.claimed"));
  const id = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";
  const now = new Date();
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, now, body),
  };
  return { url, secretKey: app.secretKey, publicKey: app.publicKey, name: `app-${uniqueId()}`, webhook: { body, headers, secret } };
};

/** Runs a program in the project. Returns what it prints. */
const program = async (file: string, env: Record<string, string> = {}) =>
  (await run(process.execPath, [file], { cwd: project, env: { ...process.env, ...env } })).stdout;

test.each(["server.mjs", "server.cjs"])("an app does everything on Node.js with %s", async (file) => {
  const checks = JSON.parse(await program(file, { SCENARIO: JSON.stringify(scenario()) })) as string[];
  expect(checks).toHaveLength(14);
});

test("a page does everything that the public key can", async () => {
  const input = { ...scenario(), code: await insertCode(app.ctx) };
  expect(JSON.parse(await program("page.mjs", { SCENARIO: JSON.stringify(input) }))).toHaveLength(3);
});

/** The programs of the guide. */
const guide = [...readFileSync("docs/guide/client.md", "utf8").matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);

test("the guide's first program claims a code", async () => {
  writeFileSync(path.join(project, "claim.ts"), guide[0]?.replace("http://localhost:3000", url) ?? "");
  expect(await program("claim.ts", { GATEHOUSE_KEY: app.secretKey })).toMatch(/^ada@example\.org claimed [a-z-]+\n$/);
});

test.each(["nodenext", "bundler"])(
  "the guide's programs compile in a strict project with module resolution %s",
  async (moduleResolution) => {
    const start = guide[0]?.split("\n\n").slice(0, 2).join("\n") ?? "";
    const files = guide.map((code, index) => {
      const name = `guide-${index}.ts`;
      writeFileSync(path.join(project, name), code.includes("new Gatehouse") ? code : `${start}\n${code}`);
      return name;
    });
    writeFileSync(
      path.join(project, "common.cts"),
      'import sdk = require("@gatehouse/sdk");\nexport const gatehouse: sdk.Gatehouse = new sdk.Gatehouse({ url: "", key: "" });\n',
    );
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      module: moduleResolution === "nodenext" ? "nodenext" : "esnext",
      moduleResolution,
      target: "es2024",
      types: ["node"],
      noEmit: true,
    };
    const config = path.join(project, `tsconfig.${moduleResolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, files: moduleResolution === "nodenext" ? [...files, "common.cts"] : files }));
    const { stdout } = await run(path.resolve("node_modules/.bin/tsc"), ["-p", config]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe("");
  },
);
