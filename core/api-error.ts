import type { Challenge } from "@/contract/abuse-protection";
import type { CodeRecord } from "@/contract/codes";
import type { KeyScope } from "@/contract/endpoint";
import type { ErrorDetails } from "@/contract/error-body";
import { apiErrors, type ErrorName } from "@/contract/errors";
import type { Redemption } from "@/contract/redemption";
import type { SecondFactorName } from "@/contract/staff-fields";

/** Returns the result, or null if it fails with an expected error of the API. */
export const nullOnError = <T>(result: Promise<T>, isExpected: (error: ApiError) => boolean): Promise<T | null> =>
  result.catch((error: unknown) => {
    if (error instanceof ApiError && isExpected(error)) return null;
    throw error;
  });

/** Returns a record, or null if there is none. */
export const ifExists = <T>(record: Promise<T>): Promise<T | null> => nullOnError(record, ({ status }) => status === 404);

type TokenState = Pick<ErrorDetails, "usedAt" | "expiredAt"> & { reason: "unknown" | "used" | "expired" };

/** An error of the API: a name from `apiErrors`, optionally with its own message, fields or headers. */
export class ApiError extends Error {
  readonly errorName: ErrorName;
  readonly fields?: Record<string, string[]>;
  readonly headers?: Record<string, string>;
  /** When the code can be claimed, as date-times, if the caller may know it. */
  readonly validity?: Pick<CodeRecord, "validFrom" | "validUntil">;
  /** Why a claim token doesn't work, for `token_not_found`. */
  readonly tokenState?: TokenState;
  /** What differs in the lead that exists, for `lead_exists`. */
  readonly existingLead?: Pick<ErrorDetails, "differences" | "onWaitlist">;
  /** Where the code is redeemed, for `code_redeemed_elsewhere`. */
  readonly redemption?: Redemption;
  /** The scope that the key needs, for `scope_required`. */
  readonly scope?: KeyScope;
  /** The challenge to solve for `proof_required`. */
  readonly challenge?: Challenge;
  /** How the sign-in can be confirmed, for `second_factor_required`. */
  readonly secondFactors?: SecondFactorName[];
  /** Whether what was changed before the error is kept, also by a request with an Idempotency-Key, whose transaction is otherwise rolled back. */
  readonly keepsChanges: boolean;

  constructor(
    name: ErrorName,
    options: {
      message?: string;
      fields?: Record<string, string[]>;
      headers?: Record<string, string>;
      validity?: Pick<CodeRecord, "validFrom" | "validUntil">;
      tokenState?: TokenState;
      existingLead?: Pick<ErrorDetails, "differences" | "onWaitlist">;
      redemption?: Redemption;
      scope?: KeyScope;
      challenge?: Challenge;
      secondFactors?: SecondFactorName[];
      keepsChanges?: boolean;
    } = {},
  ) {
    super(options.message ?? apiErrors[name].message);
    this.errorName = name;
    this.fields = options.fields;
    this.headers = options.headers;
    this.validity = options.validity;
    this.tokenState = options.tokenState;
    this.existingLead = options.existingLead;
    this.redemption = options.redemption;
    this.scope = options.scope;
    this.challenge = options.challenge;
    this.secondFactors = options.secondFactors;
    this.keepsChanges = options.keepsChanges ?? false;
  }

  get status(): number {
    return apiErrors[this.errorName].status;
  }
}
