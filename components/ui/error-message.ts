/** The parts of an error that are shown to people. */
export type ErrorMessage = {
  message: string;
  requestId?: string | undefined;
  fields?: Record<string, string[]> | undefined;
  status?: number;
};

/** Describes a thrown error for people. `fetch` throws a TypeError if the server can't be reached. */
export function describeError(error: unknown): ErrorMessage & { name: string } {
  if (error instanceof TypeError)
    return { name: "unreachable", message: "The server didn't respond. Check your connection and try again." };
  if (error instanceof Error) return error;
  return { name: "unknown", message: "Something went wrong. Try again." };
}
