import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { normalizeCode } from "@/contract/normalize";
import { openDatabase } from "@/db/client";

/** Each code allows this many claims, and one more client than that claims it. */
const allowedClaims = 3;

/** Longer than any response may take. */
const clientTimeoutMs = 20_000;

type Claim = { code: string; email: string };
type Reply = { status: number; body: { error?: string; data?: unknown } };
type Attempt = { endedAt: number; seconds: number; failure: string | null };

/** What the clients of a scenario know, and what the database has. */
export type Result = {
  acknowledged: number;
  /** Acknowledged claims without a row. */
  lost: number;
  /** Claims that used up more than one of a code's claims. */
  duplicated: number;
  /** Codes that were claimed more often than allowed. */
  overLimit: number;
  /** Requests without a response, or with a server error. */
  failed: number;
  /** The longest time without an acknowledged claim, in seconds. */
  outage: number;
  /** The longest request, in seconds. */
  slowest: number;
  /** The failures and how often each occurred. */
  failures: Map<string, number>;
  /** The acknowledged emails. */
  emails: string[];
  /** Failed requests that ended after a time of `performance.now()`. */
  failedSince(time: number): number;
  acknowledgedSince(time: number): number;
};

type LoadOptions = {
  url: string;
  secretKey: string;
  databaseUrl: string;
  /** Distinguishes the email addresses of the scenarios. */
  name: string;
  /** The number of clients that each wait for a response before the next claim. */
  clients?: number;
  /** Starts this many claims a second instead, whether earlier ones were answered or not. */
  claimsPerSecond?: number;
};

/** Calls the API over connections that are kept open. Rejects if there is no response. */
export async function callApi(url: string, secretKey: string, path: string, body: object, agent?: Agent): Promise<Reply> {
  const text = JSON.stringify(body);
  const headers = { authorization: `Bearer ${secretKey}`, "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api${path}`, { method: "POST", headers, agent: agent ?? false, timeout: clientTimeoutMs }, (response) => {
      let reply = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        reply += chunk;
      });
      response.on("error", reject);
      response.on("end", () => {
        const isJson = response.headers["content-type"]?.startsWith("application/json");
        resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(reply) : {} });
      });
    });
    call.on("timeout", () => call.destroy(new Error("timeout")));
    call.on("error", reject);
    call.end(text);
  });
}

/** Generates codes and returns their texts. */
export async function generateCodes(url: string, secretKey: string, body: object): Promise<string[]> {
  const reply = await callApi(url, secretKey, "/codes/generate", body);
  if (reply.status !== 200) throw new Error(`Codes could not be generated: ${JSON.stringify(reply)}`);
  return (reply.body.data as { code: string }[]).map(({ code }) => code);
}

/**
 * Claims codes until `stop` is called. A client that gets no answer repeats the claim until it does, as an integration would. `stop`
 * compares the acknowledged claims with the rows.
 */
export async function startLoad({ url, secretKey, databaseUrl, name, clients = 16, claimsPerSecond }: LoadOptions) {
  const codes = await generateCodes(url, secretKey, { amount: 10_000, allowedClaims, type: "alphanumeric" });
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const acknowledged: (Claim & { at: number })[] = [];
  const attempts: Attempt[] = [];
  let isStopped = false;
  let claims = 0;

  const nextClaim = (): Claim => {
    const index = claims++;
    const code = codes[Math.floor(index / (allowedClaims + 1)) % codes.length] ?? "";
    return { code, email: `${name}-${index}@example.org` };
  };
  const attempt = async (claim: Claim): Promise<boolean> => {
    const startedAt = performance.now();
    const failure = await callApi(url, secretKey, "/codes/claim", claim, agent).then(
      ({ status, body }) => {
        if (status === 200) acknowledged.push({ ...claim, at: performance.now() });
        return status === 200 || body.error === "code_exhausted" ? null : `${status} ${body.error ?? ""}`.trim();
      },
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    const endedAt = performance.now();
    attempts.push({ endedAt, seconds: (endedAt - startedAt) / 1_000, failure });
    return failure === null;
  };
  const claimUntilAnswered = async (claim: Claim) => {
    while (!(await attempt(claim)) && !isStopped) await pause(200);
  };
  const runClient = async () => {
    while (!isStopped) {
      await claimUntilAnswered(nextClaim());
      await pause(10);
    }
  };
  const runAtRate = async (rate: number) => {
    const running = new Set<Promise<void>>();
    const startedAt = performance.now();
    while (!isStopped) {
      for (const due = ((performance.now() - startedAt) / 1_000) * rate; claims < due; ) {
        const claim = claimUntilAnswered(nextClaim());
        running.add(claim);
        void claim.finally(() => running.delete(claim));
      }
      await pause(10);
    }
    await Promise.all(running);
  };

  const startedAt = performance.now();
  const running = claimsPerSecond === undefined ? Promise.all(Array.from({ length: clients }, runClient)) : runAtRate(claimsPerSecond);
  return {
    async stop(): Promise<Result> {
      isStopped = true;
      await running;
      agent.destroy();
      const stoppedAt = performance.now();
      const failures = new Map<string, number>();
      for (const { failure } of attempts) if (failure !== null) failures.set(failure, (failures.get(failure) ?? 0) + 1);
      const times = [startedAt, ...acknowledged.map(({ at }) => at), stoppedAt];
      return {
        acknowledged: acknowledged.length,
        ...(await compareWithRows(databaseUrl, codes, acknowledged)),
        failed: attempts.filter(({ failure }) => failure !== null).length,
        outage: Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? 0))) / 1_000,
        slowest: attempts.reduce((slowest, { seconds }) => Math.max(slowest, seconds), 0),
        failures,
        emails: acknowledged.map(({ email }) => email),
        failedSince: (time) => attempts.filter(({ failure, endedAt }) => failure !== null && endedAt > time).length,
        acknowledgedSince: (time) => acknowledged.filter(({ at }) => at > time).length,
      };
    },
  };
}

async function compareWithRows(databaseUrl: string, codes: string[], acknowledged: Claim[]) {
  const { sql, close } = openDatabase(databaseUrl, { max: 1 });
  try {
    const keys = codes.map(normalizeCode);
    const rows = await sql<{ code_key: string; email: string }[]>`select code_key, email from claims where code_key = any(${keys})`;
    const counts = await sql<{ key: string; claims: number; allowed_claims: number }[]>`
      select key, claims, allowed_claims from codes where key = any(${keys})`;
    const found = new Set(rows.map(({ code_key, email }) => `${code_key} ${email}`));
    const rowsByCode = new Map<string, number>();
    for (const { code_key } of rows) rowsByCode.set(code_key, (rowsByCode.get(code_key) ?? 0) + 1);
    const rowsOf = (key: string) => rowsByCode.get(key) ?? 0;
    return {
      lost: acknowledged.filter(({ code, email }) => !found.has(`${normalizeCode(code)} ${email}`)).length,
      duplicated: rows.length - found.size + counts.reduce((sum, { key, claims }) => sum + Math.max(0, claims - rowsOf(key)), 0),
      overLimit: counts.filter(({ key, claims, allowed_claims }) => Math.max(claims, rowsOf(key)) > allowed_claims).length,
    };
  } finally {
    await close();
  }
}
