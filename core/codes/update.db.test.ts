import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { getClaimCounts, insertBatch, insertCode, insertLead, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { ApiError } from "../api-error";
import { getBatch } from "../batches/record";
import { updateBatch } from "../batches/update";
import { readStoredEvents } from "../events/stored-events";
import { deleteLead } from "../leads/delete";
import { claimCode } from "./claim";
import { getCode } from "./record";
import { updateCode } from "./update";

const app = await createTestApp();
const { ctx, publicCtx, db } = app;
const otherCtx = app.openSecondPool().ctx;

const listEvents = (key: string) =>
  queryRows<{ kind: string; email: string | null; data: object }>(
    db,
    sql`select kind, email, data from (${readStoredEvents(sql`select * from events where code_key = ${key}`)}) as e
      where code_key is not null and kind <> 'code.claimed' order by id`,
  );

describe("extending a code", () => {
  test("changes the given fields and no others", async () => {
    const key = normalizeCode(await insertCode(ctx, { allowedClaims: 2, validUntil: secondsFromNow(60) }));
    const { validUntil: earlierEnd } = await getCode(ctx, key);
    const validUntil = secondsFromNow(3600);
    expect(await updateCode(ctx, key, { validUntil })).toMatchObject({ validUntil, allowedClaims: 2 });
    expect(await updateCode(ctx, key, { allowedClaims: 5 })).toMatchObject({ validUntil, allowedClaims: 5 });
    expect(await updateCode(ctx, key, { validUntil: null })).toMatchObject({ validUntil: null, allowedClaims: 5 });
    expect(await listEvents(key)).toEqual([
      { kind: "code.extended", email: null, data: { validUntil, previous: { validUntil: earlierEnd } } },
      { kind: "code.extended", email: null, data: { allowedClaims: 5, previous: { allowedClaims: 2 } } },
      { kind: "code.extended", email: null, data: { validUntil: null, previous: { validUntil } } },
    ]);
  });

  test("makes an expired and an exhausted code claimable again", async () => {
    const expired = normalizeCode(await insertCode(ctx, { validUntil: secondsFromNow(-60) }));
    expect(await updateCode(ctx, expired, { validUntil: secondsFromNow(60) })).toMatchObject({ status: "active" });
    const exhausted = normalizeCode(await insertCode(ctx, { claimedBy: [uniqueEmail()] }));
    expect(await updateCode(ctx, exhausted, { allowedClaims: 2 })).toMatchObject({ status: "active" });
    for (const code of [expired, exhausted]) expect(await claimCode(ctx, { code, email: uniqueEmail() })).toHaveProperty("token");
  });

  test("changes and records nothing if the code has these values already", async () => {
    const validUntil = secondsFromNow(60);
    const key = normalizeCode(await insertCode(ctx, { allowedClaims: 2, validUntil }));
    const before = await getCode(ctx, key);
    expect(await updateCode(ctx, key, { allowedClaims: 2, validUntil })).toEqual(before);
    expect(await listEvents(key)).toEqual([]);
  });

  test("replaces nothing that someone else changed, if the request expects another value", async () => {
    const key = normalizeCode(await insertCode(ctx, { allowedClaims: 2, validUntil: secondsFromNow(60), reservedFor: null }));
    const { validUntil, allowedClaims } = await getCode(ctx, key);
    const read = { validUntil, allowedClaims, reservedFor: null };
    const theirs = uniqueEmail();
    await updateCode(ctx, key, { allowedClaims: 5, reservedFor: theirs, expected: read });
    for (const changes of [{ allowedClaims: 9 }, { reservedFor: uniqueEmail() }])
      expect(await getErrorName(updateCode(ctx, key, { paused: true, ...changes, expected: read }))).toBe("code_changed");
    const later = secondsFromNow(3600);
    expect(await updateCode(ctx, key, { validUntil: later, expected: read })).toMatchObject({
      validUntil: later,
      allowedClaims: 5,
      reservedFor: { email: theirs },
      status: "active",
    });
  });

  test("updates the number of allowed claims of the batch", async () => {
    const batch = await insertBatch(ctx);
    const [text] = await Promise.all([insertCode(ctx, { batch, allowedClaims: 3 }), insertCode(ctx, { batch })]);
    const key = normalizeCode(text);
    expect(await getBatch(ctx, batch)).toMatchObject({ codeCount: 2, totalAllowedClaims: 4 });
    await updateCode(ctx, key, { allowedClaims: 1_000_000 });
    expect(await getBatch(ctx, batch)).toMatchObject({ codeCount: 2, totalAllowedClaims: 1_000_001 });
    await updateCode(ctx, key, { allowedClaims: 1, validUntil: secondsFromNow(60) });
    expect(await getBatch(ctx, batch)).toMatchObject({ codeCount: 2, totalAllowedClaims: 2 });
  });

  test("rejects an end date that isn't after the start date, and fewer allowed claims than there are claims", async () => {
    const validFrom = secondsFromNow(60);
    const key = normalizeCode(await insertCode(ctx, { validFrom, allowedClaims: 5, claimedBy: [uniqueEmail(), uniqueEmail()] }));
    for (const validUntil of [validFrom, secondsFromNow(0)]) {
      const error = await updateCode(ctx, key, { validUntil }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ errorName: "invalid_input", fields: { validUntil: [expect.stringContaining("after validFrom")] } });
    }
    expect(await updateCode(ctx, key, { allowedClaims: 1 }).catch((thrown: unknown) => thrown)).toMatchObject({
      errorName: "invalid_input",
      fields: { allowedClaims: [expect.stringContaining("at least 2")] },
    });
    expect(await updateCode(ctx, key, { allowedClaims: 2 })).toMatchObject({ allowedClaims: 2 });
    expect(await getErrorName(updateCode(ctx, "nowhere", { allowedClaims: 2 }))).toBe("code_not_found");
  });

  test("never leaves more claims than allowed, and never loses one, while many people claim the code", async () => {
    for (let round = 0; round < 6; round++) {
      const text = await insertCode(ctx, { allowedClaims: 6 });
      const code = normalizeCode(text);
      const claims = Array.from({ length: 16 }, (_, i) => getOutcome(claimCode(i % 2 ? ctx : otherCtx, { code, email: uniqueEmail() })));
      const updates = [3, 8, 2, 5].map((allowedClaims, i) => getOutcome(updateCode(i % 2 ? otherCtx : ctx, code, { allowedClaims })));
      const [claimOutcomes, updateOutcomes] = await Promise.all([Promise.all(claims), Promise.all(updates)]);
      const counts = await getClaimCounts(ctx, text);
      expect(counts.counter).toBe(counts.claims);
      expect(claimOutcomes.filter((outcome) => outcome === "done")).toHaveLength(counts.claims);
      const { allowedClaims, batch } = await getCode(ctx, code);
      expect(counts.claims).toBeLessThanOrEqual(allowedClaims);
      for (const outcome of updateOutcomes) expect(["done", "invalid_input"]).toContain(outcome);
      expect(await getBatch(ctx, batch.id)).toMatchObject({ codeCount: 1, totalAllowedClaims: allowedClaims });
    }
  });
});

describe("reserving a code", () => {
  test("lets only that person claim it, lead or not, until the reservation is removed", async () => {
    const code = normalizeCode(await insertCode(ctx, { allowedClaims: 3 }));
    const [ada, eve] = [uniqueEmail(), uniqueEmail()];
    expect(await updateCode(ctx, code, { reservedFor: ada })).toMatchObject({ reservedFor: { email: ada } });
    expect(await getErrorName(claimCode(ctx, { code, email: eve }))).toBe("code_reserved");
    expect(await getErrorName(claimCode(publicCtx, { code, email: eve }))).toBe("code_not_found");
    expect(await claimCode(ctx, { code, email: ada })).toHaveProperty("token");
    expect(await updateCode(ctx, code, { reservedFor: null })).toMatchObject({ reservedFor: null, claims: 1 });
    expect(await claimCode(ctx, { code, email: eve })).toHaveProperty("token");
    expect(await listEvents(code)).toMatchObject([
      { kind: "code.reserved", email: ada },
      { kind: "code.reserved", email: null },
    ]);
  });

  test("keeps the existing claims", async () => {
    const eve = uniqueEmail();
    const text = await insertCode(ctx, { allowedClaims: 2, claimedBy: [eve] });
    await updateCode(ctx, normalizeCode(text), { reservedFor: uniqueEmail() });
    expect(await getClaimCounts(ctx, text)).toEqual({ counter: 1, claims: 1 });
    expect(await claimCode(ctx, { code: normalizeCode(text), email: eve })).toHaveProperty("token");
  });

  test("changes and records nothing if it's reserved for the same person already", async () => {
    const ada = uniqueEmail();
    const key = normalizeCode(await insertCode(ctx, { reservedFor: ada }));
    const before = await getCode(ctx, key);
    expect(await updateCode(ctx, key, { reservedFor: ada })).toEqual(before);
    expect(await listEvents(key)).toEqual([]);
  });

  test("is undone, with every trace of the email, when the lead is deleted", async () => {
    const ada = await insertLead(ctx);
    const key = normalizeCode(await insertCode(ctx));
    await updateCode(ctx, key, { reservedFor: ada });
    await deleteLead(ctx, ada);
    expect(await getCode(ctx, key)).toMatchObject({ reservedFor: null, status: "paused" });
    expect(await listEvents(key)).toMatchObject([{ kind: "code.reserved", email: null }, { kind: "code.paused" }]);
  });

  test("rejects a code that doesn't exist", async () => {
    expect(await getErrorName(updateCode(ctx, "nowhere", { reservedFor: null }))).toBe("code_not_found");
  });
});

describe("pausing and resuming a code", () => {
  test("changes its status and records each change once", async () => {
    const key = normalizeCode(await insertCode(ctx));
    for (const paused of [true, true, false, false])
      expect(await updateCode(ctx, key, { paused })).toMatchObject({ status: paused ? "paused" : "active" });
    expect((await listEvents(key)).map(({ kind }) => kind)).toEqual(["code.paused", "code.resumed"]);
  });

  test("rejects to resume a code in a paused batch", async () => {
    const key = normalizeCode(await insertCode(ctx, { batch: await insertBatch(ctx, { paused: true }) }));
    expect(await getErrorName(updateCode(ctx, key, { paused: false }))).toBe("batch_paused");
    expect(await getErrorName(updateCode(ctx, "nowhere", { paused: true }))).toBe("code_not_found");
  });
});

describe("changing several fields of a code", () => {
  test("changes all of them at once, with one event for each kind of change", async () => {
    const batch = await insertBatch(ctx);
    const [ada, validUntil] = [uniqueEmail(), secondsFromNow(3600)];
    const key = normalizeCode(await insertCode(ctx, { batch }));
    const changes = { paused: true, validUntil, allowedClaims: 4, reservedFor: ada };
    const expected = { status: "paused", validUntil, allowedClaims: 4, reservedFor: { email: ada } };
    expect(await updateCode(ctx, key, changes)).toMatchObject(expected);
    expect(await getCode(ctx, key)).toMatchObject(expected);
    expect(await getBatch(ctx, batch)).toMatchObject({ totalAllowedClaims: 4 });
    expect(await listEvents(key)).toEqual([
      { kind: "code.extended", email: null, data: { validUntil, allowedClaims: 4, previous: { validUntil: null, allowedClaims: 1 } } },
      { kind: "code.paused", email: null, data: {} },
      { kind: "code.reserved", email: ada, data: {} },
    ]);
    expect(await updateCode(ctx, key, { paused: false, reservedFor: null })).toMatchObject({ status: "active", reservedFor: null });
  });

  test("changes nothing if one of them is rejected", async () => {
    const batch = await insertBatch(ctx, { paused: true });
    const key = normalizeCode(await insertCode(ctx, { batch, paused: true, allowedClaims: 3, claimedBy: [uniqueEmail(), uniqueEmail()] }));
    const before = await getCode(ctx, key);
    const validUntil = secondsFromNow(60);
    expect(await getErrorName(updateCode(ctx, key, { paused: false, validUntil, allowedClaims: 9, reservedFor: uniqueEmail() }))).toBe(
      "batch_paused",
    );
    await updateBatch(ctx, batch, { paused: false });
    expect(await getErrorName(updateCode(ctx, key, { paused: false, validUntil, allowedClaims: 1, reservedFor: uniqueEmail() }))).toBe(
      "invalid_input",
    );
    // The batch was resumed, which is part of the code's status.
    expect(await getCode(ctx, key)).toEqual({ ...before, updatedAt: expect.any(String) });
    expect(await getBatch(ctx, batch)).toMatchObject({ totalAllowedClaims: 3 });
    expect(await listEvents(key)).toEqual([]);
  });

  test("never deadlocks with other changes of the same batch", async () => {
    const batch = await insertBatch(ctx);
    const keys = await Promise.all(Array.from({ length: 8 }, async () => normalizeCode(await insertCode(ctx, { batch }))));
    const updates = keys.flatMap((key, i) => [
      getOutcome(updateCode(i % 2 ? ctx : otherCtx, key, { paused: false, allowedClaims: 2 + i })),
      getOutcome(updateCode(i % 2 ? otherCtx : ctx, key, { paused: true, allowedClaims: 2 + i })),
    ]);
    expect(new Set(await Promise.all(updates))).toEqual(new Set(["done"]));
    expect(await getBatch(ctx, batch)).toMatchObject({ totalAllowedClaims: keys.reduce((sum, _, i) => sum + 2 + i, 0) });
  });
});
