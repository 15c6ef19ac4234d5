import { expect } from "vitest";
import type { CodeRecord, CodeStatus, CodeType } from "@/contract/codes";
import type { ErrorName } from "@/contract/errors";
import type { Context } from "@/core/context";
import type { Api } from "../harness/api";

export type Window = "open" | "past" | "future";
export type ModelCode = {
  text: string;
  type: CodeType;
  batch: string;
  allowed: number;
  claims: Set<string>;
  reservedFor: string | null;
  paused: boolean;
  window: Window;
};
type ModelLead = { onWaitlist: boolean };

/** What the service should be, in its simplest form: a few maps, and the rules of decisions.md written down once more. */
export class Model {
  codes: ModelCode[] = [];
  batches = new Map<string, boolean>();
  leads = new Map<string, ModelLead>();

  statusOf({ paused, batch, window, claims, allowed }: ModelCode): CodeStatus {
    if (paused || this.batches.get(batch)) return "paused";
    if (window === "past") return "expired";
    if (claims.size >= allowed) return "exhausted";
    return window === "future" ? "scheduled" : "active";
  }

  refusalFor(code: ModelCode, email: string, isPublic: boolean): ErrorName | null {
    if (code.claims.has(email)) return null;
    if (code.reservedFor !== null && code.reservedFor !== email) return isPublic ? "code_not_found" : "code_reserved";
    const refusals = {
      paused: "code_paused",
      expired: "code_expired",
      exhausted: "code_exhausted",
      scheduled: "code_not_started",
      active: null,
    } as const;
    return refusals[this.statusOf(code)];
  }
}

export type Real = { ctx: Context; secret: Api; open: Api };

export const recordOf = (model: Model, code: ModelCode) => ({
  code: code.text,
  type: code.type,
  status: model.statusOf(code),
  allowedClaims: code.allowed,
  claims: code.claims.size,
  reservedFor: code.reservedFor === null ? null : { email: code.reservedFor },
  batch: { id: code.batch },
});

export async function sameCode(model: Model, { secret }: Real, code: ModelCode): Promise<void> {
  expect((await secret.get(`/codes/${code.text}`)).data).toMatchObject(recordOf(model, code));
}

export async function sameLead(model: Model, { secret }: Real, email: string): Promise<void> {
  const lead = model.leads.get(email);
  const { data, error } = await secret.get(`/leads/email/${email}`);
  if (!lead) expect(error).toBe("lead_not_found");
  else
    expect(data).toMatchObject({ email, onWaitlist: lead.onWaitlist, hasClaimedCode: model.codes.some((code) => code.claims.has(email)) });
}

/** Everything the service holds is what the model holds. */
export async function same(model: Model, { secret }: Real): Promise<void> {
  const codes = (await secret.get("/codes")).data as CodeRecord[];
  const byText = (one: { code: string }, other: { code: string }) => (one.code < other.code ? -1 : 1);
  expect(codes.sort(byText)).toMatchObject(model.codes.map((code) => recordOf(model, code)).sort(byText));
  const leads = (await secret.get("/leads")).data as { email: string }[];
  expect(leads.map(({ email }) => email).sort()).toEqual([...model.leads.keys()].sort());
  for (const status of ["paused", "expired", "exhausted", "scheduled", "active"] as const) {
    const { headers } = await secret.get(`/codes?limit=1&status=${status}`);
    expect(Number(headers.get("x-total-count"))).toBe(model.codes.filter((code) => model.statusOf(code) === status).length);
  }
}
