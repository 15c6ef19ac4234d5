import { hashSync } from "@node-rs/argon2";
import { describe, expect, test, vi } from "vitest";
import { getOutcome } from "@/tests/harness/errors";
import { hashPassword, isOutdatedHash, verifyPassword } from "./password";

const running = vi.hoisted(() => {
  // Other test files in this process have already imported the library.
  vi.resetModules();
  return { now: 0, most: 0, started: [] as unknown[] };
});

// The real library, with the number of concurrent hashings counted, and the passwords in the order in which their hashing started.
vi.mock("@node-rs/argon2", async (argon2) => {
  const originalVerify = await argon2<typeof import("@node-rs/argon2")>();
  const watchConcurrency =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given) => {
      running.most = Math.max(running.most, ++running.now);
      running.started.push(given[1]);
      try {
        return await work(...given);
      } finally {
        running.now--;
      }
    };
  return { ...originalVerify, hash: vi.fn(watchConcurrency(originalVerify.hash)), verify: vi.fn(watchConcurrency(originalVerify.verify)) };
});

const password = "seven violet umbrellas hum";
const weakHash = hashSync(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

describe("a password hash", () => {
  test("uses the OWASP parameters and a random salt", async () => {
    const [one, other] = await Promise.all([hashPassword(password), hashPassword(password)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(isOutdatedHash(one)).toBe(false);
  });

  test("is recognized as outdated with other parameters", () => {
    for (const outdated of [
      weakHash,
      weakHash.replace("m=8,t=1", "m=19456,t=3"),
      weakHash.replace("argon2id$v=19$m=8,t=1", "argon2i$v=19$m=19456,t=2"),
    ])
      expect(isOutdatedHash(outdated)).toBe(true);
  });

  test("matches only its password", async () => {
    expect(await verifyPassword(weakHash, password)).toBe(true);
    for (const wrong of ["", " ", `${password} `, password.toUpperCase(), "x".repeat(1000)])
      expect(await verifyPassword(weakHash, wrong)).toBe(false);
  });

  test("matches nothing if it is missing, after the same work", async () => {
    const { verify } = await import("@node-rs/argon2");
    for (const candidate of ["", password]) expect(await verifyPassword(null, candidate)).toBe(false);
    expect(vi.mocked(verify).mock.lastCall?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });
});

describe("the hashing queue", () => {
  test("runs at most two at a time", async () => {
    running.most = 0;
    await Promise.all(Array.from({ length: 20 }, () => verifyPassword(weakHash, password)));
    expect(running.most).toBe(2);
  });

  test("queues fifty and rejects the rest with too_many_requests", async () => {
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => getOutcome(verifyPassword(weakHash, password))));
    expect(outcomes.filter((each) => each === "done")).toHaveLength(52);
    expect(outcomes.filter((each) => each === "too_many_requests")).toHaveLength(8);
    const [last] = (await Promise.allSettled(Array.from({ length: 53 }, () => verifyPassword(weakHash, password)))).slice(-1);
    expect(last).toMatchObject({ status: "rejected", reason: { headers: { "Retry-After": "5" } } });
  });

  test("serves known people first, also while strangers fill their queue", async () => {
    running.started = [];
    const strangers = Array.from({ length: 60 }, () => getOutcome(verifyPassword(weakHash, "a stranger's", "stranger")));
    const known = verifyPassword(weakHash, "a known person's", "known");
    await Promise.all([...strangers, known]);
    expect(running.started).toHaveLength(53);
    expect(running.started.indexOf("a known person's")).toBe(2);
  });

  test("frees its slot after an error", async () => {
    for (let i = 0; i < 5; i++) await expect(verifyPassword("no hash", password)).rejects.toThrow();
    expect(await verifyPassword(weakHash, password)).toBe(true);
  });
});
