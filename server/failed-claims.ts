import { failedClaimErrors } from "@/contract/enums";
import { countKeyGuess } from "@/core/abuse-protection/key-guesses";
import { ApiError } from "@/core/api-error";
import { type FailedClaim, recordFailedClaim } from "@/core/claims/failed";
import { actorSource, type Context } from "@/core/context";
import { withoutRequestLimit } from "@/db/request-limit";
import { log } from "@/lib/log";
import { createContext } from "./context";

/** How many failures are written at the same time. While more arrive, they aren't recorded. */
const maxConcurrentWrites = 4;
let writes = 0;

/** Returns a use case that claims or holds a code and records attempts that fail, for staff. The response doesn't wait for it. */
export const recordFailures =
  <Input extends { code: string; email: string }, Reply>(claim: (ctx: Context, input: Input) => Promise<Reply>): typeof claim =>
  async (ctx, input) => {
    try {
      return await claim(ctx, input);
    } catch (error) {
      const errorName = error instanceof ApiError ? failedClaimErrors.find((name) => name === error.errorName) : undefined;
      if (errorName !== undefined) {
        // With an Idempotency-Key, `ctx` is in a transaction that is rolled back.
        const ownCtx = createContext({ projectId: ctx.projectId, actor: ctx.actor, requestId: ctx.requestId });
        const isUncountedGuess = ctx.publicCaller === undefined && (errorName === "code_not_found" || errorName === "code_reserved");
        void record(ownCtx, { code: input.code, email: input.email, error: errorName, source: actorSource(ctx.actor), isUncountedGuess });
      }
      throw error;
    }
  };

async function record(ctx: Context, { isUncountedGuess, ...failure }: FailedClaim & { isUncountedGuess: boolean }): Promise<void> {
  if (writes >= maxConcurrentWrites) return;
  writes++;
  try {
    await withoutRequestLimit(() => Promise.all([recordFailedClaim(ctx, failure), isUncountedGuess && countKeyGuess(ctx)]));
  } catch (err) {
    log.warn({ err, requestId: ctx.requestId }, "failed claim could not be recorded");
  } finally {
    writes--;
  }
}
