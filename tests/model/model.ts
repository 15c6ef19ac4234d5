import { expect } from "vitest";
import type { CodeRecord, CodeStatus, CodeType } from "@/contract/codes";
import type { ErrorName } from "@/contract/errors";
import type { Context } from "@/core/context";
import type { Api } from "../harness/api";

export type ValidityWindow = "open" | "past" | "future";
export type ModelCode = {
  text: string;
  type: CodeType;
  batch: string;
  allowedClaims: number;
  claims: Set<string>;
  reservedFor: string | null;
  paused: boolean;
  window: ValidityWindow;
};
/** `hasJoined`: is on the waitlist, or was. */
type ModelLead = { onWaitlist: boolean; hasJoined: boolean };

/** A minimal model of the service: a few maps and the rules of docs/interface.md. */
export class Model {
  codes: ModelCode[] = [];
  batches = new Map<string, boolean>();
  leads = new Map<string, ModelLead>();

  hasClaimed = (email: string): boolean => this.codes.some((code) => code.claims.has(email));

  /** A new claim creates a lead, or takes them off the waitlist. */
  addClaim(code: ModelCode, email: string): void {
    if (code.claims.has(email)) return;
    code.claims.add(email);
    this.leads.set(email, { onWaitlist: false, hasJoined: this.leads.get(email)?.hasJoined ?? false });
  }

  getStatus({ paused, batch, window, claims, allowedClaims }: ModelCode): CodeStatus {
    if (paused || this.batches.get(batch)) return "paused";
    if (window === "past") return "expired";
    if (claims.size >= allowedClaims) return "exhausted";
    return window === "future" ? "scheduled" : "active";
  }

  getClaimError(code: ModelCode, email: string, isPublic: boolean): ErrorName | null {
    if (code.claims.has(email)) return null;
    if (code.reservedFor !== null && code.reservedFor !== email) return isPublic ? "code_not_found" : "code_reserved";
    const errors = {
      paused: "code_paused",
      expired: "code_expired",
      exhausted: "code_exhausted",
      scheduled: "code_not_started",
      active: null,
    } as const;
    return errors[this.getStatus(code)];
  }
}

export type System = { ctx: Context; secretApi: Api; publicApi: Api };

export const expectedRecord = (model: Model, code: ModelCode) => ({
  code: code.text,
  type: code.type,
  status: model.getStatus(code),
  allowedClaims: code.allowedClaims,
  claims: code.claims.size,
  reservedFor: code.reservedFor === null ? null : { email: code.reservedFor },
  batch: { id: code.batch },
});

export async function expectSameCode(model: Model, { secretApi }: System, code: ModelCode): Promise<void> {
  expect((await secretApi.get(`/codes/${code.text}`)).data).toMatchObject(expectedRecord(model, code));
}

export async function expectSameLead(model: Model, { secretApi }: System, email: string): Promise<void> {
  const lead = model.leads.get(email);
  const { data, error } = await secretApi.get(`/leads/email/${email}`);
  if (!lead) expect(error).toBe("lead_not_found");
  else expect(data).toMatchObject({ email, onWaitlist: lead.onWaitlist, hasClaimedCode: model.hasClaimed(email) });
}

/** Checks that the service and the model have the same codes, statuses and leads. */
export async function expectSameState(model: Model, { secretApi }: System): Promise<void> {
  const codes = (await secretApi.get("/codes")).data as CodeRecord[];
  const byText = (a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : 1);
  expect(codes.sort(byText)).toMatchObject(model.codes.map((code) => expectedRecord(model, code)).sort(byText));
  const leads = (await secretApi.get("/leads")).data as { email: string }[];
  expect(leads.map(({ email }) => email).sort()).toEqual([...model.leads.keys()].sort());
  for (const status of ["paused", "expired", "exhausted", "scheduled", "active"] as const) {
    const { headers } = await secretApi.get(`/codes?limit=1&status=${status}`);
    expect(Number(headers.get("x-total-count"))).toBe(model.codes.filter((code) => model.getStatus(code) === status).length);
  }
}
