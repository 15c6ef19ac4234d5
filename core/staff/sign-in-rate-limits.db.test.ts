import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { signInLimits } from "@/contract/limits";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertProject, uniqueId } from "@/tests/harness/factories";
import { solveProof } from "@/tests/harness/rate-limits";
import { insertStaff, type StaffMember, staffContext, testPassword } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import type { ApiError } from "../api-error";
import { deleteExpiredRows } from "../cleanup";
import type { Context } from "../context";
import { changePassword } from "./account";
import { createKnownBrowser, knownBrowserLifetime } from "./known-browser";
import { type Client, createSession, revokeAllSessions } from "./sessions";
import { countLinkAttempt, countResetRequest, countSignInAttempt, refundSignInAttempt } from "./sign-in-rate-limits";

const app = await createTestApp();
const { ctx, db } = app;

const createEmail = () => `staff-${uniqueId()}@example.org`;
let clients = 0;
const createClient = (ipAddress = `198.51.${Math.floor(++clients / 250)}.${clients % 250}`) => ({ userAgent: "", ipAddress });

const repeat = <T>(amount: number, work: (i: number) => Promise<T>) => Promise.all(Array.from({ length: amount }, (_, i) => work(i)));
const countSuccesses = (outcomes: readonly string[]) => outcomes.filter((each) => each === "done").length;

/** Returns why a sign-in attempt is refused. */
async function getRefusal(email: string, client: Client): Promise<ApiError> {
  try {
    await countSignInAttempt(ctx, { email, client });
  } catch (error) {
    return error as ApiError;
  }
  return expect.fail("the attempt was allowed");
}

describe("a rate limit", () => {
  test("limits attempts per email across clients and processes", async () => {
    const otherCtx = app.openSecondPool().ctx;
    const email = createEmail();
    const outcomes = await repeat(30, (i) => getOutcome(countSignInAttempt(i % 2 ? ctx : otherCtx, { email, client: createClient() })));
    expect(countSuccesses(outcomes)).toBe(signInLimits.email.limit);
    expect(new Set(outcomes)).toEqual(new Set(["done", "proof_required"]));
  });

  test("limits attempts per client across emails", async () => {
    const client = createClient();
    const outcomes = await repeat(70, () => getOutcome(countSignInAttempt(ctx, { email: createEmail(), client })));
    expect(countSuccesses(outcomes)).toBe(signInLimits.client.limit);
  });

  test("is shared by passwords and link tokens, but not by password reset requests", async () => {
    const client = createClient();
    await repeat(signInLimits.client.limit, () => countLinkAttempt(ctx, client));
    expect(await getErrorName(countSignInAttempt(ctx, { email: createEmail(), client }))).toBe("too_many_requests");
    expect(await getOutcome(countResetRequest(ctx, { email: createEmail(), client }))).toBe("done");
  });

  test("tells when to try again", async () => {
    const email = createEmail();
    await repeat(signInLimits.email.limit, () => countSignInAttempt(ctx, { email, client: createClient() }));
    const { headers } = await getRefusal(email, createClient());
    const retryAfter = Number(headers?.["Retry-After"]);
    expect(retryAfter).toBeGreaterThan(signInLimits.email.windowSeconds - 60);
    expect(retryAfter).toBeLessThanOrEqual(signInLimits.email.windowSeconds);
    await db.execute(sql`update rate_limit_windows set ends_at = now() - interval '1 second'`);
    expect(await getOutcome(countSignInAttempt(ctx, { email, client: createClient() }))).toBe("done");
  });

  test("doesn't count a blocked client's attempts toward other emails", async () => {
    const client = createClient();
    await repeat(signInLimits.client.limit, () => countLinkAttempt(ctx, client));
    const email = createEmail();
    await repeat(20, () => getOutcome(countSignInAttempt(ctx, { email, client })));
    expect(await getOutcome(countSignInAttempt(ctx, { email, client: createClient() }))).toBe("done");
  });

  test("is separate for each project", async () => {
    const client = createClient();
    await repeat(signInLimits.client.limit, () => countLinkAttempt(ctx, client));
    expect(await getOutcome(countLinkAttempt((await insertProject(ctx)).ctx, client))).toBe("done");
  });
});

describe("when strangers have used up the attempts of an email", () => {
  async function createExhaustedEmail(email = createEmail()) {
    await repeat(signInLimits.email.limit, () => countSignInAttempt(ctx, { email, client: createClient() }));
    return email;
  }
  const getChallenge = async (email: string, client: Client) => {
    const { challenge } = await getRefusal(email, client);
    return challenge ?? expect.fail("no proof of work was required");
  };

  test("a proof of work lets its owner sign in, once, from the client that was asked for it", async () => {
    const email = await createExhaustedEmail();
    const [client, otherClient] = [createClient(), createClient()];
    const proof = await solveProof(await getChallenge(email, client));
    expect(await getOutcome(countSignInAttempt(ctx, { email, client: otherClient, proof }))).toBe("proof_required");
    expect(await getOutcome(countSignInAttempt(ctx, { email, client, proof }))).toBe("done");
    expect(await getOutcome(countSignInAttempt(ctx, { email, client, proof }))).toBe("proof_required");
  });

  test("the proof of work gets harder", async () => {
    const email = await createExhaustedEmail();
    const { parameters } = await getChallenge(email, createClient());
    await repeat(3 * signInLimits.email.limit, () => getOutcome(countSignInAttempt(ctx, { email, client: createClient() })));
    expect((await getChallenge(email, createClient())).parameters.cost).toBe(8 * parameters.cost);
  });

  /** Signs in a staff member and returns what the browser keeps. */
  async function signInBrowser({ id }: Pick<StaffMember, "id">): Promise<string> {
    return createKnownBrowser(db, await createSession(ctx, id, "password", createClient()));
  }

  test("the browsers that signed in to that account before need none, aren't blocked by their network, and share a limit", async () => {
    const staff = await insertStaff(ctx);
    const { email } = staff;
    await createExhaustedEmail(email);
    const browsers = [await signInBrowser(staff), await signInBrowser(staff)];
    const network = createClient();
    await repeat(signInLimits.client.limit, () => countLinkAttempt(ctx, network));
    const outcomes = await repeat(signInLimits.client.limit + 5, (i) =>
      getOutcome(countSignInAttempt(ctx, { email, client: { ...network, knownBrowser: browsers[i % 2] } })),
    );
    expect(countSuccesses(outcomes)).toBe(signInLimits.client.limit);
    expect(new Set(outcomes)).toEqual(new Set(["done", "too_many_requests"]));
  });

  test("a browser that signed in to another account, or made up its cookie, isn't exempt", async () => {
    const { email } = await insertStaff(ctx);
    await createExhaustedEmail(email);
    const other = await signInBrowser(await insertStaff(ctx));
    for (const knownBrowser of [other, "x.y", ".", "", `${other.split(".")[0]}.${"A".repeat(22)}`])
      expect(await getOutcome(countSignInAttempt(ctx, { email, client: { ...createClient(), knownBrowser } }))).toBe("proof_required");
  });

  test.each<[string, (staffCtx: Context) => Promise<unknown>]>([
    [
      "the password changes",
      (staffCtx) => changePassword(staffCtx, { currentPassword: testPassword, newPassword: "grey ferns in may" }, createClient()),
    ],
    ["its owner signs out everywhere", revokeAllSessions],
    ["180 days have passed", async () => vi.setSystemTime(Date.now() + (knownBrowserLifetime + 60) * 1000)],
  ])("a browser that signed in before isn't exempt anymore once %s", async (_, end) => {
    const staff = await insertStaff(ctx);
    const { email } = staff;
    const client = { ...createClient(), knownBrowser: await signInBrowser(staff) };
    await createExhaustedEmail(email);
    expect(await getOutcome(countSignInAttempt(ctx, { email, client }))).toBe("done");
    vi.useFakeTimers({ toFake: ["Date"] });
    await end(await staffContext(ctx, staff));
    expect(await getOutcome(countSignInAttempt(ctx, { email, client }))).toBe("proof_required");
    vi.useRealTimers();
  });
});

describe("a client", () => {
  const secondNotation = async (one: string, other: string) => {
    await repeat(signInLimits.client.limit, () => countLinkAttempt(ctx, createClient(one)));
    return (await getOutcome(countLinkAttempt(ctx, createClient(other)))) === "too_many_requests";
  };

  test("counts by its IPv6 /48 network, of which it can use all", async () => {
    expect(await secondNotation("2001:db8:1:1::1", "2001:db8:1:ffff:ffff::2")).toBe(true);
    expect(await secondNotation("2001:db8:2:1::1", "2001:db8:3:1::1")).toBe(false);
  });

  test("counts by its IPv4 address in any notation", async () => {
    expect(await secondNotation("203.0.113.1", "::ffff:203.0.113.1")).toBe(true);
    expect(await secondNotation("203.0.113.2", "203.0.113.3")).toBe(false);
  });
});

describe("a successful attempt", () => {
  test("refunds all attempts of the email and one of the client", async () => {
    const email = createEmail();
    const client = createClient();
    for (let round = 0; round < 3; round++) {
      await repeat(signInLimits.email.limit - 1, () => countSignInAttempt(ctx, { email, client: createClient() }));
      await countSignInAttempt(ctx, { email, client });
      await refundSignInAttempt(ctx, { email, client });
    }
    expect(countSuccesses(await repeat(60, () => getOutcome(countLinkAttempt(ctx, client))))).toBe(signInLimits.client.limit);
  });

  test("never refunds more than the client used", async () => {
    const client = createClient();
    for (let i = 0; i < 5; i++) await refundSignInAttempt(ctx, { client });
    await countLinkAttempt(ctx, client);
    for (let i = 0; i < 5; i++) await refundSignInAttempt(ctx, { client });
    expect(countSuccesses(await repeat(60, () => getOutcome(countLinkAttempt(ctx, client))))).toBe(signInLimits.client.limit);
  });

  test("refunds nothing to other emails", async () => {
    const email = createEmail();
    await repeat(signInLimits.email.limit, () => countSignInAttempt(ctx, { email, client: createClient() }));
    await refundSignInAttempt(ctx, { email: createEmail(), client: createClient() });
    await refundSignInAttempt(ctx, { client: createClient() });
    expect(await getErrorName(countSignInAttempt(ctx, { email, client: createClient() }))).toBe("proof_required");
  });
});

test("the subjects of rate limits are stored as hashes with the project's salt", async () => {
  const otherProject = await insertProject(ctx);
  const attempt = { email: "grace@example.org", client: createClient("203.0.113.77") };
  for (const each of [ctx, otherProject.ctx]) await countSignInAttempt(each, attempt);
  const windows = await queryRows<{ project_id: number; subject: string }>(db, sql`select project_id, subject from rate_limit_windows`);
  for (const { subject } of windows) expect(subject).toMatch(/^[0-9a-f]{32}$/);
  const otherSubjects = windows.filter(({ project_id }) => project_id === otherProject.ctx.projectId).map(({ subject }) => subject);
  expect(otherSubjects).toHaveLength(2);
  expect(windows.filter(({ subject }) => otherSubjects.includes(subject))).toHaveLength(2);
});

test("cleanup deletes only ended rate limit windows", async () => {
  const client = createClient();
  await repeat(signInLimits.client.limit, () => countLinkAttempt(ctx, client));
  await deleteExpiredRows(db);
  expect(await getErrorName(countLinkAttempt(ctx, client))).toBe("too_many_requests");
});
