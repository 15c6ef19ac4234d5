import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/session";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertProject, uniqueId } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { deleteExpiredRows } from "../cleanup";
import { countLinkAttempt, countResetRequest, countSignInAttempt, refundSignInAttempt } from "./attempts";

const world = await createTestApp();
const { ctx, db } = world;

const anEmail = () => `staff-${uniqueId()}@example.org`;
let clients = 0;
const aClient = (ipAddress = `198.51.${Math.floor(++clients / 250)}.${clients % 250}`) => ({ userAgent: "", ipAddress });

const times = <T>(amount: number, work: (i: number) => Promise<T>) => Promise.all(Array.from({ length: amount }, (_, i) => work(i)));
const passed = (outcomes: readonly string[]) => outcomes.filter((each) => each === "done").length;

describe("a budget", () => {
  test("of an address holds so many tries, from however many clients at once, on several processes", async () => {
    const elsewhere = world.openSecondPool().ctx;
    const email = anEmail();
    const outcomes = await times(30, (i) => getOutcome(countSignInAttempt(i % 2 ? ctx : elsewhere, { email, client: aClient() })));
    expect(passed(outcomes)).toBe(signInLimits.email.limit);
    expect(new Set(outcomes)).toEqual(new Set(["done", "too_many_requests"]));
  });

  test("of a client holds so many tries, for however many addresses", async () => {
    const client = aClient();
    const outcomes = await times(70, () => getOutcome(countSignInAttempt(ctx, { email: anEmail(), client })));
    expect(passed(outcomes)).toBe(signInLimits.client.limit);
  });

  test("is shared by passwords and tokens, but not by those who ask for a link", async () => {
    const client = aClient();
    await times(signInLimits.client.limit, () => countLinkAttempt(ctx, client));
    expect(await getErrorName(countSignInAttempt(ctx, { email: anEmail(), client }))).toBe("too_many_requests");
    expect(await getOutcome(countResetRequest(ctx, { email: anEmail(), client }))).toBe("done");
  });

  test("says when it is there again", async () => {
    const email = anEmail();
    await times(signInLimits.email.limit, () => countSignInAttempt(ctx, { email, client: aClient() }));
    const thrown = await countSignInAttempt(ctx, { email, client: aClient() }).catch((error: { headers: Record<string, string> }) => error);
    const wait = Number(thrown?.headers["Retry-After"]);
    expect(wait).toBeGreaterThan(signInLimits.email.windowSeconds - 60);
    expect(wait).toBeLessThanOrEqual(signInLimits.email.windowSeconds);
    await db.execute(sql`update rate_limit_windows set ends_at = now()`);
    expect(await getOutcome(countSignInAttempt(ctx, { email, client: aClient() }))).toBe("done");
  });

  test("that a client has used up costs the addresses it asks for nothing more", async () => {
    const client = aClient();
    await times(signInLimits.client.limit, () => countLinkAttempt(ctx, client));
    const email = anEmail();
    await times(20, () => getOutcome(countSignInAttempt(ctx, { email, client })));
    expect(await getOutcome(countSignInAttempt(ctx, { email, client: aClient() }))).toBe("done");
  });

  test("is another in another project", async () => {
    const client = aClient();
    await times(signInLimits.client.limit, () => countLinkAttempt(ctx, client));
    expect(await getOutcome(countLinkAttempt((await insertProject(ctx)).ctx, client))).toBe("done");
  });
});

describe("a client is", () => {
  const sameAs = async (one: string, other: string) => {
    await times(signInLimits.client.limit, () => countLinkAttempt(ctx, aClient(one)));
    return (await getOutcome(countLinkAttempt(ctx, aClient(other)))) === "too_many_requests";
  };

  test("the /64 of an IPv6 address", async () => {
    expect(await sameAs("2001:db8:1:1::1", "2001:db8:1:1:ffff::2")).toBe(true);
    expect(await sameAs("2001:db8:2:1::1", "2001:db8:2:2::1")).toBe(false);
  });

  test("an IPv4 address, however it is written", async () => {
    expect(await sameAs("203.0.113.1", "::ffff:203.0.113.1")).toBe(true);
    expect(await sameAs("203.0.113.2", "203.0.113.3")).toBe(false);
  });
});

describe("what was right", () => {
  test("gives back all of the address's tries and one of the client's", async () => {
    const email = anEmail();
    const client = aClient();
    for (let round = 0; round < 3; round++) {
      await times(signInLimits.email.limit - 1, () => countSignInAttempt(ctx, { email, client: aClient() }));
      await countSignInAttempt(ctx, { email, client });
      await refundSignInAttempt(ctx, { email, client });
    }
    expect(passed(await times(60, () => getOutcome(countLinkAttempt(ctx, client))))).toBe(signInLimits.client.limit);
  });

  test("gives a client back no more than it used", async () => {
    const client = aClient();
    for (let i = 0; i < 5; i++) await refundSignInAttempt(ctx, { client });
    await countLinkAttempt(ctx, client);
    for (let i = 0; i < 5; i++) await refundSignInAttempt(ctx, { client });
    expect(passed(await times(60, () => getOutcome(countLinkAttempt(ctx, client))))).toBe(signInLimits.client.limit);
  });

  test("of one address gives nothing back to another", async () => {
    const email = anEmail();
    await times(signInLimits.email.limit, () => countSignInAttempt(ctx, { email, client: aClient() }));
    await refundSignInAttempt(ctx, { email: anEmail(), client: aClient() });
    await refundSignInAttempt(ctx, { client: aClient() });
    expect(await getErrorName(countSignInAttempt(ctx, { email, client: aClient() }))).toBe("too_many_requests");
  });
});

test("whose tries they are cannot be read back, nor found out without the project's salt", async () => {
  const stranger = await insertProject(ctx);
  const tried = { email: "grace@example.org", client: aClient("203.0.113.77") };
  for (const each of [ctx, stranger.ctx]) await countSignInAttempt(each, tried);
  const found = await queryRows<{ project_id: number; subject: string }>(db, sql`select project_id, subject from rate_limit_windows`);
  for (const { subject } of found) expect(subject).toMatch(/^[0-9a-f]{32}$/);
  const theirs = found.filter(({ project_id }) => project_id === stranger.ctx.projectId).map(({ subject }) => subject);
  expect(theirs).toHaveLength(2);
  expect(found.filter(({ subject }) => theirs.includes(subject))).toHaveLength(2);
});

test("tidying takes windows away that have ended, and no others", async () => {
  const client = aClient();
  await times(signInLimits.client.limit, () => countLinkAttempt(ctx, client));
  await deleteExpiredRows(db);
  expect(await getErrorName(countLinkAttempt(ctx, client))).toBe("too_many_requests");
});
