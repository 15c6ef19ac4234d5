import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { clientCalls } from "@/contract/client-calls";
import { Gatehouse } from "@/sdk/src/index";
import { clientScenario, createClientProject } from "./harness/client-project";
import { insertCode } from "./harness/factories";
import { serveApi } from "./harness/http-api";
import { size } from "./harness/size";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const url = await serveApi();
const project = createClientProject();

const packageOf = (file: string) => JSON.parse(readFileSync(file, "utf8")) as { version: string; dependencies: Record<string, string> };

test("the package has the version of the product, and one dependency, in the same version", () => {
  const [own, product] = [packageOf("sdk/package.json"), packageOf("package.json")];
  expect(own.version).toBe(product.version);
  expect(own.dependencies).toEqual({ standardwebhooks: product.dependencies.standardwebhooks });
});

/** Returns the size of a program that uses the package, without the dependency, in bytes. */
async function measure(source: string) {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: project.folder },
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

/** Runs a program of the project on Node.js. */
const runProgram = (file: string, variables: Record<string, string>) => project.run(process.execPath, [file], variables);

test.each(["server.mjs", "server.cjs"])("an app does everything on Node.js with %s", async (file) => {
  const checks = JSON.parse(await runProgram(file, { SCENARIO: JSON.stringify(clientScenario(app, url)) })) as string[];
  expect(checks).toHaveLength(15);
});

test("a page does everything that the public key can", async () => {
  const input = { ...clientScenario(app, url), code: await insertCode(app.ctx) };
  expect(JSON.parse(await runProgram("page.mjs", { SCENARIO: JSON.stringify(input) }))).toHaveLength(3);
});

test("every change is made once, and its caller learns the result, while two of five connections break", async () => {
  const kinds = ["before", "after", "cut off"] as const;
  let [requests, broken] = [0, 0];
  const brokenUrl = await serveApi(() => (requests++ % 5 < 2 ? (kinds[broken++ % 3] ?? null) : null));
  const gatehouse = new Gatehouse({ url: brokenUrl, key: app.secretKey, maxRetries: 12, maxRetryDelayMs: 1000 });
  const people = size(24, 400);
  const codes = await gatehouse.codes.generate({ amount: people });
  expect(codes).toHaveLength(people);
  // The same code for two people: one of them gets it.
  const claims = await Promise.all(
    codes.flatMap(({ code }) => ["a", "b"].map((name) => gatehouse.codes.claim({ code, email: `${name}-${code}@example.org` }).safe())),
  );
  const made = claims.flatMap(({ data }) => (data ? [`${data.code} ${data.email} ${data.created}`] : []));
  const refused = claims.flatMap(({ error }) => (error ? [[error.name, error.isOutcomeUnknown]] : []));
  expect(refused).toEqual(Array.from({ length: people }, () => ["code_exhausted", false]));
  const stored: string[] = [];
  for await (const claim of gatehouse.claims.list({ batch: codes[0]?.batch?.id, limit: 10 }))
    stored.push(`${claim.code} ${claim.email} true`);
  expect(stored.sort()).toEqual(made.sort());
  expect(stored).toHaveLength(people);
  expect(broken).toBeGreaterThan(people);
});

test("the types of inputs and replies fit the examples of the contract", async () => {
  const calls = clientCalls().filter(({ isFile, path: address }) => !isFile && !address.startsWith("/files/"));
  const lines = calls.flatMap(({ name, endpoint }, index) => {
    const { body, params = {}, reply, beside } = endpoint.example;
    const [resource, method] = name.split(".");
    const input = [...Object.values(params), ...(body && Object.keys(body).length > 0 ? [body] : [])];
    const isPaged = endpoint.query !== undefined && "cursor" in endpoint.query.shape;
    const type = `Reply<"${resource}", "${method}">`;
    const args = (endpoint.rawBody ? ["text"] : input).map((each) => JSON.stringify(each)).join(", ");
    return [
      ...(endpoint.example.query && !isPaged ? [] : [`export const call${index} = (): unknown => gatehouse.${name}(${args});`]),
      `export const reply${index}: ${isPaged ? `Pick<${type}, "data">` : type} = ${JSON.stringify(beside || isPaged ? { data: reply, ...beside } : reply)};`,
    ];
  });
  const start = `import type { Gatehouse } from "@gatehouse/sdk";
declare const gatehouse: Gatehouse;
type Reply<R extends keyof Gatehouse, M extends keyof Gatehouse[R]> = Gatehouse[R][M] extends (...args: never[]) => infer P ? Awaited<P> : never;`;
  writeFileSync(path.join(project.folder, "examples.ts"), [start, ...lines].join("\n"));
  const options = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--module", "esnext", "--moduleResolution", "bundler"];
  const tsc = path.resolve("node_modules/.bin/tsc");
  const output = await project
    .run(tsc, [...options, "--target", "es2024", "--types", "node", "examples.ts"])
    .catch((error: { stdout: string }) => error.stdout);
  expect(output).toBe("");
  expect(calls.length).toBeGreaterThan(100);
});

/** The programs of the guide. */
const guide = [...readFileSync("docs/guide/client.md", "utf8").matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);

test("the guide's first program claims a code", async () => {
  writeFileSync(path.join(project.folder, "claim.ts"), guide[0]?.replace("http://localhost:3000", url) ?? "");
  expect(await runProgram("claim.ts", { GATEHOUSE_KEY: app.secretKey })).toMatch(/^ada@example\.org claimed [a-z-]+\n$/);
});

test.each(["nodenext", "bundler"])(
  "the guide's programs compile in a strict project with module resolution %s",
  async (moduleResolution) => {
    const start = guide[0]?.split("\n\n").slice(0, 2).join("\n") ?? "";
    const files = guide.map((code, index) => {
      const name = `guide-${index}.ts`;
      writeFileSync(path.join(project.folder, name), code.includes("new Gatehouse") ? code : `${start}\n${code}`);
      return name;
    });
    writeFileSync(
      path.join(project.folder, "common.cts"),
      'import sdk = require("@gatehouse/sdk");\nexport const gatehouse: sdk.Gatehouse = new sdk.Gatehouse({ url: "", key: "" });\n',
    );
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      module: moduleResolution === "nodenext" ? "nodenext" : "esnext",
      moduleResolution,
      target: "es2024",
      // A server has no types of browsers.
      ...(moduleResolution === "nodenext" && { lib: ["es2024"] }),
      types: ["node"],
      noEmit: true,
    };
    const config = path.join(project.folder, `tsconfig.${moduleResolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, files: moduleResolution === "nodenext" ? [...files, "common.cts"] : files }));
    const output = await project
      .run(path.resolve("node_modules/.bin/tsc"), ["-p", config])
      .catch((error: { stdout: string }) => error.stdout);
    expect(output).toBe("");
  },
);
