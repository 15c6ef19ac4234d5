/** What went wrong with a call, in words for people, as the server said it. */
export type ErrorMessage = { message: string; requestId?: string | undefined; fields?: Record<string, string[]> | undefined; status?: number };

/** What was thrown, in words for people: `fetch` throws a TypeError when nothing answers. */
export function describeError(error: unknown): ErrorMessage & { name: string } {
  if (error instanceof TypeError)
    return { name: "unreachable", message: "The server did not answer. Check the connection, then try again." };
  if (error instanceof Error) return error;
  return { name: "unknown", message: "Something went wrong. Try again." };
}
