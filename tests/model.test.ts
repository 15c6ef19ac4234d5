import fc from "fast-check";
import { expect, test } from "vitest";
import { codeTypes } from "@/contract/enums";
import { apiClient } from "./harness/api";
import { insertProject } from "./harness/factories";
import { size } from "./harness/size";
import { createTestApp } from "./harness/test-app";
import { expectSameState, Model, type System, type ValidityWindow } from "./model/model";
import * as step from "./model/steps";
import * as updateStep from "./model/update-steps";

const { ctx } = await createTestApp();

const email = fc.constantFrom("ada@example.org", "grace@example.org", "alan@example.org", "edsger@example.org", "barbara@example.org");
const index = fc.nat({ max: 200 });
const generateOptions = fc.record<step.GenerateOptions>({
  amount: fc.integer({ min: 1, max: 3 }),
  type: fc.constantFrom(...codeTypes),
  allowedClaims: fc.integer({ min: 1, max: 3 }),
  reservedFor: fc.option(email, { freq: 3 }),
  window: fc.constantFrom<ValidityWindow>("open", "open", "open", "past", "future"),
});
const steps: fc.Arbitrary<step.Step>[] = [
  generateOptions.map((args) => new step.GenerateCodes(args)),
  fc.tuple(index, email, fc.boolean()).map((args) => new step.ClaimCode(...args)),
  fc.tuple(index, email, fc.boolean()).map((args) => new step.ClaimCode(...args)),
  fc.tuple(index, fc.array(email, { minLength: 2, maxLength: 8 })).map((args) => new step.ClaimCodeConcurrently(...args)),
  index.map((args) => new step.PauseCode(args)),
  index.map((args) => new step.ResumeCode(args)),
  fc.tuple(index, fc.boolean()).map((args) => new step.PauseBatch(...args)),
  index.map((args) => new step.ExpireCode(args)),
  index.map((args) => new step.StartCode(args)),
  index.map((args) => new step.DeleteCode(args)),
  index.map((args) => new step.ListClaims(args)),
  fc.tuple(index, fc.integer({ min: 1, max: 4 }), fc.boolean()).map((args) => new updateStep.ExtendCode(...args)),
  fc.tuple(index, fc.option(email, { freq: 2 })).map((args) => new updateStep.ReserveCode(...args)),
  fc.tuple(index, email).map((args) => new updateStep.RevokeClaim(...args)),
  fc.tuple(index, fc.constantFrom("pause", "resume", "extend", "delete")).map((args) => new updateStep.BulkUpdateCodes(...args)),
  index.map((args) => new updateStep.DeleteBatch(args)),
  fc.tuple(email, fc.boolean(), fc.boolean()).map((args) => new step.CreateLead(...args)),
  email.map((args) => new step.DeleteLead(args)),
];

test("the server behaves like the model after any sequence of requests", { timeout: size(180_000, 600_000) }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 100, size: "max" }), async (commands) => {
      const { ctx: projectCtx, secretKey, publicKey } = await insertProject(ctx);
      const model = new Model();
      const system: System = { ctx: projectCtx, secretApi: apiClient(secretKey), publicApi: apiClient(publicKey) };
      await fc.asyncModelRun(() => ({ model, real: system }), commands);
      await expectSameState(model, system);
    }),
    { numRuns: size(8, 110), endOnFailure: false },
  );
  // Eight random sequences had 66 steps in the shortest of many runs.
  expect(step.stepCount.value).toBeGreaterThan(size(20, 2000));
});
