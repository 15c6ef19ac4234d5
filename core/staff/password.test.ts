import { hashSync } from "@node-rs/argon2";
import { describe, expect, test, vi } from "vitest";
import { getOutcome } from "@/tests/harness/errors";
import { hashPassword, isOutdatedHash, verifyPassword } from "./password";

const running = vi.hoisted(() => ({ now: 0, most: 0 }));

// The library itself, watched: how many of its hashings run at once.
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  const watched =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given) => {
      running.most = Math.max(running.most, ++running.now);
      try {
        return await work(...given);
      } finally {
        running.now--;
      }
    };
  return { ...real, hash: vi.fn(watched(real.hash)), verify: vi.fn(watched(real.verify)) };
});

const password = "correct horse battery staple";
const cheap = hashSync(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

describe("a password's hash", () => {
  test("has the parameters of the cheat sheet, and is another each time", async () => {
    const [one, other] = await Promise.all([hashPassword(password), hashPassword(password)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(isOutdatedHash(one)).toBe(false);
  });

  test("is told from one of other parameters", () => {
    for (const outdated of [
      cheap,
      cheap.replace("m=8,t=1", "m=19456,t=3"),
      cheap.replace("argon2id$v=19$m=8,t=1", "argon2i$v=19$m=19456,t=2"),
    ])
      expect(isOutdatedHash(outdated)).toBe(true);
  });

  test("knows its password from any other", async () => {
    expect(await verifyPassword(cheap, password)).toBe(true);
    for (const wrong of ["", " ", `${password} `, password.toUpperCase(), "x".repeat(1000)])
      expect(await verifyPassword(cheap, wrong)).toBe(false);
  });

  test("that is missing is right for nothing, after a hashing of the same parameters", async () => {
    const { verify } = await import("@node-rs/argon2");
    for (const typed of ["", password]) expect(await verifyPassword(null, typed)).toBe(false);
    expect(vi.mocked(verify).mock.lastCall?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });
});

describe("hashings wait in line", () => {
  test("two at once and no more", async () => {
    running.most = 0;
    await Promise.all(Array.from({ length: 20 }, () => verifyPassword(cheap, password)));
    expect(running.most).toBe(2);
  });

  test("fifty wait, and the rest are told to come again", async () => {
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => getOutcome(verifyPassword(cheap, password))));
    expect(outcomes.filter((each) => each === "done")).toHaveLength(52);
    expect(outcomes.filter((each) => each === "too_many_requests")).toHaveLength(8);
    const [last] = (await Promise.allSettled(Array.from({ length: 53 }, () => verifyPassword(cheap, password)))).slice(-1);
    expect(last).toMatchObject({ status: "rejected", reason: { headers: { "Retry-After": "5" } } });
  });

  test("one that fails gives its place up", async () => {
    for (let i = 0; i < 5; i++) await expect(verifyPassword("no hash", password)).rejects.toThrow();
    expect(await verifyPassword(cheap, password)).toBe(true);
  });
});
