import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { freePort } from "@/lib/ports";
import { waitUntil } from "./worker";

type SignUp = { email: string; code: string; password: string };

/** Sends a request to Gatehouse. `route` is without `/api`. */
type Forward = (route: string, request: { method: string; body: string; headers: Record<string, string> }) => Promise<Response>;

/** The server of the guide *Gate a sign-up*, behind a connection to Gatehouse that can break. */
export type SignUpServer = {
  folder: string;
  /** The share of requests to Gatehouse that break: half of these before they arrive, half before their answer does. */
  brokenShare: number;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Signs up. Returns null without an answer. */
  post(signUp: SignUp): Promise<{ status: number; message: string } | null>;
  /** Signs up as an impatient person: with double clicks, again until there is an answer. Returns its status. */
  signUpUntilAnswered(signUp: SignUp): Promise<number>;
  openDatabase(): DatabaseSync;
  /** The accounts, by email. */
  accounts(): { email: string; code: string }[];
  /** How many sign-ups are neither an account nor refused. */
  countRemembered(): number;
  close(): Promise<void>;
};

/** Starts the server of the guide *Gate a sign-up*. It reaches Gatehouse through `forward`. */
export async function startSignUpServer(secretKey: string, forward: Forward): Promise<SignUpServer> {
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-sign-up-"));
  const [, code = ""] = /```ts\n(.*?)```/s.exec(readFileSync("docs/guide/gate-a-sign-up.md", "utf8")) ?? [];
  writeFileSync(path.join(folder, "sign-up.mts"), code);

  const connection = createServer(async (request, response) => {
    const chance = Math.random();
    const { brokenShare } = server;
    if (chance < brokenShare / 2) return request.socket.destroy();
    let text = "";
    for await (const chunk of request) text += chunk;
    const claim = JSON.parse(text) as { email: string; visitor: { ip: string } };
    // Everyone connects from this computer, so each person gets an address of their own.
    if (claim.visitor.ip.endsWith("127.0.0.1")) claim.visitor.ip = ipOf(claim.email);
    const body = JSON.stringify(claim);
    const { authorization = "", "idempotency-key": key } = request.headers;
    const headers = { authorization, "content-type": "application/json", ...(key !== undefined && { "idempotency-key": String(key) }) };
    const reply = await forward((request.url ?? "").replace(/^\/api/, ""), { method: request.method ?? "", body, headers }).catch(
      () => null,
    );
    const answer = await reply?.text().catch(() => null);
    if (!reply || typeof answer !== "string" || chance < brokenShare) return request.socket.destroy();
    response.writeHead(reply.status, { "Content-Type": "application/json" }).end(answer);
  });
  await once(connection.listen(0, "127.0.0.1"), "listening");
  const port = await freePort();
  const env = {
    ...process.env,
    GATEHOUSE: `http://127.0.0.1:${(connection.address() as AddressInfo).port}/api`,
    KEY: secretKey,
    PORT: String(port),
    NODE_NO_WARNINGS: "1",
  };
  let child: ChildProcess | undefined;

  const openDatabase = () => new DatabaseSync(path.join(folder, "sign-up.db"), { timeout: 10_000 });
  const read = (query: string) => {
    const database = openDatabase();
    const rows = database.prepare(query).all();
    database.close();
    return rows;
  };
  const server: SignUpServer = {
    folder,
    brokenShare: 0,
    async start() {
      child = spawn(process.execPath, ["sign-up.mts"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
      if (child.stdout) await once(child.stdout, "data");
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    },
    post: (signUp) =>
      fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: JSON.stringify(signUp), signal: AbortSignal.timeout(20_000) }).then(
        async (response) => (await response.json()) as { status: number; message: string },
        () => null,
      ),
    async signUpUntilAnswered(signUp) {
      for (;;) {
        const answers = await Promise.all([server.post(signUp), server.post(signUp)]);
        const final = answers.find((answer) => answer && [200, 409, 422].includes(answer.status));
        if (final) return final.status;
      }
    },
    openDatabase,
    accounts: () => read("select email, code from accounts order by email").map((row) => ({ ...row }) as { email: string; code: string }),
    countRemembered: () => read("select id from sign_ups").length,
    async close() {
      await server.kill();
      connection.closeAllConnections();
      connection.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

/** An address for each email. */
const ipOf = (email: string): string => `10.${[...createHash("sha256").update(email).digest().subarray(0, 3)].join(".")}`;

/**
 * Lets people sign up over a connection that breaks half of the requests, two for some codes, and kills a part with each of `kills` while
 * they do. Returns how many people got an account.
 */
export async function signUpThroughFaults(
  server: SignUpServer,
  {
    codes,
    parallel,
    uniqueEmail,
    kills,
  }: { codes: readonly string[]; parallel: number; uniqueEmail: () => string; kills: (() => Promise<void>)[] },
): Promise<number> {
  const rivals = codes.slice(0, Math.ceil(codes.length / 3));
  const people = [...codes, ...rivals].map((code) => ({ email: uniqueEmail(), code, password: "correct horse" }));
  const before = server.accounts().length;
  const waiting = people.values();
  const statuses: number[] = [];
  server.brokenShare = 0.5;
  const answers = Promise.all(
    Array.from({ length: parallel }, async () => {
      for (const person of waiting) statuses.push(await server.signUpUntilAnswered(person));
    }),
  );
  for (const [index, kill] of kills.entries()) {
    const share = (index + 1) / (kills.length + 1);
    await waitUntil("more accounts exist", () => server.accounts().length - before >= Math.floor(share * codes.length), 300_000);
    await kill();
  }
  await answers;
  server.brokenShare = 0;
  await waitUntil("no sign-up is left", () => server.countRemembered() === 0, 60_000);
  return statuses.filter((status) => status === 200).length;
}
