import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { rows } from "@/db/rows";
import { aCode, aLead, anAddress, countsOf } from "@/tests/harness/factories";
import { refused } from "@/tests/harness/refused";
import { aWorld } from "@/tests/harness/world";
import { deleteLead } from "../leads/delete";
import { claimCode } from "./claim";
import { getCode } from "./get";
import { reserveCode } from "./reserve";

const { ctx, publicCtx, db } = await aWorld();
const eventsOf = (code: string) =>
  rows<{ kind: string; email: string | null }>(db, sql`select kind, email from events where code_key = ${code} order by id`);

describe("reserving a code", () => {
  test("lets only that address claim it, lead or not, until it is freed", async () => {
    const code = normalizeCode(await aCode(ctx, { allowedClaims: 3 }));
    const [ada, eve] = [anAddress(), anAddress()];
    expect(await reserveCode(ctx, { code, email: ada })).toMatchObject({ reservedFor: { email: ada } });
    expect(await refused(claimCode(ctx, { code, email: eve }))).toBe("code_reserved");
    expect(await refused(claimCode(publicCtx, { code, email: eve }))).toBe("code_not_found");
    expect(await claimCode(ctx, { code, email: ada })).toHaveProperty("token");
    expect(await reserveCode(ctx, { code, email: null })).toMatchObject({ reservedFor: null, claims: 1 });
    expect(await claimCode(ctx, { code, email: eve })).toHaveProperty("token");
    const told = (await eventsOf(code)).filter(({ kind }) => kind === "code.reserved");
    expect(told).toEqual([
      { kind: "code.reserved", email: ada },
      { kind: "code.reserved", email: null },
    ]);
  });

  test("leaves the claims that exist", async () => {
    const eve = anAddress();
    const text = await aCode(ctx, { allowedClaims: 2, claimedBy: [eve] });
    await reserveCode(ctx, { code: normalizeCode(text), email: anAddress() });
    expect(await countsOf(ctx, text)).toEqual({ counter: 1, claims: 1 });
    expect(await claimCode(ctx, { code: normalizeCode(text), email: eve })).toHaveProperty("token");
  });

  test("for whom it is reserved already changes nothing and records nothing", async () => {
    const ada = anAddress();
    const code = normalizeCode(await aCode(ctx, { reservedFor: ada }));
    const before = await getCode(ctx, code);
    expect(await reserveCode(ctx, { code, email: ada })).toEqual(before);
    expect(await eventsOf(code)).toEqual([]);
  });

  test("is undone, with every trace of the address, where the lead is deleted", async () => {
    const ada = await aLead(ctx);
    const code = normalizeCode(await aCode(ctx));
    await reserveCode(ctx, { code, email: ada });
    await deleteLead(ctx, ada);
    expect(await getCode(ctx, code)).toMatchObject({ reservedFor: null, status: "paused" });
    expect(await eventsOf(code)).toMatchObject([{ kind: "code.reserved", email: null }, { kind: "code.paused" }]);
  });

  test("refuses a code that does not exist", async () => {
    expect(await refused(reserveCode(ctx, { code: "nowhere", email: null }))).toBe("code_not_found");
  });
});
