import { sql } from "drizzle-orm";
import type fc from "fast-check";
import { expect } from "vitest";
import type { CodeRecord, CodeType } from "@/contract/codes";
import { normalizeCode } from "@/contract/normalize";
import { secondsFromNow } from "../harness/factories";
import { type Model, type ModelCode, type Real, recordOf, sameCode, sameLead, type Window } from "./model";

/** How many steps were taken. */
export const taken = { steps: 0 };

/** A step on something that is there: `act` is handed the code that `index` falls on. */
export abstract class Step implements fc.AsyncCommand<Model, Real> {
  check(_model: Readonly<Model>): boolean {
    return true;
  }
  abstract act(model: Model, real: Real): Promise<void>;
  async run(model: Model, real: Real): Promise<void> {
    taken.steps++;
    await this.act(model, real);
  }
}

export abstract class OnCode extends Step {
  readonly index: number;
  constructor(index: number) {
    super();
    this.index = index;
  }
  override check(model: Readonly<Model>): boolean {
    return model.codes.length > 0;
  }
  protected code(model: Readonly<Model>): ModelCode {
    return model.codes[this.index % model.codes.length] as ModelCode;
  }
  override toString = () => `${this.constructor.name}(${JSON.stringify({ ...this, toString: undefined })})`;
}

export type Making = { amount: number; type: CodeType; allowed: number; reservedFor: string | null; window: Window };

export class Generate extends Step {
  readonly making: Making;
  constructor(making: Making) {
    super();
    this.making = making;
  }
  override async act(model: Model, { secret }: Real): Promise<void> {
    const { amount, type, allowed, reservedFor, window } = this.making;
    const times = { open: {}, past: { validUntil: secondsFromNow(-60) }, future: { validFrom: secondsFromNow(3600) } }[window];
    const { data } = await secret.post("/codes/generate", {
      amount,
      type,
      allowedClaims: allowed,
      ...(reservedFor === null ? {} : { reservedFor }),
      ...times,
    });
    const [batch = ""] = (data as CodeRecord[]).map((code) => code.batch.id);
    model.batches.set(batch, false);
    const made = (data as CodeRecord[]).map(
      ({ code: text }): ModelCode => ({ text, type, batch, allowed, claims: new Set(), reservedFor, paused: false, window }),
    );
    model.codes.push(...made);
    expect(data).toMatchObject(made.map((code) => recordOf(model, code)));
  }
  override toString = () => `Generate(${JSON.stringify(this.making)})`;
}

export class Claim extends OnCode {
  readonly email: string;
  readonly isPublic: boolean;
  constructor(index: number, email: string, isPublic: boolean) {
    super(index);
    this.email = email;
    this.isPublic = isPublic;
  }
  override async act(model: Model, real: Real): Promise<void> {
    const code = this.code(model);
    const refusal = model.refusalFor(code, this.email, this.isPublic);
    const again = code.claims.has(this.email);
    const { error, data } = await (this.isPublic ? real.open : real.secret).post("/codes/claim", { code: code.text, email: this.email });
    expect(error ?? null).toBe(refusal);
    if (refusal === null) {
      code.claims.add(this.email);
      const lead = model.leads.get(this.email);
      model.leads.set(this.email, { onWaitlist: again ? (lead?.onWaitlist ?? false) : false });
      if (!this.isPublic) expect(data.claimedCode).toMatchObject(recordOf(model, code));
    }
    await sameLead(model, real, this.email);
    await sameCode(model, real, code);
  }
}

export class ClaimAtOnce extends OnCode {
  readonly emails: string[];
  constructor(index: number, emails: string[]) {
    super(index);
    this.emails = emails;
  }
  override async act(model: Model, real: Real): Promise<void> {
    const code = this.code(model);
    const answers = await Promise.all(
      this.emails.map(async (email) => ({ email, ...(await real.secret.post("/codes/claim", { code: code.text, email })) })),
    );
    const before = new Set(code.claims);
    const room = model.statusOf(code) === "active" ? code.allowed - before.size : 0;
    const wanting = new Set(this.emails.filter((email) => !before.has(email) && (code.reservedFor === null || code.reservedFor === email)));
    for (const { email, status } of answers) {
      if (status !== 200) continue;
      if (!before.has(email)) expect(wanting).toContain(email);
      if (!before.has(email)) model.leads.set(email, { onWaitlist: false });
      code.claims.add(email);
    }
    expect(code.claims.size - before.size).toBe(Math.min(Math.max(0, room), wanting.size));
    await sameCode(model, real, code);
  }
}

export class Pause extends OnCode {
  override async act(model: Model, { secret }: Real): Promise<void> {
    const code = this.code(model);
    code.paused = true;
    const { data } = await secret.call("PATCH", `/codes/${code.text}`, { body: { paused: true } });
    expect(data).toMatchObject(recordOf(model, code));
  }
}

export class Resume extends OnCode {
  override async act(model: Model, { secret }: Real): Promise<void> {
    const code = this.code(model);
    const { error, data } = await secret.call("PATCH", `/codes/${code.text}`, { body: { paused: false } });
    if (model.batches.get(code.batch)) return expect(error).toBe("batch_paused");
    code.paused = false;
    expect(data).toMatchObject(recordOf(model, code));
  }
}

export class PauseBatch extends OnCode {
  readonly paused: boolean;
  constructor(index: number, paused: boolean) {
    super(index);
    this.paused = paused;
  }
  override async act(model: Model, { secret }: Real): Promise<void> {
    const { batch } = this.code(model);
    model.batches.set(batch, this.paused);
    const mine = model.codes.filter((code) => code.batch === batch);
    const claims = mine.reduce((sum, code) => sum + code.claims.size, 0);
    const { data } = await secret.call("PATCH", `/batches/${batch}`, { body: { paused: this.paused } });
    expect(data).toMatchObject({
      id: batch,
      paused: this.paused,
      codeCount: mine.length,
      claims,
    });
  }
}

export class Expire extends OnCode {
  override async act(model: Model, real: Real): Promise<void> {
    const code = this.code(model);
    await real.ctx.db.execute(
      sql`update codes set valid_from = null, valid_until = now() - interval '1 second' where project_id = ${real.ctx.projectId} and key = ${normalizeCode(code.text)}`,
    );
    code.window = "past";
    await sameCode(model, real, code);
  }
}

export class Start extends OnCode {
  override async act(model: Model, real: Real): Promise<void> {
    const code = this.code(model);
    await real.ctx.db.execute(
      sql`update codes set valid_from = now() - interval '1 second', valid_until = now() + interval '1 hour' where project_id = ${real.ctx.projectId} and key = ${normalizeCode(code.text)}`,
    );
    code.window = "open";
    await sameCode(model, real, code);
  }
}

export class DeleteCode extends OnCode {
  override async act(model: Model, { secret }: Real): Promise<void> {
    const code = this.code(model);
    expect((await secret.post("/codes/delete", { code: code.text })).data).toMatchObject(recordOf(model, code));
    model.codes = model.codes.filter((each) => each !== code);
    expect((await secret.get(`/codes/${code.text}`)).error).toBe("code_not_found");
  }
}

export class ListClaims extends OnCode {
  override async act(model: Model, { secret }: Real): Promise<void> {
    const code = this.code(model);
    const { data } = await secret.get(`/codes/${code.text}/claims`);
    expect((data as { email: string }[]).map(({ email }) => email).sort()).toEqual([...code.claims].sort());
  }
}

export class CreateLead extends Step {
  readonly email: string;
  readonly waitlist: boolean;
  readonly isPublic: boolean;
  constructor(email: string, waitlist: boolean, isPublic: boolean) {
    super();
    this.email = email;
    this.waitlist = waitlist;
    this.isPublic = isPublic;
  }
  override async act(model: Model, real: Real): Promise<void> {
    const known = model.leads.get(this.email);
    const { error } = await (this.isPublic ? real.open : real.secret).post("/leads/create", { email: this.email, waitlist: this.waitlist });
    expect(error).toBe(known && !this.isPublic ? "lead_exists" : undefined);
    if (!known) model.leads.set(this.email, { onWaitlist: this.waitlist });
    else if (this.isPublic && this.waitlist) known.onWaitlist = true;
    await sameLead(model, real, this.email);
  }
  override toString = () => `CreateLead(${JSON.stringify(this.email)}, ${this.waitlist}, ${this.isPublic})`;
}

export class DeleteLead extends Step {
  readonly email: string;
  constructor(email: string) {
    super();
    this.email = email;
  }
  override async act(model: Model, real: Real): Promise<void> {
    const { error } = await real.secret.post("/leads/delete", { email: this.email });
    expect(error).toBe(model.leads.has(this.email) ? undefined : "lead_not_found");
    if (!model.leads.delete(this.email)) return;
    for (const code of model.codes) {
      code.claims.delete(this.email);
      if (code.reservedFor !== this.email) continue;
      code.reservedFor = null;
      code.paused = true;
    }
    await sameLead(model, real, this.email);
  }
  override toString = () => `DeleteLead(${JSON.stringify(this.email)})`;
}
