import { publicRateLimits } from "./abuse-protection";
import { acceptsKeys, bodyLimit, type Endpoint, largeBodyLimit, requiredRole } from "./endpoint";
import { countCap, maxPageSize } from "./limits";
import { roleDescriptions, roles } from "./roles";
import { sessionLifetime } from "./session";

/** A section of the API guide, which applies to all endpoints. The OpenAPI document and the docs page show it. Backticks mark code. */
export type Chapter = { id: string; title: string; paragraphs: readonly string[] };

const { guess: guessLimits, sign_up: signUpLimits } = publicRateLimits;
const formatLimit = ({ limit, windowSeconds }: { limit: number; windowSeconds: number }): string =>
  `${limit.toLocaleString("en-US")} in ${windowSeconds / 60} minutes`;

/** Describes who can call an endpoint, in a sentence. */
export function accessSummary(endpoint: Pick<Endpoint, "access">): string {
  const role = requiredRole(endpoint);
  const key = endpoint.access.includes("public_key") ? "a public or secret key" : acceptsKeys(endpoint) ? "the secret key" : null;
  const session = role && (role === "viewer" ? "a staff session" : `a staff session with the role \`${role}\` or higher`);
  if (key === null && session === undefined) return "No authentication required.";
  if (key !== null && session !== undefined) return `Requires ${key} or ${session}.`;
  return `Requires ${key ?? session}.`;
}

const formatBytes = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`);

const roleList = roles
  .map((role) => `\`${role}\` (${roleDescriptions[role].charAt(0).toLowerCase()}${roleDescriptions[role].slice(1)})`)
  .join(", ");

export const guide: readonly Chapter[] = [
  {
    id: "base-url",
    title: "Base URL",
    paragraphs: [
      "All paths are relative to `/api`. The documented paths of codes, leads and claims also work without it, such as `/codes/claim`.",
      `Send request bodies as a JSON object in UTF-8. The maximum size is ${formatBytes(bodyLimit)}, or ${formatBytes(largeBodyLimit)} for endpoints that take lists of emails. Unknown fields are rejected with \`invalid_input\`.`,
    ],
  },
  {
    id: "authentication",
    title: "Authentication",
    paragraphs: [
      "Send an API key with every request: `Authorization: Bearer sk_…`. The secret key can call every endpoint that isn't limited to staff sessions. Keep it on your server. The public key (`pk_…`) is safe to use in web pages. It can only call `POST /codes/claim` and `POST /leads/create`.",
      "Browsers can call these two endpoints from any website, unless the project has a list of allowed origins. Other endpoints can't be called from other origins. You can have several active keys. When you rotate a key, the old key can keep working for a while, so you can replace it without downtime.",
    ],
  },
  {
    id: "staff-sessions",
    title: "Staff sessions",
    paragraphs: [
      `The dashboard calls the same endpoints with a session cookie, which \`POST /session\` sets. A session expires after ${sessionLifetime.idleHours} hours without a request, and after ${sessionLifetime.maxDays} days in total. If a request has an \`Authorization\` header, the cookie is ignored.`,
      `Every staff member has one of these roles: ${roleList}. Each role includes the permissions of the roles before it. Endpoints that need a higher role return \`role_required\`.`,
      "Writes with a session cookie must come from Gatehouse pages: the browser sends `Sec-Fetch-Site: same-origin` or a matching `Origin`, and the body is `application/json`. Other requests return `cross_site`.",
    ],
  },
  {
    id: "responses",
    title: "Responses and errors",
    paragraphs: [
      'A successful request always returns `200` with `{ "success": true, "data": … }`. An error returns its HTTP status and `{ "success": false, "code", "error", "message", "time", "requestId" }`. `code` is the HTTP status. `error` is a name that never changes, so write your code against it. `message` is for people. `time` is in milliseconds since 1970. `invalid_input` also has `fields`, with the messages for each invalid field.',
      "Every response has an `X-Request-Id` header. Use it to find the request in the log (errors with `LOG_LEVEL=debug`) and in events. Responses can get new fields, so ignore fields you don't know.",
    ],
  },
  {
    id: "retries",
    title: "Retries and rate limits",
    paragraphs: [
      "Send an `Idempotency-Key` header of 1 to 255 characters with every write, and send the same key when you retry. The first response is stored for 24 hours and returned again for the same request, with `Idempotent-Replayed: true`. Errors aren't stored. The same key with a different request returns `idempotency_mismatch`, and `idempotency_in_flight` while the first request is still in progress. Two requests are the same if their bodies are identical byte by byte. A stored claim response can contain an expired token. To get a new token, claim again without the key, which doesn't use another claim. Endpoints that don't accept API keys ignore the header.",
      `\`429\` responses and \`idempotency_in_flight\` have a \`Retry-After\` header, in seconds. With the public key, a client can try ${formatLimit(guessLimits.client)} codes that don't exist, and sign up ${formatLimit(signUpLimits.client)}. After that, requests are rejected until the time is over. After ${formatLimit(guessLimits.email)} wrong codes for one email, or ${formatLimit(guessLimits.project)} for the whole project, claims return \`proof_required\` with a \`challenge\`, a proof of work in the format of ALTCHA version 2. Solve it and send the result as \`proof\`. The same applies to sign-ups after ${formatLimit(signUpLimits.email)} for one email, or ${formatLimit(signUpLimits.project)} for the whole project. The secret key has no rate limit.`,
    ],
  },
  {
    id: "lists",
    title: "Lists and pagination",
    paragraphs: [
      `Without parameters, a list streams all rows, newest first. With \`limit\` (1 to ${maxPageSize}), it returns one page. \`X-Total-Count\` has the number of all matching rows, and \`Link: <…>; rel="next"\` has the URL of the next page, if there is one. Use that URL as it is.`,
      `Counting all rows of a large list can be slow. With \`count=capped\`, counting stops at ${countCap.toLocaleString("en-US")}, and \`X-Total-Count\` is \`${countCap}+\` if there are more.`,
      "Some lists accept `format=csv`, which returns the same rows as a CSV file: separated by commas, in UTF-8, with column names in the first line. Values that a spreadsheet would run as a formula start with an apostrophe.",
    ],
  },
  {
    id: "dates",
    title: "Dates and times",
    paragraphs: [
      "Date-times are ISO 8601 with `Z` or an offset. Without an offset, they're UTC. Dates without a time are rejected. Responses are in UTC with milliseconds. A code can be claimed from `validFrom` until just before `validUntil`, according to the database's clock.",
    ],
  },
  {
    id: "codes-and-emails",
    title: "Codes and emails",
    paragraphs: [
      "Letter case, spaces, hyphens and underscores in codes are ignored, so `Curious Pineapple` is the same code as `curious-pineapple`. Always treat codes as strings: `004217` has leading zeros.",
      "`creative` codes are an adjective and a noun, with about 2.7 million combinations. `alphanumeric` codes have six characters out of 28 lowercase letters and digits, without vowels and similar-looking characters, with 482 million combinations. `numeric` codes have six digits, with one million combinations. If you have many open codes in a small format, people can guess some of them. Reserve the codes, or use the alphanumeric format.",
      "Emails are trimmed, converted to Unicode NFKC and lowercased. International domains are converted to ASCII. The result identifies the lead. Percent-encode codes and emails in paths.",
      "The status of a code is the first of these that applies: `paused`, `expired`, `exhausted`, `scheduled`, `active`.",
    ],
  },
  {
    id: "versioning",
    title: "Versioning",
    paragraphs: [
      "Paths have no version. Changes only add to the API. The version of this document tells you which version of the API it describes.",
    ],
  },
];

/** The description of each tag, in the order of the docs page. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Codes: "A code is a text that a limited number of customers can claim with their email.",
  Leads: "A lead is a prospective customer, identified by an email.",
  Sends: "A send emails a code, or a personal code for each lead, to one or more leads.",
  "Email templates": "The emails to leads: their text, which you can change, and their design. Requires a staff session.",
  Suppressions:
    "A suppression is an email that Gatehouse never sends to, because the person unsubscribed, an email bounced, or a staff member added it.",
  Claims: "A claim connects a code with the email that claimed it. Its token proves the claim to your app, once.",
  Batches: "A batch contains the codes that were generated together.",
  Jobs: "A background job changes many records. Small jobs finish with the request. Larger jobs run in the worker, and you can follow their progress.",
  Overview: "The project's key numbers, and what needs your attention.",
  Events: "What happened, who did it and when. Events are stored together with the change.",
  Project: "The project: its name, branding, time zone and settings.",
  Keys: "The API keys of your servers and web pages. Requires an owner's session.",
  Team: "Staff members, their roles and invitations. Requires a staff session.",
  Account: "Your own name, password and second factor.",
  "Sign-in": "Signing in and out. The dashboard uses these endpoints. Your server uses API keys instead.",
  Health: "For load balancers and monitoring. No authentication required.",
};
