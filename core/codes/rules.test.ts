import { describe, expect, test } from "vitest";
import { type CodeState, claimError, codeError, codeStatus, extensionProblem, sendError } from "./rules";

const now = "2026-11-21T12:00:00.000Z";
const justBefore = "2026-11-21T11:59:59.999Z";
const justAfter = "2026-11-21T12:00:00.001Z";

const newCode: CodeState = {
  allowedClaims: 1,
  claims: 0,
  validFrom: null,
  validUntil: null,
  reservedFor: null,
  allowedDomains: null,
  paused: false,
};
const ada = "ada@example.org";
const forAda = { reservedFor: { email: ada } };

describe("status", () => {
  test.each<[string, Partial<CodeState>, ReturnType<typeof codeStatus>]>([
    ["a fresh code is active", {}, "active"],
    ["a code with a claim left is active", { allowedClaims: 3, claims: 2 }, "active"],
    ["a reserved code is active", forAda, "active"],
    ["a code without claims left is exhausted", { claims: 1 }, "exhausted"],
    ["a code is active at its start date", { validFrom: now }, "active"],
    ["a code is scheduled a millisecond before its start date", { validFrom: justAfter }, "scheduled"],
    ["a code is expired at its end date", { validUntil: now }, "expired"],
    ["a code is active a millisecond before its end date", { validUntil: justAfter }, "active"],
    ["a code is expired a millisecond after its end date", { validUntil: justBefore }, "expired"],
    ["paused comes before expired", { paused: true, validUntil: justBefore }, "paused"],
    ["paused comes before everything", { paused: true, claims: 1, validFrom: justAfter }, "paused"],
    ["expired comes before exhausted", { validUntil: now, claims: 1 }, "expired"],
    ["exhausted comes before scheduled", { claims: 1, validFrom: justAfter }, "exhausted"],
    ["a code with more claims than allowed is exhausted", { claims: 5 }, "exhausted"],
  ])("%s", (_, state, status) => {
    expect(codeStatus({ ...newCode, ...state }, now)).toBe(status);
  });
});

describe("claiming", () => {
  test.each<[string, Partial<CodeState>, string, ReturnType<typeof claimError>]>([
    ["anyone can claim a new code", {}, "eve@example.org", null],
    ["the person it's reserved for can", forAda, ada, null],
    ["no one else can", forAda, "eve@example.org", "code_reserved"],
    ["reserved comes before paused", { ...forAda, paused: true }, "eve@example.org", "code_reserved"],
    ["reserved comes before expired", { ...forAda, validUntil: justBefore }, "eve@example.org", "code_reserved"],
    ["the person it's reserved for gets code_paused", { ...forAda, paused: true }, ada, "code_paused"],
    ["an email of an allowed domain can claim", { allowedDomains: ["example.org"] }, ada, null],
    ["so can one of a subdomain", { allowedDomains: ["example.org"] }, "ada@mail.example.org", null],
    ["an email of another domain can't", { allowedDomains: ["example.org"] }, "ada@notexample.org", "code_domain_not_allowed"],
    ["an email of the parent domain can't", { allowedDomains: ["mail.example.org"] }, ada, "code_domain_not_allowed"],
    ["reserved comes before the domain", { ...forAda, allowedDomains: ["example.com"] }, "eve@example.org", "code_reserved"],
    ["the domain comes before paused", { paused: true, allowedDomains: ["example.com"] }, ada, "code_domain_not_allowed"],
    ["a paused code returns code_paused", { paused: true }, ada, "code_paused"],
    ["paused comes before expired", { paused: true, validUntil: now }, ada, "code_paused"],
    ["an expired code returns code_expired", { validUntil: now }, ada, "code_expired"],
    ["expired comes before exhausted", { validUntil: now, claims: 1 }, ada, "code_expired"],
    ["an exhausted code returns code_exhausted", { claims: 1 }, ada, "code_exhausted"],
    ["exhausted comes before not started", { claims: 1, validFrom: justAfter }, ada, "code_exhausted"],
    ["a scheduled code returns code_not_started", { validFrom: justAfter }, ada, "code_not_started"],
  ])("%s", (_, state, email, error) => {
    expect(claimError({ ...newCode, ...state }, email, now)).toBe(error);
  });
});

describe("sending", () => {
  test.each<[string, Partial<CodeState>, ReturnType<typeof sendError>]>([
    ["a new code can be sent", {}, null],
    ["a scheduled code can be sent", { validFrom: justAfter }, null],
    ["a reserved code can be sent", forAda, null],
    ["a paused code can't be sent", { paused: true }, "code_paused"],
    ["an expired code can't be sent", { validUntil: now }, "code_expired"],
    ["an exhausted code can't be sent", { claims: 1 }, "code_exhausted"],
    ["an exhausted code that hasn't started can't be sent", { claims: 1, validFrom: justAfter }, "code_exhausted"],
  ])("%s", (_, state, error) => {
    expect(sendError({ ...newCode, ...state }, now)).toBe(error);
  });
});

test("the error of a code that hasn't started has its dates", () => {
  expect(codeError("code_not_started", { ...newCode, validFrom: justAfter }).validity).toEqual({ validFrom: justAfter, validUntil: null });
});

describe("extending", () => {
  test.each<[string, Partial<CodeState>, Parameters<typeof extensionProblem>[1], "validUntil" | "allowedClaims" | null]>([
    ["a later end date is accepted", { validUntil: now }, { validUntil: justAfter }, null],
    ["an end date in the past is accepted", {}, { validUntil: justBefore }, null],
    ["removing the end date is accepted", { validFrom: now, validUntil: justAfter }, { validUntil: null }, null],
    ["an end date equal to the start date is rejected", { validFrom: now }, { validUntil: now }, "validUntil"],
    ["an end date before the start date is rejected", { validFrom: now }, { validUntil: justBefore }, "validUntil"],
    ["an end date right after the start date is accepted", { validFrom: now }, { validUntil: justAfter }, null],
    ["allowing as many claims as there are is accepted", { allowedClaims: 5, claims: 3 }, { allowedClaims: 3 }, null],
    ["allowing fewer claims is rejected", { allowedClaims: 5, claims: 3 }, { allowedClaims: 2 }, "allowedClaims"],
  ])("%s", (_, state, extension, field) => {
    expect(extensionProblem({ ...newCode, ...state }, extension)?.field ?? null).toBe(field);
  });

  test("names the number of claims", () => {
    expect(extensionProblem({ ...newCode, claims: 3 }, { allowedClaims: 2 })?.message).toContain("3");
  });
});
