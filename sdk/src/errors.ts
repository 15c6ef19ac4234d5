import type { ApiErrorName, CallErrors } from "./generated/errors.js";
import type { Challenge, ErrorDetails } from "./generated/types.js";

/** A call of the client by its name, such as `codes.claim`. */
export type CallName = keyof CallErrors;

/**
 * What fails without an answer of the API:
 * - `connection_failed`: Gatehouse couldn't be reached, or its answer was lost.
 * - `timeout`: there was no answer within `timeoutMs`.
 * - `unexpected_response`: the answer isn't one of the API, but for example of a proxy, or a redirect.
 * - `webhook_not_verified`: a request isn't a webhook that was signed with your secret, or it is more than 5 minutes old.
 */
export type ClientErrorName = "connection_failed" | "timeout" | "unexpected_response" | "webhook_not_verified";

/** What can go wrong in every call. */
type ConnectionErrorName = Exclude<ClientErrorName, "webhook_not_verified">;

/** The name of an error: one of the API, or one of the client. */
export type ErrorName = ApiErrorName | ClientErrorName;

/** The names of the errors of a call, such as `CallErrorName<"codes.claim">`. */
export type CallErrorName<Name extends CallName = CallName> = CallErrors[Name] | ConnectionErrorName;

/** The errors with these names. Comparing `name` narrows it. */
export type ErrorNamed<Name extends ErrorName> = Name extends ErrorName ? GatehouseError<Name> : never;

/** The errors of a call, such as `CallError<"codes.claim">`. */
export type CallError<Name extends CallName = CallName> = ErrorNamed<CallErrorName<Name>>;

/** What an error says. */
export type ErrorValues = {
  name: ErrorName;
  message: string;
  call?: CallName | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  isRetryable?: boolean | undefined;
  isOutcomeUnknown?: boolean | undefined;
  idempotencyKey?: string | undefined;
  fields?: Record<string, string[]> | undefined;
  challenge?: Challenge | undefined;
  details?: Partial<ErrorDetails> | undefined;
  cause?: unknown;
};

// Also found in errors of another copy of this package, such as the CommonJS one.
const brand = Symbol.for("@gatehouse/sdk error");

/** What an error has that says less. */
const unknownValues = {
  name: "",
  call: null,
  status: null,
  requestId: null,
  retryAfter: null,
  isRetryable: false,
  isOutcomeUnknown: false,
  idempotencyKey: null,
  fields: {},
  challenge: null,
  details: {},
};

/** Every error of the client, except the reason of an aborted `signal`, which is thrown as it is. */
export class GatehouseError<Name extends ErrorName = ErrorName> extends Error {
  /** The stable name of the error, which your code can rely on. */
  declare readonly name: Name;
  /** The call that failed, such as `codes.claim`. */
  declare readonly call: CallName | null;
  /** The HTTP status. `null` without an answer. */
  declare readonly status: number | null;
  /** Identifies the request in the log of the server. */
  declare readonly requestId: string | null;
  /** After how many seconds the call can be repeated, if the answer said so. */
  declare readonly retryAfter: number | null;
  /** Whether the same call can succeed later, without a change. */
  declare readonly isRetryable: boolean;
  /** Whether the change may have been made although there is an error, for example because the answer was lost. */
  declare readonly isOutcomeUnknown: boolean;
  /** The key of the write. Repeating the call with it within 24 hours never makes the change twice. */
  declare readonly idempotencyKey: string | null;
  /** The messages for each invalid field, by its path. Empty unless `name` is `invalid_input`. */
  declare readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The proof of work to solve. `null` unless `name` is `proof_required`. */
  declare readonly challenge: Name extends "proof_required" ? Challenge : null;
  /** What else the answer says about the error. */
  declare readonly details: Partial<ErrorDetails>;

  constructor({ message, cause, ...values }: ErrorValues & { name: Name }) {
    super(message, cause === undefined ? undefined : { cause });
    for (const [field, value] of Object.entries(unknownValues))
      Object.assign(this, { [field]: values[field as keyof typeof values] ?? value });
    Object.defineProperty(this, brand, { value: true });
  }
}

/**
 * Returns whether something that was caught is an error of the client, and with a call, whether it is an error of that call. Then the names
 * that `error.name` can have are known. Newer servers can have names that this version doesn't know, so handle others as well.
 */
export function isGatehouseError(error: unknown): error is ErrorNamed<ErrorName>;
export function isGatehouseError<Name extends CallName>(error: unknown, call: Name): error is CallError<Name>;
export function isGatehouseError(error: unknown, call?: CallName): boolean {
  return error instanceof Error && brand in error && (call === undefined || (error as unknown as GatehouseError).call === call);
}
