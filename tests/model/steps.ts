import { sql } from "drizzle-orm";
import type fc from "fast-check";
import { expect } from "vitest";
import type { CodeRecord, CodeType } from "@/contract/codes";
import { normalizeCode } from "@/contract/normalize";
import { secondsFromNow } from "../harness/factories";
import { expectedRecord, expectSameCode, expectSameLead, type Model, type ModelCode, type System, type ValidityWindow } from "./model";

/** How many steps have run. */
export const stepCount = { value: 0 };

/** A step that changes the model and the service and compares the results. */
export abstract class Step implements fc.AsyncCommand<Model, System> {
  check(_model: Readonly<Model>): boolean {
    return true;
  }
  abstract perform(model: Model, system: System): Promise<void>;
  async run(model: Model, system: System): Promise<void> {
    stepCount.value++;
    await this.perform(model, system);
  }
}

/** A step on an existing code, which `index` selects. */
export abstract class CodeStep extends Step {
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

export type GenerateOptions = { amount: number; type: CodeType; allowedClaims: number; reservedFor: string | null; window: ValidityWindow };

export class GenerateCodes extends Step {
  readonly options: GenerateOptions;
  constructor(options: GenerateOptions) {
    super();
    this.options = options;
  }
  override async perform(model: Model, { secretApi }: System): Promise<void> {
    const { amount, type, allowedClaims, reservedFor, window } = this.options;
    const validity = { open: {}, past: { validUntil: secondsFromNow(-60) }, future: { validFrom: secondsFromNow(3600) } }[window];
    const { data } = await secretApi.post("/codes/generate", {
      amount,
      type,
      allowedClaims,
      ...(reservedFor === null ? {} : { reservedFor }),
      ...validity,
    });
    const [batch = ""] = (data as CodeRecord[]).map((code) => code.batch.id);
    model.batches.set(batch, false);
    const generated = (data as CodeRecord[]).map(
      ({ code: text }): ModelCode => ({ text, type, batch, allowedClaims, claims: new Set(), reservedFor, paused: false, window }),
    );
    model.codes.push(...generated);
    expect(data).toMatchObject(generated.map((code) => expectedRecord(model, code)));
  }
  override toString = () => `GenerateCodes(${JSON.stringify(this.options)})`;
}

export class ClaimCode extends CodeStep {
  readonly email: string;
  readonly isPublic: boolean;
  constructor(index: number, email: string, isPublic: boolean) {
    super(index);
    this.email = email;
    this.isPublic = isPublic;
  }
  override async perform(model: Model, system: System): Promise<void> {
    const code = this.code(model);
    const expectedError = model.getClaimError(code, this.email, this.isPublic);
    const { error, data } = await (this.isPublic ? system.publicApi : system.secretApi).post("/codes/claim", {
      code: code.text,
      email: this.email,
    });
    expect(error ?? null).toBe(expectedError);
    if (expectedError === null) {
      model.addClaim(code, this.email);
      if (!this.isPublic) expect(data.claimedCode).toMatchObject(expectedRecord(model, code));
    }
    await expectSameLead(model, system, this.email);
    await expectSameCode(model, system, code);
  }
}

export class ClaimCodeConcurrently extends CodeStep {
  readonly emails: string[];
  constructor(index: number, emails: string[]) {
    super(index);
    this.emails = emails;
  }
  override async perform(model: Model, system: System): Promise<void> {
    const code = this.code(model);
    const responses = await Promise.all(
      this.emails.map(async (email) => ({ email, ...(await system.secretApi.post("/codes/claim", { code: code.text, email })) })),
    );
    const claimsBefore = new Set(code.claims);
    const claimsLeft = model.getStatus(code) === "active" ? code.allowedClaims - claimsBefore.size : 0;
    const eligible = new Set(
      this.emails.filter((email) => !claimsBefore.has(email) && (code.reservedFor === null || code.reservedFor === email)),
    );
    for (const { email, status } of responses) {
      if (status !== 200) continue;
      if (!claimsBefore.has(email)) expect(eligible).toContain(email);
      model.addClaim(code, email);
    }
    expect(code.claims.size - claimsBefore.size).toBe(Math.min(Math.max(0, claimsLeft), eligible.size));
    await expectSameCode(model, system, code);
  }
}

export class PauseCode extends CodeStep {
  override async perform(model: Model, { secretApi }: System): Promise<void> {
    const code = this.code(model);
    code.paused = true;
    const { data } = await secretApi.call("PATCH", `/codes/${code.text}`, { body: { paused: true } });
    expect(data).toMatchObject(expectedRecord(model, code));
  }
}

export class ResumeCode extends CodeStep {
  override async perform(model: Model, { secretApi }: System): Promise<void> {
    const code = this.code(model);
    const { error, data } = await secretApi.call("PATCH", `/codes/${code.text}`, { body: { paused: false } });
    if (model.batches.get(code.batch)) return expect(error).toBe("batch_paused");
    code.paused = false;
    expect(data).toMatchObject(expectedRecord(model, code));
  }
}

export class PauseBatch extends CodeStep {
  readonly paused: boolean;
  constructor(index: number, paused: boolean) {
    super(index);
    this.paused = paused;
  }
  override async perform(model: Model, { secretApi }: System): Promise<void> {
    const { batch } = this.code(model);
    model.batches.set(batch, this.paused);
    const batchCodes = model.codes.filter((code) => code.batch === batch);
    const claims = batchCodes.reduce((sum, code) => sum + code.claims.size, 0);
    const { data } = await secretApi.call("PATCH", `/batches/${batch}`, { body: { paused: this.paused } });
    expect(data).toMatchObject({
      id: batch,
      paused: this.paused,
      codeCount: batchCodes.length,
      claims,
    });
  }
}

export class ExpireCode extends CodeStep {
  override async perform(model: Model, system: System): Promise<void> {
    const code = this.code(model);
    await system.ctx.db.execute(
      sql`update codes set valid_from = null, valid_until = now() - interval '1 second' where project_id = ${system.ctx.projectId} and key = ${normalizeCode(code.text)}`,
    );
    code.window = "past";
    await expectSameCode(model, system, code);
  }
}

export class StartCode extends CodeStep {
  override async perform(model: Model, system: System): Promise<void> {
    const code = this.code(model);
    await system.ctx.db.execute(
      sql`update codes set valid_from = now() - interval '1 second', valid_until = now() + interval '1 hour' where project_id = ${system.ctx.projectId} and key = ${normalizeCode(code.text)}`,
    );
    code.window = "open";
    await expectSameCode(model, system, code);
  }
}

export class DeleteCode extends CodeStep {
  override async perform(model: Model, { secretApi }: System): Promise<void> {
    const code = this.code(model);
    expect((await secretApi.post("/codes/delete", { code: code.text })).data).toMatchObject(expectedRecord(model, code));
    model.codes = model.codes.filter((current) => current !== code);
    expect((await secretApi.get(`/codes/${code.text}`)).error).toBe("code_not_found");
  }
}

export class ListClaims extends CodeStep {
  override async perform(model: Model, { secretApi }: System): Promise<void> {
    const code = this.code(model);
    const { data } = await secretApi.get(`/codes/${code.text}/claims`);
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
  override async perform(model: Model, system: System): Promise<void> {
    const existing = model.leads.get(this.email);
    const { error } = await (this.isPublic ? system.publicApi : system.secretApi).post("/leads/create", {
      email: this.email,
      waitlist: this.waitlist,
    });
    expect(error).toBe(existing && !this.isPublic ? "lead_exists" : undefined);
    const joined = { onWaitlist: this.waitlist, hasJoined: this.waitlist };
    if (!existing) model.leads.set(this.email, joined);
    // Those who claimed after they joined have had their turn.
    else if (this.isPublic && this.waitlist && !(existing.hasJoined && model.hasClaimed(this.email))) model.leads.set(this.email, joined);
    await expectSameLead(model, system, this.email);
  }
  override toString = () => `CreateLead(${JSON.stringify(this.email)}, ${this.waitlist}, ${this.isPublic})`;
}

export class DeleteLead extends Step {
  readonly email: string;
  constructor(email: string) {
    super();
    this.email = email;
  }
  override async perform(model: Model, system: System): Promise<void> {
    const { error } = await system.secretApi.post("/leads/delete", { email: this.email });
    expect(error).toBe(model.leads.has(this.email) ? undefined : "lead_not_found");
    if (!model.leads.delete(this.email)) return;
    for (const code of model.codes) {
      code.claims.delete(this.email);
      if (code.reservedFor !== this.email) continue;
      code.reservedFor = null;
      code.paused = true;
    }
    await expectSameLead(model, system, this.email);
  }
  override toString = () => `DeleteLead(${JSON.stringify(this.email)})`;
}
