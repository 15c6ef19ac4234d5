import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/session";
import { rows } from "@/db/rows";
import { aProject, unique } from "@/tests/harness/factories";
import { outcome, refused } from "@/tests/harness/refused";
import { aWorld } from "@/tests/harness/world";
import { tidy } from "../tidy";
import { countAsking, countToken, countTry, giveBack } from "./tries";

const world = await aWorld();
const { ctx, db } = world;

const anEmail = () => `staff-${unique()}@example.org`;
let clients = 0;
const aClient = (address = `198.51.${Math.floor(++clients / 250)}.${clients % 250}`) => ({ userAgent: "", address });

const times = <T>(amount: number, work: (i: number) => Promise<T>) => Promise.all(Array.from({ length: amount }, (_, i) => work(i)));
const passed = (outcomes: readonly string[]) => outcomes.filter((each) => each === "done").length;

describe("a budget", () => {
  test("of an address holds so many tries, from however many clients at once, on several processes", async () => {
    const elsewhere = world.anotherPool().ctx;
    const email = anEmail();
    const outcomes = await times(30, (i) => outcome(countTry(i % 2 ? ctx : elsewhere, { email, client: aClient() })));
    expect(passed(outcomes)).toBe(signInLimits.address.most);
    expect(new Set(outcomes)).toEqual(new Set(["done", "too_many_requests"]));
  });

  test("of a client holds so many tries, for however many addresses", async () => {
    const client = aClient();
    const outcomes = await times(70, () => outcome(countTry(ctx, { email: anEmail(), client })));
    expect(passed(outcomes)).toBe(signInLimits.client.most);
  });

  test("is shared by passwords and tokens, but not by those who ask for a link", async () => {
    const client = aClient();
    await times(signInLimits.client.most, () => countToken(ctx, client));
    expect(await refused(countTry(ctx, { email: anEmail(), client }))).toBe("too_many_requests");
    expect(await outcome(countAsking(ctx, { email: anEmail(), client }))).toBe("done");
  });

  test("says when it is there again", async () => {
    const email = anEmail();
    await times(signInLimits.address.most, () => countTry(ctx, { email, client: aClient() }));
    const thrown = await countTry(ctx, { email, client: aClient() }).catch((error: { headers: Record<string, string> }) => error);
    const wait = Number(thrown?.headers["Retry-After"]);
    expect(wait).toBeGreaterThan(signInLimits.address.seconds - 60);
    expect(wait).toBeLessThanOrEqual(signInLimits.address.seconds);
    await db.execute(sql`update budget_windows set ends_at = now()`);
    expect(await outcome(countTry(ctx, { email, client: aClient() }))).toBe("done");
  });

  test("that a client has used up costs the addresses it asks for nothing more", async () => {
    const client = aClient();
    await times(signInLimits.client.most, () => countToken(ctx, client));
    const email = anEmail();
    await times(20, () => outcome(countTry(ctx, { email, client })));
    expect(await outcome(countTry(ctx, { email, client: aClient() }))).toBe("done");
  });

  test("is another in another project", async () => {
    const client = aClient();
    await times(signInLimits.client.most, () => countToken(ctx, client));
    expect(await outcome(countToken((await aProject(ctx)).ctx, client))).toBe("done");
  });
});

describe("a client is", () => {
  const sameAs = async (one: string, other: string) => {
    await times(signInLimits.client.most, () => countToken(ctx, aClient(one)));
    return (await outcome(countToken(ctx, aClient(other)))) === "too_many_requests";
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
      await times(signInLimits.address.most - 1, () => countTry(ctx, { email, client: aClient() }));
      await countTry(ctx, { email, client });
      await giveBack(ctx, { email, client });
    }
    expect(passed(await times(60, () => outcome(countToken(ctx, client))))).toBe(signInLimits.client.most);
  });

  test("gives a client back no more than it used", async () => {
    const client = aClient();
    for (let i = 0; i < 5; i++) await giveBack(ctx, { client });
    await countToken(ctx, client);
    for (let i = 0; i < 5; i++) await giveBack(ctx, { client });
    expect(passed(await times(60, () => outcome(countToken(ctx, client))))).toBe(signInLimits.client.most);
  });

  test("of one address gives nothing back to another", async () => {
    const email = anEmail();
    await times(signInLimits.address.most, () => countTry(ctx, { email, client: aClient() }));
    await giveBack(ctx, { email: anEmail(), client: aClient() });
    await giveBack(ctx, { client: aClient() });
    expect(await refused(countTry(ctx, { email, client: aClient() }))).toBe("too_many_requests");
  });
});

test("whose tries they are cannot be read back, nor found out without the project's salt", async () => {
  const stranger = await aProject(ctx);
  const tried = { email: "grace@example.org", client: aClient("203.0.113.77") };
  for (const each of [ctx, stranger.ctx]) await countTry(each, tried);
  const found = await rows<{ project_id: number; subject: string }>(db, sql`select project_id, subject from budget_windows`);
  for (const { subject } of found) expect(subject).toMatch(/^[0-9a-f]{32}$/);
  const theirs = found.filter(({ project_id }) => project_id === stranger.ctx.projectId).map(({ subject }) => subject);
  expect(theirs).toHaveLength(2);
  expect(found.filter(({ subject }) => theirs.includes(subject))).toHaveLength(2);
});

test("tidying takes windows away that have ended, and no others", async () => {
  const client = aClient();
  await times(signInLimits.client.most, () => countToken(ctx, client));
  await tidy(db);
  expect(await refused(countToken(ctx, client))).toBe("too_many_requests");
});
