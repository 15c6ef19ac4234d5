import { wrongOfMail } from "./mail-values";
import { wrongOfSends } from "./send-values";
import { wrongOfStaff } from "./staff-values";
import { wrongOfTasks } from "./task-values";
import { controls, notText, surrogates } from "./texts";
import { wrong } from "./values";

const shown = [0, 1, true, null, {}, [], ["x"], "x".repeat(5000)];
const blockedEntries = [
  ...notText.filter((value) => !Array.isArray(value)),
  "",
  ["x y"],
  ["@"],
  ["a@b@c"],
  [1],
  [null],
  [["example.org"]],
  ["example..org"],
  Array(5001).fill("example.org"),
];
const blockedEntriesBefore = [...notText.filter((value) => !Array.isArray(value)), [1], [null], Array(5001).fill("x")];
const values = {
  ...wrong,
  blockedEntriesBefore,
  shown,
  blockedEntries,
  ...wrongOfStaff,
  ...wrongOfSends,
  ...wrongOfTasks,
  ...wrongOfMail,
  places: wrong.amount.filter((value) => value !== 0),
};
type Kind = keyof typeof values;

/** What each field is; one that is another thing at some path is named with that path. */
const kinds: Record<string, Kind> = {
  email: "address",
  reservedFor: "address",
  code: "code",
  "/session code": "secondFactor",
  "/account/second-factor/confirm code": "secondFactor",
  amount: "amount",
  allowedClaims: "amount",
  validFrom: "moment",
  validUntil: "moment",
  waitlist: "yesNo",
  disabled: "yesNo",
  type: "type",
  name: "line",
  "/keys name": "title",
  "/project name": "title",
  "/setup name": "personName",
  "/account name": "personName",
  "/invitation/accept name": "personName",
  project: "title",
  firstname: "line",
  lastname: "line",
  "/leads/change firstname": "nameOrNone",
  "/leads/change lastname": "nameOrNone",
  was: "was",
  "/block-list was": "blockedEntriesBefore",
  send: "id",
  deliveries: "ids",
  personal: "personal",
  reason: "type",
  note: "lines",
  referralCode: "line",
  notes: "lines",
  batch: "id",
  task: "id",
  codes: "codes",
  paused: "yesNo",
  batches: "ids",
  "/codes/bulk action": "act",
  "/batches/bulk action": "act",
  "/leads/bulk action": "action",
  "/codes/:code validUntil": "momentOrNone",
  "/codes/bulk validUntil": "momentOrNone",
  "/batches/bulk validUntil": "momentOrNone",
  "/codes/:code reservedFor": "addressOrNobody",
  token: "token",
  "/claims/exchange token": "exchangeToken",
  emails: "addresses",
  filter: "filter",
  role: "role",
  password: "newPassword",
  "/session password": "typedPassword",
  "/account/second-factor password": "typedPassword",
  "/account/second-factor/recovery-codes password": "typedPassword",
  current: "typedPassword",
  kind: "keyKind",
  overlapHours: "hours",
  origins: "origins",
  timeZone: "timeZone",
  accent: "accent",
  logo: "logo",
  claimedText: "textOrNone",
  consentText: "textOrNone",
  consent: "yesNo",
  doubleOptIn: "yesNo",
  referralPlaces: "places",
  joinedMail: "yesNo",
  claimedMail: "yesNo",
  pause: "pausables",
  resume: "pausables",
  "/project/pause text": "textOrNone",
  claimedUrl: "webAddress",
  proof: "shown",
  linkToken: "shown",
  homepage: "shown",
  entries: "blockedEntries",
  subject: "mailSubject",
  body: "mailBody",
  button: "mailButton",
  // While they are typed they may be empty.
  "/email-templates/preview subject": "line",
  "/email-templates/preview body": "lines",
  "/email-templates/preview button": "line",
  scheme: "type",
  sender: "sender",
  replyTo: "addressOrNobody",
  server: "mailServer",
};

function kindOf(path: string, field: string): Kind {
  const kind = kinds[`${path} ${field}`] ?? kinds[field];
  if (!kind) throw new Error(`Say in kinds what the field ${field} of ${path} is`);
  return kind;
}

/** What a field at a path must not be. */
export const wrongFor = (path: string, field: string): readonly unknown[] => values[kindOf(path, field)];

const oddSecrets = [
  ...controls,
  ...surrogates,
  " ",
  "' or 1=1 --",
  "\u202e",
  "💥",
  "__proto__",
  "../../etc/passwd",
  "a\r\nSet-Cookie: a=b",
];

const odd: Partial<Record<Kind, string[]>> = {
  token: [...oddSecrets, "x".repeat(200), "%00"],
  exchangeToken: [...oddSecrets, "", "x".repeat(200), "%00"],
  typedPassword: [...oddSecrets, "", "\ufdfa".repeat(1000), "x".repeat(1000)],
  secondFactor: [...oddSecrets, "", "000000", "٠١٢٣٤٥", "1e5", "-1", "0x1000", "NaN", "1".repeat(40)],
};

/** What a field at a path may be, and what opens nothing there. */
export const oddFor = (path: string, field: string): readonly string[] => odd[kindOf(path, field)] ?? [];
