import pino from "pino";
import { env } from "@/lib/env";

/** Logs JSON lines to standard output. Never log a key, token, code or email address. */
export const log = pino({
  level: env().LOG_LEVEL,
  base: { pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: serializeError },
});

/** Describes an error for the log. Omits the messages of database errors, which can contain values. */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint_name, routine, severity } = error as Error & Record<string, unknown>;
  const isDatabaseError = severity !== undefined || error.message.startsWith("Failed query");
  return {
    type: error.name,
    ...(isDatabaseError ? {} : { message: error.message }),
    ...(code === undefined ? {} : { code }),
    ...(constraint_name === undefined ? {} : { constraint: constraint_name }),
    ...(routine === undefined ? {} : { routine }),
    stack: error.stack
      ?.split("\n")
      .filter((line) => line.trimStart().startsWith("at "))
      .slice(0, 12)
      .map((line) => line.trim()),
    ...(error.cause instanceof Error ? { cause: serializeError(error.cause) } : {}),
  };
}
