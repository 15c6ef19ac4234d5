import type { ErrorName } from "@/contract/errors";
import { ApiError } from "@/core/api-error";

/** Returns the name of the `ApiError` that a promise rejects with. Throws if it resolves or rejects with another error. */
export async function getErrorName(result: Promise<unknown>): Promise<ErrorName> {
  try {
    await result;
  } catch (error) {
    if (error instanceof ApiError) return error.errorName;
    throw error;
  }
  throw new Error("Expected an ApiError, but the call succeeded");
}

/** Returns "done" if a promise resolves, or the name of the `ApiError` it rejects with. */
export const getOutcome = (result: Promise<unknown>): Promise<"done" | ErrorName> =>
  result.then(
    () => "done" as const,
    (error: unknown) => {
      if (error instanceof ApiError) return error.errorName;
      throw error;
    },
  );
