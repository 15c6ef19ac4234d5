import { expect } from "vitest";
import { expectedRecord, expectSameCode, expectSameLead, type Model, type ModelCode, type System } from "./model";
import { CodeStep } from "./steps";

/** Sets the number of allowed claims and optionally removes the end date. */
export class ExtendCode extends CodeStep {
  readonly allowedClaims: number;
  readonly removeEndDate: boolean;
  constructor(index: number, allowedClaims: number, removeEndDate: boolean) {
    super(index);
    this.allowedClaims = allowedClaims;
    this.removeEndDate = removeEndDate;
  }
  override async perform(model: Model, system: System): Promise<void> {
    const code = this.code(model);
    const body = { allowedClaims: this.allowedClaims, ...(this.removeEndDate ? { validUntil: null } : {}) };
    const { data, error, fields } = await system.secretApi.call("PATCH", `/codes/${code.text}`, { body });
    if (this.allowedClaims < code.claims.size) {
      expect({ error, fields: Object.keys(fields ?? {}) }).toEqual({ error: "invalid_input", fields: ["allowedClaims"] });
      return expectSameCode(model, system, code);
    }
    code.allowedClaims = this.allowedClaims;
    if (this.removeEndDate && code.window === "past") code.window = "open";
    expect(data).toMatchObject(expectedRecord(model, code));
  }
}

export class ReserveCode extends CodeStep {
  readonly email: string | null;
  constructor(index: number, email: string | null) {
    super(index);
    this.email = email;
  }
  override async perform(model: Model, { secretApi }: System): Promise<void> {
    const code = this.code(model);
    code.reservedFor = this.email;
    const { data } = await secretApi.call("PATCH", `/codes/${code.text}`, { body: { reservedFor: this.email } });
    expect(data).toMatchObject(expectedRecord(model, code));
  }
}

export class RevokeClaim extends CodeStep {
  readonly email: string;
  constructor(index: number, email: string) {
    super(index);
    this.email = email;
  }
  override async perform(model: Model, system: System): Promise<void> {
    const code = this.code(model);
    const { error, data } = await system.secretApi.post("/claims/revoke", { code: code.text, email: this.email });
    if (code.claims.delete(this.email)) expect(data).toMatchObject({ code: code.text, email: this.email });
    else expect(error).toBe("claim_not_found");
    await expectSameCode(model, system, code);
    await expectSameLead(model, system, this.email);
  }
}

/** Applies a bulk action to every third code, with duplicates and a missing code in the list. */
export class BulkUpdateCodes extends CodeStep {
  readonly action: "pause" | "resume" | "extend" | "delete";
  constructor(index: number, action: BulkUpdateCodes["action"]) {
    super(index);
    this.action = action;
  }
  override async perform(model: Model, system: System): Promise<void> {
    const selected = model.codes.filter((_, i) => i % 3 === this.index % 3);
    const body = { action: this.action, ...(this.action === "extend" ? { allowedClaims: 2 } : {}) };
    const { data } = await system.secretApi.post("/codes/bulk", {
      ...body,
      codes: [...selected, ...selected].map(({ text }) => text).concat("nowhere"),
    });
    const changeable = selected.filter((code) => this.canChange(model, code));
    expect(data).toMatchObject({ status: "completed", processed: selected.length + 1 });
    expect(data.error?.error).toBe(
      changeable.length === selected.length ? undefined : this.action === "resume" ? "batch_paused" : "invalid_input",
    );
    for (const code of changeable) this.applyAction(code);
    if (this.action === "delete") model.codes = model.codes.filter((code) => !changeable.includes(code));
    else for (const code of selected) await expectSameCode(model, system, code);
  }
  private canChange(model: Model, code: ModelCode): boolean {
    if (this.action === "resume") return !model.batches.get(code.batch);
    return this.action !== "extend" || code.claims.size <= 2;
  }
  private applyAction(code: ModelCode): void {
    if (this.action === "pause") code.paused = true;
    if (this.action === "resume") code.paused = false;
    if (this.action === "extend") code.allowedClaims = 2;
  }
}

export class DeleteBatch extends CodeStep {
  override async perform(model: Model, { secretApi }: System): Promise<void> {
    const { batch } = this.code(model);
    const batchCodes = model.codes.filter((code) => code.batch === batch);
    const { data } = await secretApi.call("DELETE", `/batches/${batch}`);
    expect(data).toMatchObject({ status: "completed", changed: batchCodes.length, batch: { id: batch } });
    model.codes = model.codes.filter((code) => code.batch !== batch);
    model.batches.delete(batch);
    expect((await secretApi.get(`/batches/${batch}`)).error).toBe("batch_not_found");
  }
}
