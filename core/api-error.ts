import { apiErrors, type ErrorName } from "@/contract/errors";
import type { Challenge } from "@/contract/protection";

/** How the domain says no: a name of the contract's table, with its own sentence, fields or headers where they help. */
export class ApiError extends Error {
  readonly refusal: ErrorName;
  readonly fields?: Record<string, string[]>;
  readonly headers?: Record<string, string>;
  /** From when it would not be refused, where that is known. */
  readonly until?: string;
  /** What to solve so that it is not refused. */
  readonly challenge?: Challenge;

  constructor(
    name: ErrorName,
    more: {
      message?: string;
      fields?: Record<string, string[]>;
      headers?: Record<string, string>;
      until?: string;
      challenge?: Challenge;
    } = {},
  ) {
    super(more.message ?? apiErrors[name].message);
    this.refusal = name;
    this.fields = more.fields;
    this.headers = more.headers;
    this.until = more.until;
    this.challenge = more.challenge;
  }

  get status(): number {
    return apiErrors[this.refusal].status;
  }
}
