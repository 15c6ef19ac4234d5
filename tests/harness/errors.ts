import type { ErrorName } from "@/contract/errors";
import { ApiError } from "@/core/api-error";

/** The name of the refusal that `answer` ends with; fails where it succeeds or breaks otherwise. */
export async function getErrorName(result: Promise<unknown>): Promise<ErrorName> {
  try {
    await result;
  } catch (error) {
    if (error instanceof ApiError) return error.errorName;
    throw error;
  }
  throw new Error("This was to be refused and was not");
}

/** What came of it: "done", or the refusal's name. */
export const getOutcome = (result: Promise<unknown>): Promise<"done" | ErrorName> =>
  result.then(
    () => "done" as const,
    (error: unknown) => {
      if (error instanceof ApiError) return error.errorName;
      throw error;
    },
  );
