import pino from "pino";
import { env } from "@/lib/env";

/** JSON lines on standard output. Never give it a key, token, code or address. */
export const log = pino({
  level: env().LOG_LEVEL,
  base: { pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describeError },
});

/** What of an error may be logged: its names, codes and stack, without the message of a database error, which can quote values. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint_name, routine, severity } = error as Error & Record<string, unknown>;
  const fromDatabase = severity !== undefined || error.message.startsWith("Failed query");
  return {
    type: error.name,
    ...(fromDatabase ? {} : { message: error.message }),
    ...(code === undefined ? {} : { code }),
    ...(constraint_name === undefined ? {} : { constraint: constraint_name }),
    ...(routine === undefined ? {} : { routine }),
    stack: error.stack
      ?.split("\n")
      .filter((line) => line.trimStart().startsWith("at "))
      .slice(0, 12)
      .map((line) => line.trim()),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
