import { expect, expectTypeOf, test } from "vitest";
import type {
  CallError,
  CallErrorName,
  Challenge,
  ClaimConfirmation,
  ClaimToken,
  ClaimWithRecords,
  Code,
  FeedEvent,
  Gatehouse,
  HeldCode,
  Lead,
  Page,
  PublicSignUp,
} from "./index.js";
import { GatehouseError, isGatehouseError } from "./index.js";
import type { GatehousePublic } from "./public.js";

// `npm run types` checks these. They only have to compile.
declare const gatehouse: Gatehouse;
declare const publicClient: GatehousePublic;

const neverRuns = (_: () => unknown) => expect(true).toBe(true);

test("results have the type of the reply to the kind of key", () =>
  neverRuns(async () => {
    expectTypeOf(await gatehouse.codes.get("a1")).toEqualTypeOf<HeldCode>();
    expectTypeOf(await gatehouse.codes.generate({ amount: 1 })).toEqualTypeOf<Code[]>();
    expectTypeOf(await gatehouse.leads.create({ email: "ada@example.org" })).toEqualTypeOf<Lead>();
    expectTypeOf(await publicClient.leads.create({ email: "ada@example.org" })).toEqualTypeOf<PublicSignUp>();
    const claim = await gatehouse.codes.claim({ code: "a1", email: "ada@example.org" });
    expectTypeOf(claim).toEqualTypeOf<ClaimWithRecords | ClaimConfirmation>();
    if (claim.claimToken !== null) expectTypeOf(claim.lead).toEqualTypeOf<Lead>();
    expectTypeOf(await publicClient.codes.claim({ code: "a1", email: "ada@example.org" })).toEqualTypeOf<ClaimToken | ClaimConfirmation>();
    expectTypeOf(await gatehouse.leads.list()).toEqualTypeOf<Page<Lead>>();
    for await (const lead of gatehouse.leads.list({ waitlist: true })) expectTypeOf(lead).toEqualTypeOf<Lead>();
    for await (const event of gatehouse.events.follow({ types: ["code.claimed"] })) expectTypeOf(event).toEqualTypeOf<FeedEvent>();
    expectTypeOf(await gatehouse.exports.download("1")).toEqualTypeOf<Response>();
  }));

test("inputs that the API doesn't take don't compile", () =>
  neverRuns(() => {
    // @ts-expect-error: the email is missing
    gatehouse.codes.claim({ code: "a1" });
    // @ts-expect-error: not a field
    gatehouse.codes.claim({ code: "a1", email: "ada@example.org", uses: 2 });
    // @ts-expect-error: not a status
    gatehouse.codes.list({ status: "gone" });
    // @ts-expect-error: a read takes no idempotency key
    gatehouse.codes.get("a1", { idempotencyKey: "k" });
    // @ts-expect-error: an upload takes none either
    gatehouse.imports.create("", {}, { idempotencyKey: "k" });
    // @ts-expect-error: not an event
    gatehouse.events.follow({ types: ["code.invented"] });
    // @ts-expect-error: only with the secret key
    publicClient.codes.generate({ amount: 1 });
  }));

test("a caught error narrows to the names of its call", () =>
  neverRuns((error: unknown = null) => {
    if (isGatehouseError(error, "codes.claim")) {
      expectTypeOf(error.name).toEqualTypeOf<CallErrorName<"codes.claim">>();
      // @ts-expect-error: claiming never returns it
      if (error.name === "lead_not_found") return;
      // @ts-expect-error: a typing mistake
      if (error.name === "code_exhaust") return;
      if (error.name === "code_exhausted") {
        expectTypeOf(error).toEqualTypeOf<GatehouseError<"code_exhausted">>();
        expectTypeOf(error.challenge).toEqualTypeOf<null>();
      }
      if (error.name === "proof_required") expectTypeOf(error.challenge).toEqualTypeOf<Challenge>();
    }
    if (isGatehouseError(error)) {
      if (error.name === "webhook_not_verified") return;
      // @ts-expect-error: not a name of any error
      if (error.name === "gone") return;
    }
    // Names are checked without a guard too.
    if (error instanceof GatehouseError && error.name === "timeout") return;
  }));

test("safe() has either the data or an error of the call", () =>
  neverRuns(async () => {
    const { data, error } = await gatehouse.codes.get("a1").safe();
    if (error) {
      expectTypeOf(error).toEqualTypeOf<CallError<"codes.get">>();
      expectTypeOf(data).toEqualTypeOf<null>();
      // @ts-expect-error: reading a code never returns it
      if (error.name === "code_exhausted") return;
      return;
    }
    expectTypeOf(data).toEqualTypeOf<HeldCode>();
  }));

test("an event narrows to its record by its type", () =>
  neverRuns((event = {} as FeedEvent) => {
    if (event.type === "code.claimed" && !("deleted" in event.data)) expectTypeOf(event.data.code).toEqualTypeOf<string>();
  }));
