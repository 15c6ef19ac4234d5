import fc from "fast-check";
import { expect, test } from "vitest";
import { codeTypes } from "@/contract/kinds";
import { apiClient } from "./harness/api";
import { insertProject } from "./harness/factories";
import { createTestApp } from "./harness/test-app";
import * as change from "./model/changes";
import { Model, type Real, same, type Window } from "./model/model";
import * as step from "./model/steps";

const { ctx } = await createTestApp();

const email = fc.constantFrom("ada@example.org", "grace@example.org", "alan@example.org", "edsger@example.org", "barbara@example.org");
const index = fc.nat({ max: 200 });
const making = fc.record<step.Making>({
  amount: fc.integer({ min: 1, max: 3 }),
  type: fc.constantFrom(...codeTypes),
  allowed: fc.integer({ min: 1, max: 3 }),
  reservedFor: fc.option(email, { freq: 3 }),
  window: fc.constantFrom<Window>("open", "open", "open", "past", "future"),
});
const steps: fc.Arbitrary<step.Step>[] = [
  making.map((each) => new step.Generate(each)),
  fc.tuple(index, email, fc.boolean()).map((each) => new step.Claim(...each)),
  fc.tuple(index, email, fc.boolean()).map((each) => new step.Claim(...each)),
  fc.tuple(index, fc.array(email, { minLength: 2, maxLength: 8 })).map((each) => new step.ClaimAtOnce(...each)),
  index.map((each) => new step.Pause(each)),
  index.map((each) => new step.Resume(each)),
  fc.tuple(index, fc.boolean()).map((each) => new step.PauseBatch(...each)),
  index.map((each) => new step.Expire(each)),
  index.map((each) => new step.Start(each)),
  index.map((each) => new step.DeleteCode(each)),
  index.map((each) => new step.ListClaims(each)),
  fc.tuple(index, fc.integer({ min: 1, max: 4 }), fc.boolean()).map((each) => new change.Extend(...each)),
  fc.tuple(index, fc.option(email, { freq: 2 })).map((each) => new change.Reserve(...each)),
  fc.tuple(index, email).map((each) => new change.Revoke(...each)),
  fc.tuple(index, fc.constantFrom("pause", "resume", "extend", "delete")).map((each) => new change.ActOnCodes(...each)),
  index.map((each) => new change.DeleteBatch(each)),
  fc.tuple(email, fc.boolean(), fc.boolean()).map((each) => new step.CreateLead(...each)),
  email.map((each) => new step.DeleteLead(each)),
];

test("whatever is done in whatever order, the service is what the model says", { timeout: 180_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 100, size: "max" }), async (many) => {
      const { ctx: own, secretKey, publicKey } = await insertProject(ctx);
      const model = new Model();
      const real: Real = { ctx: own, secret: apiClient(secretKey), open: apiClient(publicKey) };
      await fc.asyncModelRun(() => ({ model, real }), many);
      await same(model, real);
    }),
    { numRuns: 110, endOnFailure: false },
  );
  expect(step.taken.steps).toBeGreaterThan(2000);
});
