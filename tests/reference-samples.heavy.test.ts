// cspell:ignore gofmt

import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Language, languages } from "@/components/reference/languages";
import { sample } from "@/components/reference/samples";
import { acceptsIdempotencyKey, acceptsKeys, type Endpoint, endpoint } from "@/contract/endpoint";
import { endpoints } from "@/contract/index";
import { childEnvironment } from "@/lib/env";
import { apiClient } from "./harness/api";
import { createClientProject } from "./harness/client-project";
import { insertProject, uniqueEmail } from "./harness/factories";
import { serveApi } from "./harness/http-api";
import { isInstalled } from "./harness/installed";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const api = await serveApi();
const { folder } = createClientProject();

/** How the samples of a language are run, checked and installed. */
const tools: Record<Language, { file: string; run: readonly [string, ...string[]]; needs: string; install: string }> = {
  curl: { file: "sample.sh", run: ["bash"], needs: "curl", install: "apt-get install curl" },
  typescript: { file: "sample.ts", run: [process.execPath], needs: "node", install: "" },
  python: { file: "sample.py", run: ["python3"], needs: "python3", install: "apt-get install python3" },
  php: { file: "sample.php", run: ["php"], needs: "php", install: "apt-get install php-cli php-curl" },
  go: { file: "sample.go", run: ["go", "run"], needs: "go", install: "apt-get install golang-go" },
};
const canRun = (language: Language): boolean =>
  isInstalled(tools[language].needs) &&
  (language !== "php" || execFileSync(tools.php.needs, ["-m"], { encoding: "utf8" }).includes("\ncurl\n"));
const installed = (Object.keys(languages) as Language[]).filter(canRun);
for (const [name, { install }] of Object.entries(tools))
  if (!installed.some((language) => language === name)) console.warn(`The samples in ${name} weren't run: ${install}`);

type Request = { method: string; path: string; headers: Record<string, string | string[] | undefined>; body: string };

/** Runs a sample in a folder of its own. Returns what it prints. */
async function run(language: Language, code: string, key: string): Promise<string> {
  const { file, run } = tools[language];
  const cwd = path.join(folder, crypto.randomUUID());
  mkdirSync(cwd);
  writeFileSync(path.join(cwd, file), `${code}\n`);
  for (const [name, content] of Object.entries(uploads)) writeFileSync(path.join(cwd, name), content);
  const [program, ...args] = run;
  const env = childEnvironment({ KEY: key, COOKIE: "gatehouse-session=abc", NODE_NO_WARNINGS: "1" });
  const { stdout } = await promisify(execFile)(program, [...args, file], { cwd, env });
  return stdout;
}

const uploads = { "file.csv": "email\nada@example.org\n", "file.eml": "Subject: a\r\n\r\nb", "file.txt": "{}", "file.json": "{}" };

/** Runs a sample, and returns the only request that it sends. */
async function record(language: Language, name: string, value: Endpoint): Promise<Request> {
  const requests: Request[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    requests.push({ method, path: url, headers, body: await text(request) });
    response.setHeader("Content-Type", "application/json").end('{"success":true,"data":[],"nextCursor":null}');
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await run(language, sample(language, name, value, origin), "sk_key");
  } finally {
    server.close();
    server.closeAllConnections();
  }
  expect(requests, `${language} ${name}`).toHaveLength(1);
  return requests[0] as Request;
}

function expectExample({ method, path, headers, body }: Request, language: Language, name: string, value: Endpoint): void {
  const { example, rawBody, access } = value;
  const label = `${language} ${name}`;
  const url = new URL(path, "http://localhost");
  const expectedPath = value.path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(example.params?.[parameter] ?? ""));
  expect(method, label).toBe(value.method);
  expect(decodeURIComponent(url.pathname), label).toBe(`/api${decodeURIComponent(expectedPath)}`);
  const query = Object.fromEntries(url.searchParams);
  // The client asks for pages.
  if (language === "typescript") expect(query, label).toMatchObject(example.query ?? {});
  else expect(query, label).toEqual(example.query ?? {});
  expect(headers.authorization, label).toBe(acceptsKeys(value) ? "Bearer sk_key" : undefined);
  expect(headers.cookie, label).toBe(access.length > 0 && !acceptsKeys(value) ? "gatehouse-session=abc" : undefined);
  if (acceptsIdempotencyKey(value) && !value.isRead) expect(headers["idempotency-key"], label).toMatch(/^[\w+/=-]{20,}$/);
  if (rawBody) {
    expect(headers["content-type"], label).toBe(rawBody.contentType);
    expect(Object.values(uploads), label).toContain(body);
  } else if (example.body) {
    expect(headers["content-type"], label).toBe("application/json");
    expect(JSON.parse(body), label).toEqual(example.body);
  }
}

const all = Object.entries(endpoints);
const samples = (language: Language) => all.map(([name, value]) => sample(language, name, value, "https://codes.example.org"));

describe("the samples of every endpoint", () => {
  test("compile in TypeScript with the client", async () => {
    const files = samples("typescript").map((code, index) => {
      const name = `typescript-${index}.ts`;
      writeFileSync(path.join(folder, name), `${code}\nexport {};\n`);
      return name;
    });
    const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2024", "--lib", "esnext,dom", "--types", "node"];
    const output = await promisify(execFile)(path.resolve("node_modules/.bin/tsc"), [...options, ...files], { cwd: folder }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
    expect(output).toBe("");
  });

  test.skipIf(!installed.includes("go"))("are formatted Go without errors", async () => {
    const folders = samples("go").map((code, index) => {
      const name = path.join(folder, "go", String(index));
      mkdirSync(name, { recursive: true });
      writeFileSync(path.join(name, "main.go"), `${code}\n`);
      return name;
    });
    writeFileSync(path.join(folder, "go/go.mod"), "module samples\n");
    const { stdout } = await promisify(execFile)("gofmt", ["-e", "-l", ...folders]);
    expect(stdout).toBe("");
    await promisify(execFile)("go", ["vet", "./..."], { cwd: path.join(folder, "go") });
  });

  test.skipIf(!installed.includes("go"))("send the example of the endpoint in Go, of a few endpoints", async () => {
    for (const name of ["claimCode", "listCodes", "uploadImport", "getCodeQr", "streamFeed", "deleteBatch", "updateView"]) {
      const value = endpoints[name] as Endpoint;
      expectExample(await record("go", name, value), "go", name, value);
    }
  });

  test.each(installed.filter((language) => language !== "go"))("send the example of the endpoint in %s", async (language) => {
    const queue = [...all];
    await Promise.all(
      [1, 2, 3].map(async () => {
        for (let next = queue.shift(); next; next = queue.shift()) expectExample(await record(language, ...next), language, ...next);
      }),
    );
  });
});

/** An endpoint with an example whose characters and values mean something in one of the languages. */
const hard = endpoint({
  method: "POST",
  path: "/codes/:code/claims",
  tag: "Codes",
  summary: "Hard to quote",
  access: ["secret_key"],
  params: z.object({ code: z.string() }),
  query: z.object({ q: z.string() }),
  body: z.looseObject({}),
  reply: z.unknown(),
  errors: [],
  example: {
    params: { code: "a b'c(d)!$HOME" },
    query: { q: "`x` \"y\" 'z' $HOME \\ %s {{a}} é" },
    body: {
      "it's": "a \"quoted\" 'text' with $HOME $\u007bHOME} $(id) `id` \\ \\n {{x}} %s %d <?php ?> #{x}",
      "line\nbreak": "tab\tbell\u0007 nul\u0000 \r\n é 日本 🎉 \u2028",
      $key: [null, true, false, 0, -1.5, 1e21, [], {}, [[["nested"]]], { 0: "zero", 1: "one" }, { 5: "five" }],
      long: "x".repeat(200),
      backtick: "`",
    },
    reply: null,
  },
});

test.each(installed)("what is hard to quote is sent unchanged in %s", async (language) => {
  expectExample(await record(language, "hard", hard), language, "hard", hard);
});

/** The sample of an endpoint with another example. */
const sampleWith = (language: Language, name: string, example: Partial<Endpoint["example"]>): string => {
  const value = endpoints[name] as Endpoint;
  return sample(language, name, { ...value, example: { reply: null, ...example } }, api);
};

describe.each(installed)("against a server, in %s,", (language) => {
  let secretKey: string;
  let client: ReturnType<typeof apiClient>;
  beforeEach(async () => {
    ({ secretKey } = await insertProject(app.ctx));
    client = apiClient(secretKey);
  });
  const runWith = (name: string, example: Partial<Endpoint["example"]>) => run(language, sampleWith(language, name, example), secretKey);

  test("a list has what is there", async () => {
    const email = uniqueEmail();
    await client.post("/leads/create", { email });
    expect(await runWith("listLeads", { query: { limit: "5" } })).toContain(email);
  });

  test("a change is made once", async () => {
    const body = { email: uniqueEmail(), firstname: 'Ada "O\'Brien" $HOME \\', tags: ["vip", "é"], waitlist: true };
    expect(await runWith("createLead", { body })).toContain(body.email);
    const { data } = await client.get("/leads");
    expect(data).toMatchObject([{ email: body.email, firstname: body.firstname, tags: body.tags, onWaitlist: true }]);
  });

  test("a path can have a blank", async () => {
    await client.post("/codes/generate", { code: "curious-pineapple" });
    expect(await runWith("getCode", { params: { code: "Curious Pineapple" } })).toContain("curious-pineapple");
  });

  test("a batch is deleted", async () => {
    const { data } = await client.post("/batches", { name: "Spring", amount: 1 });
    await runWith("deleteBatch", { params: { batch: data.batch.id } });
    expect(await client.get(`/batches/${data.batch.id}`)).toMatchObject({ error: "batch_not_found" });
  });

  test("a file is uploaded", async () => {
    await runWith("uploadImport", { query: { name: "leads.csv" } });
    expect((await client.get("/imports")).data).toMatchObject([{ fileName: "leads.csv" }]);
  });

  test("an error says why", async () => {
    const output = await runWith("getCode", { params: { code: "missing" } }).catch((error: { stderr: string }) => error.stderr);
    expect(output).toContain("code_not_found");
  });
});
