import { describe, expect, test } from "vitest";
import { type CodeState, claimError, codeError, codeStatus, extensionProblem, sendError } from "./rules";

const now = "2026-11-21T12:00:00.000Z";
const justBefore = "2026-11-21T11:59:59.999Z";
const justAfter = "2026-11-21T12:00:00.001Z";

const fresh: CodeState = { allowedClaims: 1, claims: 0, validFrom: null, validUntil: null, reservedFor: null, paused: false };
const ada = "ada@example.org";
const forAda = { reservedFor: { email: ada } };

describe("status", () => {
  test.each<[string, Partial<CodeState>, ReturnType<typeof codeStatus>]>([
    ["a fresh code is active", {}, "active"],
    ["a code with a use left is active", { allowedClaims: 3, claims: 2 }, "active"],
    ["a reserved code is active", forAda, "active"],
    ["a code without uses left is exhausted", { claims: 1 }, "exhausted"],
    ["a code starts at its start", { validFrom: now }, "active"],
    ["a code has not started a millisecond before", { validFrom: justAfter }, "scheduled"],
    ["a code has ended at its end", { validUntil: now }, "expired"],
    ["a code is valid a millisecond before its end", { validUntil: justAfter }, "active"],
    ["a code ended a millisecond ago", { validUntil: justBefore }, "expired"],
    ["paused comes before expired", { paused: true, validUntil: justBefore }, "paused"],
    ["paused comes before everything", { paused: true, claims: 1, validFrom: justAfter }, "paused"],
    ["expired comes before exhausted", { validUntil: now, claims: 1 }, "expired"],
    ["exhausted comes before scheduled", { claims: 1, validFrom: justAfter }, "exhausted"],
    ["a counter above what is allowed is exhausted too", { claims: 5 }, "exhausted"],
  ])("%s", (_, facts, status) => {
    expect(codeStatus({ ...fresh, ...facts }, now)).toBe(status);
  });
});

describe("claiming", () => {
  test.each<[string, Partial<CodeState>, string, ReturnType<typeof claimError>]>([
    ["anybody may claim a fresh code", {}, "eve@example.org", null],
    ["whom it is reserved for may", forAda, ada, null],
    ["somebody else may not", forAda, "eve@example.org", "code_reserved"],
    ["reserved comes before paused", { ...forAda, paused: true }, "eve@example.org", "code_reserved"],
    ["reserved comes before expired", { ...forAda, validUntil: justBefore }, "eve@example.org", "code_reserved"],
    ["whom it is reserved for hears that it is paused", { ...forAda, paused: true }, ada, "code_paused"],
    ["a paused code says so", { paused: true }, ada, "code_paused"],
    ["paused comes before expired", { paused: true, validUntil: now }, ada, "code_paused"],
    ["an expired code says so", { validUntil: now }, ada, "code_expired"],
    ["expired comes before exhausted", { validUntil: now, claims: 1 }, ada, "code_expired"],
    ["an exhausted code says so", { claims: 1 }, ada, "code_exhausted"],
    ["exhausted comes before not started", { claims: 1, validFrom: justAfter }, ada, "code_exhausted"],
    ["a scheduled code says so", { validFrom: justAfter }, ada, "code_not_started"],
  ])("%s", (_, facts, email, reason) => {
    expect(claimError({ ...fresh, ...facts }, email, now)).toBe(reason);
  });
});

describe("sending", () => {
  test.each<[string, Partial<CodeState>, ReturnType<typeof sendError>]>([
    ["a fresh code may be sent", {}, null],
    ["a scheduled one may", { validFrom: justAfter }, null],
    ["a reserved one may", forAda, null],
    ["a paused one may not", { paused: true }, "code_paused"],
    ["an expired one may not", { validUntil: now }, "code_expired"],
    ["an exhausted one may not", { claims: 1 }, "code_exhausted"],
    ["an exhausted one that has not started may not", { claims: 1, validFrom: justAfter }, "code_exhausted"],
  ])("%s", (_, facts, reason) => {
    expect(sendError({ ...fresh, ...facts }, now)).toBe(reason);
  });
});

test("a code that has not started says when it does", () => {
  expect(codeError("code_not_started", { ...fresh, validFrom: justAfter }).message).toContain(justAfter);
});

describe("extending", () => {
  test.each<[string, Partial<CodeState>, Parameters<typeof extensionProblem>[1], "validUntil" | "allowedClaims" | null]>([
    ["a later end may be set", { validUntil: now }, { validUntil: justAfter }, null],
    ["an end in the past may be set", {}, { validUntil: justBefore }, null],
    ["an end may be taken away", { validFrom: now, validUntil: justAfter }, { validUntil: null }, null],
    ["an end at the start may not", { validFrom: now }, { validUntil: now }, "validUntil"],
    ["an end before the start may not", { validFrom: now }, { validUntil: justBefore }, "validUntil"],
    ["an end right after the start may", { validFrom: now }, { validUntil: justAfter }, null],
    ["as many claims as there are may be allowed", { allowedClaims: 5, claims: 3 }, { allowedClaims: 3 }, null],
    ["fewer may not", { allowedClaims: 5, claims: 3 }, { allowedClaims: 2 }, "allowedClaims"],
  ])("%s", (_, facts, extension, field) => {
    expect(extensionProblem({ ...fresh, ...facts }, extension)?.field ?? null).toBe(field);
  });

  test("says how many have claimed it", () => {
    expect(extensionProblem({ ...fresh, claims: 3 }, { allowedClaims: 2 })?.message).toContain("3");
  });
});
