import { execFile } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { apiClient, callRoute } from "./harness/api";
import { insertCode, insertProject, uniqueEmail } from "./harness/factories";
import { signUpThroughFaults, startSignUpServer } from "./harness/sign-up-server";
import { size } from "./harness/size";
import { createTestApp } from "./harness/test-app";
import { waitUntil } from "./harness/worker";

const app = await createTestApp();
const { ctx, secretKey } = await insertProject(app.ctx);
const api = apiClient(secretKey);
/** How often each limited code was claimed. */
const limited = new Map<string, number>();
const server = await startSignUpServer(secretKey, async (route, { method, body, headers }) => {
  const { code } = JSON.parse(body) as { code: string };
  if (!code.startsWith("limited-")) return callRoute(method, route, { body, headers });
  limited.set(code, (limited.get(code) ?? 0) + 1);
  const details = { retryable: true, retryAfter: 540 };
  return Response.json({ success: false, error: "too_many_requests", message: "Wait 9 minutes.", details }, { status: 429 });
});
afterAll(() => server.close());

const claims = async () =>
  ((await api.get("/claims")).data as { email: string; code: string }[])
    .map(({ email, code }) => ({ email, code }))
    .sort((a, b) => (a.email < b.email ? -1 : 1));

test("the guide's server compiles in a strict project", async () => {
  symlinkSync(path.resolve("node_modules"), path.join(server.folder, "node_modules"));
  const options = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, module: "nodenext", target: "es2024" };
  writeFileSync(
    path.join(server.folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...options, types: ["node"], noEmit: true, erasableSyntaxOnly: true }, files: ["sign-up.mts"] }),
  );
  const tsc = path.resolve("node_modules/.bin/tsc");
  const { stdout } = await promisify(execFile)(tsc, ["-p", server.folder]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});

test("the guide's server creates an account for a code, repeats its answer, and refuses everyone else", async () => {
  const person = { email: uniqueEmail(), code: await insertCode(ctx), password: "correct horse" };
  expect(await server.post(person)).toEqual({ status: 200, message: "Welcome!" });
  expect(await server.post(person)).toMatchObject({ status: 200 });
  expect(await server.post({ ...person, password: "other" })).toMatchObject({ status: 409 });
  expect(await server.post({ ...person, email: uniqueEmail() })).toEqual({ status: 422, message: expect.stringMatching(/\.$/) });
  expect(await server.post({ ...person, email: uniqueEmail(), code: "unknown-code" })).toMatchObject({ status: 422 });
  expect(await server.post({ ...person, email: "not an email" })).toMatchObject({ status: 422 });
  expect(server.accounts()).toEqual(await claims());
  expect(server.countRemembered()).toBe(0);
});

test("the guide's server doesn't repeat guesses over the limit, and lets remembered sign-ups wait", async () => {
  const [email, later] = [uniqueEmail(), uniqueEmail()];
  expect(await server.post({ email, code: "limited-new", password: "correct horse" })).toEqual({ status: 422, message: "Wait 9 minutes." });
  expect(server.countRemembered()).toBe(0);
  const database = server.openDatabase();
  database.prepare("insert into sign_ups values ('remembered', ?, 'limited-later', 'salt:hash', '192.0.2.9')").run(later);
  await waitUntil("it is tried", () => limited.has("limited-later"));
  // It looks every second.
  await setTimeout(2500);
  expect(Object.fromEntries(limited)).toEqual({ "limited-new": 1, "limited-later": 1 });
  expect(server.countRemembered()).toBe(1);
  database.exec("delete from sign_ups");
  database.close();
});

test("a sign-up that the server didn't finish is finished when it starts again", async () => {
  const code = await insertCode(ctx);
  const email = uniqueEmail();
  await server.kill();
  const database = server.openDatabase();
  database.prepare("insert into sign_ups values ('before-a-crash', ?, ?, 'salt:hash', '192.0.2.9')").run(email, code);
  database.close();
  // It had claimed when it stopped.
  await api.post("/codes/claim", { code, email, visitor: { ip: "192.0.2.9" } }, { headers: { "idempotency-key": "before-a-crash" } });
  await server.start();
  await waitUntil("the account exists", () => server.accounts().some((account) => account.email === email));
  expect(await claims()).toEqual(server.accounts());
});

test("no claim is lost and no account is without one, over broken connections and with a server that is killed", async () => {
  const codes = await Promise.all(Array.from({ length: size(12, 40) }, () => insertCode(ctx)));
  const before = server.accounts().length;
  const restart = async () => {
    await server.kill();
    await server.start();
  };
  const kills = [restart, restart, restart];
  expect(await signUpThroughFaults(server, { codes, parallel: codes.length, uniqueEmail, kills })).toBe(codes.length);
  expect(server.accounts()).toHaveLength(before + codes.length);
  expect(server.accounts()).toEqual(await claims());
});
