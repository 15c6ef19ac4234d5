import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

import { apiClient, callRoute } from "./harness/api";
import { insertCode, insertProject, uniqueEmail } from "./harness/factories";
import { size } from "./harness/size";
import { createTestApp } from "./harness/test-app";
import { waitUntil } from "./harness/worker";

const app = await createTestApp();
const { ctx, secretKey } = await insertProject(app.ctx);
const api = apiClient(secretKey);

const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-sign-up-"));
const [, code = ""] = /```ts\n(.*?)```/s.exec(readFileSync("docs/guide/gate-a-sign-up.md", "utf8")) ?? [];
writeFileSync(path.join(folder, "sign-up.ts"), code);

/** The share of requests to Gatehouse that break: half of these before they arrive, half before their answer does. */
let brokenShare = 0;

const gatehouse = createServer(async (request, response) => {
  const chance = Math.random();
  if (chance < brokenShare / 2) return request.socket.destroy();
  let body = "";
  for await (const chunk of request) body += chunk;
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const reply = await callRoute(request.method ?? "", (request.url ?? "").replace(/^\/api/, ""), { body, headers });
  const text = await reply.text();
  if (chance < brokenShare) return request.socket.destroy();
  response.writeHead(reply.status, { "Content-Type": "application/json" }).end(text);
});
await once(gatehouse.listen(0, "127.0.0.1"), "listening");
const base = `http://127.0.0.1:${(gatehouse.address() as AddressInfo).port}/api`;

let server: ChildProcess | undefined;
let port = 0;
async function startServer(): Promise<void> {
  const env = { ...process.env, GATEHOUSE: base, KEY: secretKey, PORT: String(port), NODE_NO_WARNINGS: "1" };
  server = spawn(process.execPath, ["sign-up.ts"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  if (server.stdout) await once(server.stdout, "data");
}
async function killServer(): Promise<void> {
  if (!server || server.exitCode !== null) return;
  const exit = once(server, "exit");
  server.kill("SIGKILL");
  await exit;
}
/** A free port. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await once(probe.listen(0, "127.0.0.1"), "listening");
  const { port: free } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return free;
}
port = await freePort();
await startServer();
afterAll(async () => {
  await killServer();
  gatehouse.closeAllConnections();
  gatehouse.close();
});

type SignUp = { email: string; code: string; password: string };

const post = async (signUp: SignUp): Promise<{ status: number; message: string } | null> =>
  fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: JSON.stringify(signUp), signal: AbortSignal.timeout(20_000) }).then(
    async (response) => (await response.json()) as { status: number; message: string },
    () => null,
  );

/** Signs up as an impatient person: with double clicks, again until there is an answer. */
async function signUpUntilAnswered(signUp: SignUp): Promise<number> {
  for (;;) {
    const answers = await Promise.all([post(signUp), post(signUp)]);
    const final = answers.find((answer) => answer && [200, 409, 422].includes(answer.status));
    if (final) return final.status;
  }
}

const openDatabase = () => new DatabaseSync(path.join(folder, "sign-up.db"), { timeout: 10_000 });

const readDatabase = (query: string): unknown[] => {
  const db = openDatabase();
  const rows = db.prepare(query).all();
  db.close();
  return rows;
};
const accounts = () => readDatabase("select email, code from accounts order by email").map((row) => ({ ...(row as object) }));
const claims = async () =>
  ((await api.get("/claims")).data as { email: string; code: string }[])
    .map(({ email, code }) => ({ email, code }))
    .sort((a, b) => (a.email < b.email ? -1 : 1));

test("the guide's server compiles in a strict project", async () => {
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  const options = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, module: "nodenext", target: "es2024" };
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...options, types: ["node"], noEmit: true, erasableSyntaxOnly: true }, files: ["sign-up.ts"] }),
  );
  const tsc = path.resolve("node_modules/.bin/tsc");
  const { stdout } = await promisify(execFile)(tsc, ["-p", folder]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});

test("the guide's server creates an account for a code, repeats its answer, and refuses everyone else", async () => {
  const person = { email: uniqueEmail(), code: await insertCode(ctx), password: "correct horse" };
  expect(await post(person)).toEqual({ status: 200, message: "Welcome!" });
  expect(await post(person)).toMatchObject({ status: 200 });
  expect(await post({ ...person, password: "other" })).toMatchObject({ status: 409 });
  expect(await post({ ...person, email: uniqueEmail() })).toEqual({ status: 422, message: expect.stringMatching(/\.$/) });
  expect(await post({ ...person, email: uniqueEmail(), code: "unknown-code" })).toMatchObject({ status: 422 });
  expect(await post({ ...person, email: "not an email" })).toMatchObject({ status: 422 });
  expect(accounts()).toEqual(await claims());
  expect(readDatabase("select * from sign_ups")).toEqual([]);
});

test("a sign-up that the server didn't finish is finished when it starts again", async () => {
  const code = await insertCode(ctx);
  const email = uniqueEmail();
  await killServer();
  const db = openDatabase();
  db.prepare("insert into sign_ups values ('before-a-crash', ?, ?, 'salt:hash', '192.0.2.9')").run(email, code);
  db.close();
  // It had claimed when it stopped.
  await api.post("/codes/claim", { code, email, visitor: { ip: "192.0.2.9" } }, { headers: { "idempotency-key": "before-a-crash" } });
  await startServer();
  await waitUntil("the account exists", () => accounts().some((account) => (account as SignUp).email === email));
  expect(await claims()).toEqual(accounts());
});

test("no claim is lost and no account is without one, over broken connections and with a server that is killed", async () => {
  const codes = await Promise.all(Array.from({ length: size(12, 100) }, () => insertCode(ctx)));
  // Some codes have two people who want them.
  const people = [...codes, ...codes.slice(0, 4)].map((code) => ({ email: uniqueEmail(), code, password: "correct horse" }));
  const before = accounts().length;
  brokenShare = 0.5;
  const answers = Promise.all(people.map(signUpUntilAnswered));
  for (let kill = 0; kill < 3; kill++) {
    const count = accounts().length;
    await waitUntil("more accounts exist", () => accounts().length >= Math.min(count + 3, before + codes.length));
    await killServer();
    await startServer();
  }
  const statuses = await answers;
  brokenShare = 0;
  await waitUntil("no sign-up is left", () => readDatabase("select * from sign_ups").length === 0);
  expect(statuses.filter((status) => status === 200)).toHaveLength(codes.length);
  expect(accounts()).toHaveLength(before + codes.length);
  expect(accounts()).toEqual(await claims());
});
