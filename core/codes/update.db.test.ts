import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { rows } from "@/db/rows";
import { aBatch, aCode, anAddress, countsOf, inSeconds } from "@/tests/harness/factories";
import { outcome, refused } from "@/tests/harness/refused";
import { aWorld } from "@/tests/harness/world";
import { ApiError } from "../api-error";
import { getBatch } from "../batches/get";
import { claimCode } from "./claim";
import { extendCode } from "./extend";
import { getCode } from "./get";

const world = await aWorld();
const { ctx, db } = world;
const other = world.anotherPool().ctx;
const eventsOf = (code: string) =>
  rows<{ kind: string; data: object }>(db, sql`select kind, data from events where code_key = ${normalizeCode(code)} order by id`);

describe("extending a code", () => {
  test("changes what is given and leaves the rest", async () => {
    const text = await aCode(ctx, { allowedClaims: 2, validUntil: inSeconds(60) });
    const code = normalizeCode(text);
    const validUntil = inSeconds(3600);
    expect(await extendCode(ctx, { code, validUntil })).toMatchObject({ validUntil, allowedClaims: 2 });
    expect(await extendCode(ctx, { code, allowedClaims: 5 })).toMatchObject({ validUntil, allowedClaims: 5 });
    expect(await extendCode(ctx, { code, validUntil: null })).toMatchObject({ validUntil: null, allowedClaims: 5 });
    expect(await eventsOf(text)).toEqual([
      { kind: "code.extended", data: { validUntil } },
      { kind: "code.extended", data: { allowedClaims: 5 } },
      { kind: "code.extended", data: { validUntil: null } },
    ]);
  });

  test("lets an expired and an exhausted code be claimed again", async () => {
    const expired = normalizeCode(await aCode(ctx, { validUntil: inSeconds(-60) }));
    expect(await extendCode(ctx, { code: expired, validUntil: inSeconds(60) })).toMatchObject({ status: "active" });
    const exhausted = normalizeCode(await aCode(ctx, { claimedBy: [anAddress()] }));
    expect(await extendCode(ctx, { code: exhausted, allowedClaims: 2 })).toMatchObject({ status: "active" });
    for (const code of [expired, exhausted]) expect(await claimCode(ctx, { code, email: anAddress() })).toHaveProperty("token");
  });

  test("to what it is already changes nothing and records nothing", async () => {
    const validUntil = inSeconds(60);
    const text = await aCode(ctx, { allowedClaims: 2, validUntil });
    const before = await getCode(ctx, normalizeCode(text));
    expect(await extendCode(ctx, { code: normalizeCode(text), allowedClaims: 2, validUntil })).toEqual(before);
    expect(await eventsOf(text)).toEqual([]);
  });

  test("keeps how many claims its batch allows", async () => {
    const batch = await aBatch(ctx);
    const [one] = await Promise.all([aCode(ctx, { batch, allowedClaims: 3 }), aCode(ctx, { batch })]);
    expect(await getBatch(ctx, batch)).toMatchObject({ codes: 2, uses: 4 });
    await extendCode(ctx, { code: normalizeCode(one), allowedClaims: 1_000_000 });
    expect(await getBatch(ctx, batch)).toMatchObject({ codes: 2, uses: 1_000_001 });
    await extendCode(ctx, { code: normalizeCode(one), allowedClaims: 1, validUntil: inSeconds(60) });
    expect(await getBatch(ctx, batch)).toMatchObject({ codes: 2, uses: 2 });
  });

  test("refuses an end that is not after its start, and fewer claims than there are, by the field", async () => {
    const validFrom = inSeconds(60);
    const code = normalizeCode(await aCode(ctx, { validFrom, allowedClaims: 5, claimedBy: [anAddress(), anAddress()] }));
    for (const validUntil of [validFrom, inSeconds(0)]) {
      const error = await extendCode(ctx, { code, validUntil }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ errorName: "invalid_input", fields: { validUntil: [expect.stringContaining("after validFrom")] } });
    }
    expect(await extendCode(ctx, { code, allowedClaims: 1 }).catch((thrown: unknown) => thrown)).toMatchObject({
      errorName: "invalid_input",
      fields: { allowedClaims: [expect.stringContaining("at least 2")] },
    });
    expect(await extendCode(ctx, { code, allowedClaims: 2 })).toMatchObject({ allowedClaims: 2 });
    expect(await refused(extendCode(ctx, { code: "nowhere", allowedClaims: 2 }))).toBe("code_not_found");
  });

  test("while many claim it never leaves more claims than it allows, and never loses one", async () => {
    for (let round = 0; round < 6; round++) {
      const text = await aCode(ctx, { allowedClaims: 6 });
      const code = normalizeCode(text);
      const claiming = Array.from({ length: 16 }, (_, i) => outcome(claimCode(i % 2 ? ctx : other, { code, email: anAddress() })));
      const extending = [3, 8, 2, 5].map((allowedClaims, i) => outcome(extendCode(i % 2 ? other : ctx, { code, allowedClaims })));
      const [claimed, extended] = await Promise.all([Promise.all(claiming), Promise.all(extending)]);
      const { counter, claims } = await countsOf(ctx, text);
      expect(counter).toBe(claims);
      expect(claimed.filter((came) => came === "done")).toHaveLength(claims);
      const { allowedClaims, batch } = await getCode(ctx, code);
      expect(claims).toBeLessThanOrEqual(allowedClaims);
      for (const came of extended) expect(["done", "invalid_input"]).toContain(came);
      expect(await getBatch(ctx, batch.id)).toMatchObject({ codes: 1, uses: allowedClaims });
    }
  });
});
