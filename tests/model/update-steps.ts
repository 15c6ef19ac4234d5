import { expect } from "vitest";
import { type Model, type ModelCode, type Real, recordOf, sameCode, sameLead } from "./model";
import { OnCode } from "./steps";

/** Lets a code be claimed so often, and, where `endless`, without an end. */
export class Extend extends OnCode {
  readonly allowed: number;
  readonly endless: boolean;
  constructor(index: number, allowed: number, endless: boolean) {
    super(index);
    this.allowed = allowed;
    this.endless = endless;
  }
  override async act(model: Model, real: Real): Promise<void> {
    const code = this.code(model);
    const body = { allowedClaims: this.allowed, ...(this.endless ? { validUntil: null } : {}) };
    const { data, error, fields } = await real.secret.call("PATCH", `/codes/${code.text}`, { body });
    if (this.allowed < code.claims.size) {
      expect({ error, fields: Object.keys(fields ?? {}) }).toEqual({ error: "invalid_input", fields: ["allowedClaims"] });
      return sameCode(model, real, code);
    }
    code.allowed = this.allowed;
    if (this.endless && code.window === "past") code.window = "open";
    expect(data).toMatchObject(recordOf(model, code));
  }
}

export class Reserve extends OnCode {
  readonly email: string | null;
  constructor(index: number, email: string | null) {
    super(index);
    this.email = email;
  }
  override async act(model: Model, { secret }: Real): Promise<void> {
    const code = this.code(model);
    code.reservedFor = this.email;
    const { data } = await secret.call("PATCH", `/codes/${code.text}`, { body: { reservedFor: this.email } });
    expect(data).toMatchObject(recordOf(model, code));
  }
}

export class Revoke extends OnCode {
  readonly email: string;
  constructor(index: number, email: string) {
    super(index);
    this.email = email;
  }
  override async act(model: Model, real: Real): Promise<void> {
    const code = this.code(model);
    const { error, data } = await real.secret.post("/claims/revoke", { code: code.text, email: this.email });
    if (code.claims.delete(this.email)) expect(data).toMatchObject({ code: code.text, email: this.email });
    else expect(error).toBe("claim_not_found");
    await sameCode(model, real, code);
    await sameLead(model, real, this.email);
  }
}

/** Does something to every third code, some of them named twice. */
export class ActOnCodes extends OnCode {
  readonly what: "pause" | "resume" | "extend" | "delete";
  constructor(index: number, what: ActOnCodes["what"]) {
    super(index);
    this.what = what;
  }
  override async act(model: Model, real: Real): Promise<void> {
    const some = model.codes.filter((_, i) => i % 3 === this.index % 3);
    const ask = { action: this.what, ...(this.what === "extend" ? { allowedClaims: 2 } : {}) };
    const { data } = await real.secret.post("/codes/bulk", { ...ask, codes: [...some, ...some].map(({ text }) => text).concat("nowhere") });
    const able = some.filter((code) => this.canBe(model, code));
    expect(data).toMatchObject({ status: "completed", processed: some.length + 1 });
    expect(data.error?.error).toBe(able.length === some.length ? undefined : this.what === "resume" ? "batch_paused" : "invalid_input");
    for (const code of able) this.change(code);
    if (this.what === "delete") model.codes = model.codes.filter((code) => !able.includes(code));
    else for (const code of some) await sameCode(model, real, code);
  }
  private canBe(model: Model, code: ModelCode): boolean {
    if (this.what === "resume") return !model.batches.get(code.batch);
    return this.what !== "extend" || code.claims.size <= 2;
  }
  private change(code: ModelCode): void {
    if (this.what === "pause") code.paused = true;
    if (this.what === "resume") code.paused = false;
    if (this.what === "extend") code.allowed = 2;
  }
}

export class DeleteBatch extends OnCode {
  override async act(model: Model, { secret }: Real): Promise<void> {
    const { batch } = this.code(model);
    const mine = model.codes.filter((code) => code.batch === batch);
    const { data } = await secret.call("DELETE", `/batches/${batch}`);
    expect(data).toMatchObject({ status: "completed", changed: mine.length, batch: { id: batch } });
    model.codes = model.codes.filter((code) => code.batch !== batch);
    model.batches.delete(batch);
    expect((await secret.get(`/batches/${batch}`)).error).toBe("batch_not_found");
  }
}
