import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { codeIdentity } from "@/contract/text";
import { rows } from "@/db/rows";
import { aCode, aLead, anAddress, countsOf } from "@/tests/harness/factories";
import { refused } from "@/tests/harness/refused";
import { aWorld } from "@/tests/harness/world";
import { remove } from "../leads/delete";
import { claim } from "./claim";
import { get } from "./find";
import { reserve } from "./reserve";

const { ctx, publicCtx, db } = await aWorld();
const eventsOf = (code: string) =>
  rows<{ kind: string; email: string | null }>(db, sql`select kind, email from events where code_key = ${code} order by id`);

describe("reserving a code", () => {
  test("lets only that address claim it, lead or not, until it is freed", async () => {
    const code = codeIdentity(await aCode(ctx, { allowedClaims: 3 }));
    const [ada, eve] = [anAddress(), anAddress()];
    expect(await reserve(ctx, { code, email: ada })).toMatchObject({ reservedFor: { email: ada } });
    expect(await refused(claim(ctx, { code, email: eve }))).toBe("code_reserved");
    expect(await refused(claim(publicCtx, { code, email: eve }))).toBe("code_not_found");
    expect(await claim(ctx, { code, email: ada })).toHaveProperty("token");
    expect(await reserve(ctx, { code, email: null })).toMatchObject({ reservedFor: null, claims: 1 });
    expect(await claim(ctx, { code, email: eve })).toHaveProperty("token");
    const told = (await eventsOf(code)).filter(({ kind }) => kind === "code.reserved");
    expect(told).toEqual([
      { kind: "code.reserved", email: ada },
      { kind: "code.reserved", email: null },
    ]);
  });

  test("leaves the claims that exist", async () => {
    const eve = anAddress();
    const text = await aCode(ctx, { allowedClaims: 2, claimedBy: [eve] });
    await reserve(ctx, { code: codeIdentity(text), email: anAddress() });
    expect(await countsOf(ctx, text)).toEqual({ counter: 1, claims: 1 });
    expect(await claim(ctx, { code: codeIdentity(text), email: eve })).toHaveProperty("token");
  });

  test("for whom it is reserved already changes nothing and records nothing", async () => {
    const ada = anAddress();
    const code = codeIdentity(await aCode(ctx, { reservedFor: ada }));
    const before = await get(ctx, code);
    expect(await reserve(ctx, { code, email: ada })).toEqual(before);
    expect(await eventsOf(code)).toEqual([]);
  });

  test("is undone, with every trace of the address, where the lead is deleted", async () => {
    const ada = await aLead(ctx);
    const code = codeIdentity(await aCode(ctx));
    await reserve(ctx, { code, email: ada });
    await remove(ctx, ada);
    expect(await get(ctx, code)).toMatchObject({ reservedFor: null, status: "paused" });
    expect(await eventsOf(code)).toMatchObject([{ kind: "code.reserved", email: null }, { kind: "code.paused" }]);
  });

  test("refuses a code that does not exist", async () => {
    expect(await refused(reserve(ctx, { code: "nowhere", email: null }))).toBe("code_not_found");
  });
});
