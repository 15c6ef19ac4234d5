import type { ErrorName } from "@/contract/errors";
import type { RateLimitReport } from "@/core/context";

/**
 * Sets `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-09) from the rate limits that the request counted toward:
 * `"claims";q=200;w=600` is a limit of 200 claims in 600 seconds, and `"claims";r=199;t=540` says that 199 are left for 540 seconds. The
 * limit that is closest comes first.
 */
export function setRateLimitHeaders(headers: Headers, reports: readonly RateLimitReport[] = [], error?: ErrorName): void {
  if (reports.length === 0) return;
  // In the same order for every attempt, which must not tell what is left.
  const policies = reports.map(({ policy, limit, windowSeconds }) => `"${policy}";q=${limit};w=${windowSeconds}`);
  const states = reports
    .filter((report) => !report.isOnlyForUnknownCodes || tellsUnknownCode(report, error))
    .map((report) => ({ ...report, remaining: Math.max(0, report.limit - report.attempts) }))
    .sort((one, other) => one.remaining - other.remaining)
    .map(({ policy, remaining, resetsInSeconds }) => `"${policy}";r=${remaining};t=${Math.max(1, resetsInSeconds)}`);
  headers.set("RateLimit-Policy", [...new Set(policies)].join(", "));
  if (states.length > 0) headers.set("RateLimit", [...new Set(states)].join(", "));
}

/** Whether the response says anyway that the code doesn't exist, or that the client tried too many of them. */
const tellsUnknownCode = ({ attempts, limit }: RateLimitReport, error: ErrorName | undefined): boolean =>
  error === "code_not_found" || (error === "too_many_requests" && attempts > limit);
