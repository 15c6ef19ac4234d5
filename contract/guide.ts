import { bodyLimit, type Endpoint, requiredRole, largeBodyLimit, acceptsKeys } from "./endpoint";
import { countCap, maxPageSize } from "./limits";
import { publicRateLimits } from "./abuse-protection";
import { roles, roleDescriptions } from "./roles";
import { sessionLifetime } from "./session";

/** What holds for every endpoint, for people: the document and the reference page print it. Text between backticks is code. */
export type Chapter = { id: string; title: string; paragraphs: readonly string[] };

const { guess: guessLimits, sign_up: signUpLimits } = publicRateLimits;
const formatLimit = ({ most: limit, seconds: windowSeconds }: { most: number; seconds: number }): string => `${limit.toLocaleString("en")} in ${windowSeconds / 60} minutes`;

/** Who may call an endpoint, in a sentence. */
export function accessSummary(endpoint: Pick<Endpoint, "access">): string {
  const requiredStaffRole = requiredRole(endpoint);
  const key = endpoint.access.includes("public_key") ? "public or secret key" : acceptsKeys(endpoint) ? "secret key" : undefined;
  const staff = requiredStaffRole && (requiredStaffRole === "viewer" ? "staff of any role" : `staff from the role \`${requiredStaffRole}\` up`);
  const callers = [key, staff].filter((each) => each !== undefined).join(", or ");
  return callers === "" ? "No key needed." : `${callers.charAt(0).toUpperCase()}${callers.slice(1)}.`;
}

const formatBytes = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`);

export const guide: readonly Chapter[] = [
  {
    id: "address",
    title: "Address",
    paragraphs: [
      "Every path stands below `/api`. The same paths also answer at the bare origin, as in `/codes/claim`.",
      `Requests with a body send one JSON object in UTF-8, of at most ${formatBytes(bodyLimit)}; those that take lists of addresses, ${formatBytes(largeBodyLimit)}. Fields that an endpoint does not know are refused by name.`,
    ],
  },
  {
    id: "authorization",
    title: "Authorization",
    paragraphs: [
      "Send a key with every request: `Authorization: Bearer sk_…`. The secret key opens everything but what is for staff alone, and belongs on your server. The public key (`pk_…`) may stand in a web page; it opens `POST /codes/claim` and `POST /leads/create` and nothing else.",
      "These two answer browsers of any web site, unless the project lists the origins it accepts. No other endpoint answers pages of other origins. Several keys may be live at once, and one that is rotated works beside its successor for a while, so it can be replaced without a pause.",
    ],
  },
  {
    id: "staff",
    title: "Staff",
    paragraphs: [
      `Staff call the same endpoints from the dashboard: \`POST /session\` sets a cookie that stands in for a key. It ends after ${sessionLifetime.idleHours} hours without a request, and after ${sessionLifetime.maxDays} days. An \`Authorization\` header decides alone: with one, the cookie is not looked at.`,
      `Everybody has a role, which is read anew at every request and may all that the one before it may. ${roles.map((role) => `\`${role}\`: ${roleDescriptions[role].charAt(0).toLowerCase()}${roleDescriptions[role].slice(1)}.`).join(" ")} Every endpoint says the least role it takes; a lesser one is refused with \`role_required\`.`,
      "A write with the cookie must come from Gatehouse's own pages: the browser says so with `Sec-Fetch-Site: same-origin`, or with `Origin`, and the body is sent as `application/json`. Anything else is refused with `cross_site`.",
    ],
  },
  {
    id: "answers",
    title: "Answers",
    paragraphs: [
      'Success is always `200` with `{ "success": true, "data": … }`. Everything else is a refusal: its HTTP status, and `{ "success": false, "code", "error", "message", "time", "requestId" }`. `code` is the HTTP status, `error` a stable name to write programs against, `message` a sentence for people, `time` milliseconds since 1970. `invalid_input` also has `fields`: what is wrong, by the path of the field.',
      "Every answer carries `X-Request-Id`; it finds the request in the log (refusals with `LOG_LEVEL=debug`) and in the events. Read answers leniently: fields may be added.",
    ],
  },
  {
    id: "retries",
    title: "Retries",
    paragraphs: [
      "Give every write an `Idempotency-Key` of your own, of 1 to 255 characters, and repeat it when you try again: the first answer is stored together with the write, and for 24 hours the same request gets it again, with `Idempotent-Replayed: true`. A refused write stores nothing. The same key with another request is refused with `idempotency_mismatch`; while the first still runs, with `idempotency_in_flight`. The same request is the same bytes. A repeated answer is as old as it is: to claim again and get a token that lives, leave the key away; claiming twice uses nothing up. Endpoints that no key opens do not heed it.",
      `\`429\` and \`idempotency_in_flight\` carry \`Retry-After\`, in seconds. With the public key, one client may ask for ${formatLimit(guessLimits.client)} codes that do not exist, and sign up ${formatLimit(signUpLimits.client)} times; then it is refused until the time is over. Past ${formatLimit(guessLimits.email)} such codes for one address, or ${formatLimit(guessLimits.project)} of all a project's clients together, claims are refused with \`proof_required\` and its \`challenge\`, a proof of work in the form of ALTCHA version 2, unless they bring one that is solved as \`proof\`; so are sign-ups past ${formatLimit(signUpLimits.email)} of one address, or ${formatLimit(signUpLimits.project)} of all. Nothing limits a secret key.`,
    ],
  },
  {
    id: "lists",
    title: "Lists",
    paragraphs: [
      `Without parameters a list answers everything, newest first, streamed. With \`limit\` (1 to ${maxPageSize}) it answers one page: \`X-Total-Count\` says how many match in all, and \`Link: <…>; rel="next"\` where the next page is, for as long as there is one. Follow the link as it stands; its cursor is opaque.`,
      `Counting takes the longer the more match. With \`count=capped\` it stops at ${countCap.toLocaleString("en")}, and \`X-Total-Count\` is \`${countCap}+\` where more match.`,
      "Where a list takes `format=csv` it answers the same rows as a file: comma-separated, in UTF-8, the first line naming the columns. Texts that a spreadsheet would take for a formula begin with an apostrophe.",
    ],
  },
  {
    id: "times",
    title: "Times",
    paragraphs: [
      "Date-times are ISO 8601 with `Z` or an offset; without one they are UTC, and a date alone is refused. Answers are UTC with milliseconds. A window is half-open: a code can be claimed from `validFrom` until just before `validUntil`, by the clock of the database.",
    ],
  },
  {
    id: "texts",
    title: "Codes and addresses",
    paragraphs: [
      "Codes are read forgivingly: letter case, spaces, hyphens and underscores do not matter, so `Curious Pineapple` is `curious-pineapple`. Always treat a code as a text: `004217` keeps its zeros.",
      "`creative` codes are an adjective and a noun, some 2.7 million pairs; `alphanumeric` ones six of 28 lower-case letters and digits without vowels and look-alikes, 482 million; `numeric` ones six digits, one million. Of many open codes in a small space some can be guessed: reserve them, or make them alphanumeric.",
      "E-mail addresses are trimmed, brought to Unicode NFKC and lower-cased; international domains are kept in their ASCII form. The result identifies the lead. In a path, percent-encode codes and addresses.",
      "A code's status is derived, the first that holds: `paused`, `expired`, `exhausted`, `scheduled`, `active`.",
    ],
  },
  {
    id: "changes",
    title: "Changes",
    paragraphs: [
      "There is no version in the path. Changes only add; the version of this document says which state of the interface it describes.",
    ],
  },
];

/** What the endpoints of each group are about, in the order they are listed. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Codes: "A code is a text that a limited number of customers can claim with their address.",
  Leads: "A lead is a prospective customer, identified by an address.",
  Sends: "A send is one code, or one personal code each, on its way to many leads.",
  Mail: "The mails to leads: their words, which staff may change, and how they look. For staff who are signed in.",
  Suppressions: "A suppression is an address that gets no mail, and why: they asked for none, mail comes back, or staff put it there.",
  Claims: "A claim is the pair of a code and the address that claimed it. Its token proves it to an app, once.",
  Batches: "A batch is the codes of one call to generate.",
  Tasks: "A task is work on many things at once: a few are done before the answer, many by the worker, and the task says how far it is.",
  Overview: "How the project stands, in numbers, and what needs attention.",
  Events: "What happened, by whom and when: written together with the change itself.",
  Project: "The project: its name, how it looks and its time zone.",
  Keys: "The keys by which programs and web pages call. For owners who are signed in.",
  Team: "Who may sign in, and as what. For staff who are signed in.",
  Account: "One's own name, password and second factor.",
  "Sign-in": "How staff get in and out. The pages call these; programs use keys.",
  Health: "For load balancers and monitors. No key is needed.",
};
