import { networkFactor, publicRateLimits } from "./abuse-protection";
import { acceptsKeys, bodyLimit, type Endpoint, largeBodyLimit, needsOwnScope, requiredRole } from "./endpoint";
import { apiErrors } from "./errors";
import { endpoints } from "./index";
import { countCap, maxPageSize, savedFileDays, sessionLifetime } from "./limits";
import { hasRole, type Role, roleDescriptions, roles } from "./roles";
import { type AreaAccess, areaAccessLabels, describeNeeds, type RoleMatrixRow } from "./team";

/** A section of the API guide, which applies to all endpoints. The OpenAPI document and the docs page show it. Backticks mark code. */
type Chapter = { id: string; title: string; paragraphs: readonly string[] };

const { guess: guessLimits, sign_up: signUpLimits, claim: claimLimits } = publicRateLimits;
type Limit = { limit: number; windowSeconds: number };
const formatLimit = ({ limit, windowSeconds }: Limit, noun: string): string =>
  `${limit.toLocaleString("en-US")} ${noun} per ${windowSeconds === 3600 ? "hour" : `${windowSeconds / 60} minutes`}`;

/** Describes who can call an endpoint, in a sentence. */
export function accessSummary(endpoint: Pick<Endpoint, "access" | "method" | "keyScope" | "isRead">): string {
  const role = requiredRole(endpoint);
  const secretKey = needsOwnScope(endpoint) ? `a secret key with the scope \`${endpoint.keyScope}\`` : "the secret key";
  const key = endpoint.access.includes("public_key") ? `the public key, ${secretKey}` : acceptsKeys(endpoint) ? secretKey : null;
  const session =
    role &&
    (role === "viewer" ? "a staff session" : `a staff session with the \`${role}\` role${role === roles.at(-1) ? "" : " or higher"}`);
  if (key === null && session === undefined) return "No authentication required.";
  if (key !== null && session !== undefined) return `Requires ${key} or ${session}.`;
  return `Requires ${key ?? session}.`;
}

/** Formats a size in bytes, such as "256 KiB". */
export const formatBytes = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`);

const roleList = roles
  .map((role) => `\`${role}\` (${roleDescriptions[role].charAt(0).toLowerCase()}${roleDescriptions[role].slice(1)})`)
  .join(", ");

/** The guides of `docs/guide`, which `/docs` shows as well, by the name of their file. Those for developers come first. */
export const guides = {
  "gate-a-sign-up": "Gate a sign-up",
  "auth-library-gates": "Gates in auth libraries",
  client: "TypeScript client",
  "ai-agents": "AI agents (MCP)",
  "receive-webhooks": "Receive webhooks",
  api: "API and claim tokens",
  embedding: "Embedding the forms",
  "proof-of-work": "Proof of work",
  "getting-started": "Getting started",
  "sending-email": "Sending email",
  "waitlist-and-referrals": "Waitlist and referrals",
  "importing-leads": "Importing leads",
  printing: "Printing cards",
  bin: "Restore what was deleted",
  "team-and-security": "Team and security",
  "personal-data": "Personal data",
  "self-hosting": "Self-hosting",
  containers: "Containers",
  backup: "Backups",
  "project-export": "Move to another installation",
  upgrade: "Upgrades",
  monitoring: "Monitoring",
} as const;

export const guide: readonly Chapter[] = [
  {
    id: "base-url",
    title: "Base URL",
    paragraphs: [
      "All paths are relative to `/api`. Paths that start with `/codes`, `/leads` or `/claims` also work without it.",
      `Request bodies are JSON objects in UTF-8. The maximum size is ${formatBytes(bodyLimit)}, or ${formatBytes(largeBodyLimit)} for endpoints that take long lists. Unknown fields are rejected with \`invalid_input\`.`,
    ],
  },
  {
    id: "authentication",
    title: "Authentication",
    paragraphs: [
      "Send an API key with every request: `Authorization: Bearer sk_…`. The secret key can call every endpoint that isn't limited to staff sessions. Keep it on your server. The public key (`pk_…`) is safe to use in web pages. It can only call `POST /codes/claim` and `POST /leads/create`.",
      "Browsers can call these two endpoints from any website, unless the project has a list of allowed origins. The other endpoints can't be called from other websites. You can have several active keys. When you rotate a key, the old key can keep working for a while, so you can replace it without downtime.",
    ],
  },
  {
    id: "staff-sessions",
    title: "Staff sessions",
    paragraphs: [
      `The dashboard calls the same endpoints with a session cookie, which \`POST /session\` sets. A session expires after ${sessionLifetime.idleHours} hours without a request, or ${sessionLifetime.maxDays} days after you sign in. If a request has an \`Authorization\` header, the cookie is ignored.`,
      `Every staff member has one of these roles: ${roleList}. Each role includes the permissions of the roles before it. Endpoints that need a higher role return \`role_required\`.`,
      "Writes with a session cookie must come from Gatehouse pages. They need a `Sec-Fetch-Site: same-origin` or a matching `Origin` header, and a body must be `application/json`. Otherwise, they return `cross_site`.",
    ],
  },
  {
    id: "responses",
    title: "Responses and errors",
    paragraphs: [
      `A successful request always returns \`200\` with \`{ "success": true, "data": … }\`. An error returns its HTTP status and \`{ "success": false, "code": 404, "error": "code_not_found", "message": "${apiErrors.code_not_found.message}", "time": 1795262400000, "requestId": "…", "details": { "retryable": false, "docs": "…" } }\`.`,
      "`code` is the HTTP status. `error` is a stable name, which your code can rely on. `message` is for people and can change. `time` is in milliseconds since the Unix epoch. `invalid_input` errors also have `fields`, with the messages for each invalid field.",
      "Every response has an `X-Request-Id` header. Use it to find the request in the event list and in the server log, which includes all errors if `LOG_LEVEL` is `debug`. New fields can be added to responses, so ignore fields you don't know.",
    ],
  },
  {
    id: "retries",
    title: "Retries and rate limits",
    paragraphs: [
      "Send an `Idempotency-Key` header of 1 to 255 characters with every write, and send the same key when you retry. The first successful response is stored for 24 hours. If you repeat the request, you get that response again, with `Idempotent-Replayed: true`. Errors aren't stored. Endpoints that document no such header ignore it.",
      "Using the same key for a different request returns `idempotency_mismatch`. Two requests are the same if their bodies are equal as JSON values: blanks and the order of fields don't matter. All secret keys of a project share their keys, and so do its public keys, so that rotating a key changes nothing. `Idempotency-Expires` says until when the response is stored. While the first request is still in progress, you get `idempotency_in_flight`. If the response contained a lead who was permanently deleted since then, or what it reports was undone (deleted, revoked, canceled or changed back), you get `idempotency_erased`, and the request isn't run again. Requests that only read, such as `POST /codes/lookup`, always get a new response. A repeated claim returns the same token for 60 seconds and a new one after that, while the claim exists.",
      `The secret key has no rate limit. With the public key, each client is limited to ${formatLimit(guessLimits.client, "wrong codes")} and ${formatLimit(signUpLimits.client, "sign-ups")}. After that, requests return \`too_many_requests\`. This error, \`proof_required\` and \`idempotency_in_flight\` have a \`Retry-After\` header with the number of seconds to wait.`,
      `Claims with the public key return \`proof_required\` after ${formatLimit(guessLimits.email, "wrong codes")} for the same email address, or ${formatLimit(guessLimits.project, "wrong codes")} for the whole project. Sign-ups return it after ${formatLimit(signUpLimits.email, "sign-ups")} for the same email address, or ${formatLimit(signUpLimits.project, "sign-ups")} for the whole project. The error has a \`challenge\`: a proof of work in the format of ALTCHA version 2. Solve it and send the solution as \`proof\` from the same IP address, in a request of the same kind.`,
      `All claims with the public key count, whatever their outcome: they return \`proof_required\` after ${formatLimit(claimLimits.client, "claims")} of a client, or ${formatLimit(claimLimits.code, "claims")} of a client with the same code. An IPv6 /64 network counts as one client, and a /48 network can make ${networkFactor} times the attempts of a client. Solving a challenge takes longer the more attempts exceed a limit.`,
    ],
  },
  {
    id: "lists",
    title: "Lists and pagination",
    paragraphs: [
      `Without parameters, a list streams all rows, newest first. With \`limit\` (1 to ${maxPageSize}), it returns one page. The \`X-Total-Count\` header is the total number of matching rows. \`nextCursor\`, beside \`data\`, is the \`cursor\` of the next page, or \`null\` on the last one. The \`Link: <…>; rel="next"\` header has its URL, relative to that of the request.`,
      `Counting all rows of a large list can be slow. With \`count=capped\`, counting stops at ${countCap.toLocaleString("en-US")}, and \`X-Total-Count\` is \`${countCap}+\` if there are more.`,
      "Some lists have a path that returns them as a file, such as `GET /files/leads?format=csv`, with the same filters. `csv` is a CSV file in UTF-8, with the titles of columns in the first line, or their names with `header=names`. Codes are plain text, such as `004217`. Values that a spreadsheet would run as a formula, because they start with `=`, `+`, `-`, `@`, a tab or a line break, also after apostrophes, are prefixed with an apostrophe, which imports remove. So are such characters after `;`, `|`, a tab or a line break, where spreadsheets of some countries start a new cell. `xlsx` is an Excel file with the same rows and columns, in which texts are text cells that keep leading zeros and are never run. `ndjson` is one JSON record per line.",
      "`columns=email,firstname,lastEmail.status` chooses the columns of such a file and their order, by the names of the fields in JSON records. Answers of leads are `fields.` and the key of the question. In NDJSON files, the chosen columns are the keys. `sort` takes the names of fields as well. Older names work, too; `GET /exports/columns` returns both.",
    ],
  },
  {
    id: "dates",
    title: "Dates and times",
    paragraphs: [
      "Date-times are in ISO 8601 format with `Z` or an offset. Without an offset, they're in UTC. Dates without a time are rejected. Responses are in UTC with milliseconds. A code can be claimed from `validFrom` until just before `validUntil`, according to the database's clock.",
    ],
  },
  {
    id: "codes-and-emails",
    title: "Codes and email addresses",
    paragraphs: [
      "Letter case, spaces, line ends, hyphens and underscores in codes are ignored, and digits of other scripts are read, so `Curious Pineapple` is the same code as `curious-pineapple`. Always treat codes as strings, because codes such as `004217` have leading zeros.",
      "`creative` codes combine an adjective and a noun (about 2.1 million combinations). `alphanumeric` codes are six characters from a set of 28 lowercase letters and digits without vowels and lookalikes (482 million combinations). `numeric` codes are six digits (one million combinations). If a small format has many codes that anyone can claim, people can guess some of them. Reserve the codes, or use `alphanumeric`.",
      "Email addresses are trimmed, normalized to Unicode NFKC and lowercased. International domains are converted to ASCII. Before the @, only ASCII characters are supported. The result identifies the lead. Percent-encode codes and email addresses in paths.",
      "The status of a code is the first of these that applies: `paused`, `expired`, `exhausted`, `scheduled`, `active`.",
    ],
  },
  {
    id: "versioning",
    title: "Versioning",
    paragraphs: [
      "Paths don't contain a version. Changes to the API are additive. The version of the OpenAPI document is the version of Gatehouse.",
    ],
  },
];

/** The description of each tag, in the order of the docs page. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Codes: "A code is a string that a limited number of customers can claim with their email address.",
  Leads: "A lead is a prospective customer, identified by an email address.",
  Imports:
    "Bring leads from a CSV or Excel file: upload it, check it with a mapping, and run it. An import emails no one and can be undone.",
  Sends: "A send emails one or more leads, with the same code for everyone or a personal code for each lead.",
  "Email templates": "An email template is the text of an email to leads, which you can customize. Requires a staff session.",
  Waitlist: "The people in line, and those who were invited, declined or left.",
  Waves: "A wave invites the next people in line, each with a personal code.",
  Suppressions:
    "A suppression is an email address that Gatehouse never sends to. For example, the person unsubscribed or an email bounced.",
  Claims:
    "A claim links a code to the email address that claimed it. Your app exchanges the claim token to learn who claimed which code. A claim proves that the person has the code. Only `emailVerified` in the exchange proves that they own the email address.",
  Batches: "A batch is a group of codes that were generated together.",
  Bin: "The bin has what staff deleted, until it's restored or deleted permanently. The documented delete endpoints leave nothing in it.",
  Prints: `A print is a file of cards or QR codes. It's made in the background and deleted after ${savedFileDays} days.`,
  Jobs: "A background job changes many records. Small jobs finish before the response. Larger jobs continue in the background, and you can track their progress.",
  Exports: "An export is a file of a list that is made in the background. Download it when it's complete.",
  Views: "A view is a list with filters, a sort order and columns that a team saved under a name. Requires a staff session.",
  Overview: "The project's key numbers, and what needs your attention.",
  Events: "An event records what happened, who did it and when. It's saved in the same transaction as the change.",
  Project: "The project's name, branding, time zone and settings.",
  Webhooks:
    "A webhook is a URL of another system that is told of events. Changing webhooks with a key needs the scope `settings`. See the guide “Receive webhooks”.",
  Keys: "API keys for your servers and web pages. Managing them requires a staff session with the owner role.",
  Team: "Staff members, their roles and invitations. Requires a staff session.",
  Account: "Your own name, password and second factor.",
  "Sign-in": "Signing in, signing out and managing sessions. The dashboard uses these endpoints. Your server uses API keys instead.",
  Health: "Health checks for load balancers and monitoring. No authentication required.",
};

/** The resources of the API, each with a page of the docs. `id` is in its URL. */
export const resources = Object.entries(tagDescriptions).map(([title, description]) => ({
  id: title.toLowerCase().replaceAll(" ", "-"),
  title,
  description,
}));

/** Everyone has their own account, and signs in. */
const ownAreas: readonly string[] = ["Account", "Sign-in", "Health"];

type StaffEndpoint = { endpoint: Endpoint; role: Role };

/** What viewers can call changes nothing, such as a check of a code. */
const isRead = ({ endpoint: { method, work }, role }: StaffEndpoint): boolean => method === "GET" || work === "read" || role === "viewer";

function describeAccess(area: readonly StaffEndpoint[], role: Role): AreaAccess {
  const allowed = area.filter((each) => hasRole(role, each.role));
  if (allowed.length === 0) return "none";
  if (allowed.length === area.length) return "all";
  return allowed.every(isRead) ? "view" : "some";
}

/** Returns what each role can do, by area, from the roles that the endpoints declare. */
export function roleMatrix(): RoleMatrixRow[] {
  const staffEndpoints = Object.values<Endpoint>(endpoints).flatMap((endpoint): StaffEndpoint[] => {
    const role = requiredRole(endpoint);
    return role === undefined || ownAreas.includes(endpoint.tag) ? [] : [{ endpoint, role }];
  });
  return [...Map.groupBy(staffEndpoints, ({ endpoint }) => endpoint.tag)].map(([area, list]) => ({
    area,
    access: Object.fromEntries(roles.map((role) => [role, describeAccess(list, role)])) as Record<Role, AreaAccess>,
    needs: roles.slice(1).flatMap((role) => {
      const actions = list.filter((each) => each.role === role).map(({ endpoint }) => endpoint.summary);
      return actions.length === 0 ? [] : [{ role, actions }];
    }),
  }));
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The matrix of roles as Markdown, for the guide. */
function printRoleMatrix(): string {
  const rows = roleMatrix();
  const table = [
    `| Area | ${roles.map(capitalize).join(" | ")} |`,
    `| --- | ${roles.map(() => "---").join(" | ")} |`,
    ...rows.map(({ area, access }) => `| ${area} | ${roles.map((role) => areaAccessLabels[access[role]]).join(" | ")} |`),
  ];
  const details = rows.flatMap(describeNeeds).map((sentence) => `- ${sentence}`);
  return [...table, "", ...details].join("\n");
}

/** Replaces the part of a guide between two comments, such as `<!-- roles -->` and `<!-- end of roles -->`. */
export function replaceBetween(guide: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [before, rest] = guide.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`The guide needs ${start} and ${end}`);
  return `${before}${start}\n\n${text}\n\n${end}${after}`;
}

/** Replaces the matrix of roles in the text of the guide. */
export const replaceRoleMatrix = (guide: string): string => replaceBetween(guide, "roles", printRoleMatrix());
