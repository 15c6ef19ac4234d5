import { invalidValues } from "./common-values";
import { invalidEmailDeliveryValues } from "./email-delivery-values";
import { invalidJobValues } from "./job-values";
import { invalidSendValues } from "./send-values";
import { invalidStaffValues } from "./staff-values";
import { controlCharacters, loneSurrogates, nonTextValues } from "./text-values";

const invalidOptionalTexts = [0, 1, true, null, {}, [], ["x"], "x".repeat(5000)];
const nonListValues = nonTextValues.filter((value) => !Array.isArray(value));
const blockListEntries = [
  ...nonListValues,
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
const expectedBlockListEntries = [...nonListValues, [1], [null], Array(5001).fill("x")];
const keyScopes = [...nonListValues, [], ["admin"], [1], [null], [["read"]], ["read", "write"]];
const passkeyAnswers = [
  ...nonTextValues.filter((value) => typeof value !== "object"),
  null,
  {},
  { id: "x", rawId: "x", type: "password", response: {} },
  { id: "not base64url!", rawId: "x", type: "public-key", response: { clientDataJSON: "", authenticatorData: "", signature: "" } },
  { id: "x".repeat(2000), rawId: "x", type: "public-key", response: { clientDataJSON: "", attestationObject: "" } },
  { id: "x", rawId: "x", type: "public-key", response: { clientDataJSON: {}, authenticatorData: [], attestationObject: 1, signature: 1 } },
];
const providers = [...nonListValues, ["saml"], [1], [null], [["oidc"]], ["oidc", "saml"], Array(4).fill("oidc")];
const waitlistFilters = [
  ...nonTextValues.filter((value) => typeof value !== "object"),
  [],
  null,
  { unknown: true },
  { source: "fax" },
  { confirmed: "maybe" },
  { minReferrals: -1 },
  { minReferrals: 1.5 },
  { minReferrals: 1e9 },
  { minReferrals: {} },
  { since: "yesterday" },
  { q: "\u0000" },
];
const utm = [
  ...nonTextValues.filter((value) => typeof value !== "object"),
  null,
  [],
  { id: "7" },
  { source: 1 },
  { term: "x".repeat(5000) },
];
const repetitions = [
  ...nonTextValues.filter((value) => typeof value !== "object"),
  [],
  {},
  { time: "09:00" },
  { time: "9", total: 1 },
  { time: 9, total: 1 },
  { time: "09:00", total: 1e9 },
  { time: "09:00", total: 1, weekdays: ["someday"] },
  { time: "09:00", total: 1, weekdays: [] },
  { time: "09:00", total: 1, weekdays: "monday" },
  { time: "09:00", total: 1, zone: "UTC" },
];
const skippedGroups = [...nonListValues, ["everyone"], [1], [null], [["invited"]], Array(4).fill("invited")];
const valuesByKind = {
  utm,
  skippedGroups,
  waitlistFilter: waitlistFilters,
  repetition: repetitions,
  providers,
  keyScopes,
  passkeyAnswers,
  ...invalidValues,
  expectedBlockListEntries,
  optionalText: invalidOptionalTexts,
  blockListEntries,
  ...invalidStaffValues,
  ...invalidSendValues,
  ...invalidJobValues,
  ...invalidEmailDeliveryValues,
  colorOrNull: invalidStaffValues.color.filter((value) => value !== null),
  nonNegativeAmount: invalidValues.amount.filter((value) => value !== 0),
};
type FieldKind = keyof typeof valuesByKind;

/** The kind of each field. A field that has another kind at some path is listed with that path. */
const fieldKinds: Record<string, FieldKind> = {
  email: "email",
  reservedFor: "email",
  "/codes/:code reservedFor": "emailOrNull",
  code: "code",
  "/session code": "secondFactorCode",
  "/account/second-factor/confirm code": "secondFactorCode",
  amount: "amount",
  position: "amount",
  size: "amount",
  expiresAfterDays: "amount",
  reminderAfterDays: "amount",
  passOn: "boolean",
  scheduledAt: "dateTime",
  "/waves filter": "waitlistFilter",
  "/waves/preview filter": "waitlistFilter",
  priority: "waitlistFilter",
  repeat: "repetition",
  allowedClaims: "amount",
  validFrom: "dateTime",
  validUntil: "dateTime",
  "/codes/:code validUntil": "dateTimeOrNull",
  "/codes/bulk validUntil": "dateTimeOrNull",
  "/batches/bulk validUntil": "dateTimeOrNull",
  waitlist: "boolean",
  disabled: "boolean",
  paused: "boolean",
  type: "enumValue",
  name: "singleLineText",
  "/keys name": "shortName",
  "/project name": "shortName",
  "/setup name": "personName",
  "/account name": "personName",
  "/invitation/accept name": "personName",
  project: "shortName",
  firstname: "singleLineText",
  lastname: "singleLineText",
  "/leads/email/:email firstname": "nameOrNull",
  "/leads/email/:email lastname": "nameOrNull",
  expected: "expectedLead",
  "/block-list expected": "expectedBlockListEntries",
  deliveries: "ids",
  personal: "personalCodes",
  reason: "enumValue",
  note: "multiLineText",
  referralCode: "singleLineText",
  notes: "multiLineText",
  batches: "batchIds",
  codes: "codes",
  action: "action",
  token: "token",
  "/claims/exchange token": "exchangeToken",
  emails: "emails",
  skip: "skippedGroups",
  checklistDismissed: "boolean",
  filter: "filter",
  role: "role",
  password: "newPassword",
  newPassword: "newPassword",
  "/session password": "typedPassword",
  "/account/second-factor password": "typedPassword",
  "/account/passkeys/challenge password": "typedPassword",
  "/account/passkeys/:id password": "typedPassword",
  "/account/passkeys name": "shortName",
  "/account/passkeys/:id name": "shortName",
  passkey: "passkeyAnswers",
  requireSecondFactor: "boolean",
  disabledProviders: "providers",
  trustedProviders: "providers",
  "/session/second-factor code": "secondFactorCode",
  "/account/second-factor/recovery-codes password": "typedPassword",
  currentPassword: "typedPassword",
  kind: "keyKind",
  overlapHours: "hours",
  scopes: "keyScopes",
  expiresAt: "dateTime",
  origins: "origins",
  timeZone: "timeZone",
  accent: "color",
  logo: "logo",
  successMessage: "textOrNull",
  consentText: "textOrNull",
  consent: "boolean",
  doubleOptIn: "boolean",
  referralBonus: "nonNegativeAmount",
  claimsPerClient: "amount",
  claimsPerCode: "amount",
  guessesPerClient: "amount",
  guessesPerEmail: "amount",
  guessesPerProject: "amount",
  signUpsPerClient: "amount",
  signUpsPerEmail: "amount",
  signUpsPerProject: "amount",
  sendJoinedEmail: "boolean",
  requireClaimConfirmation: "boolean",
  sendClaimedEmail: "boolean",
  pause: "pausableFeatures",
  resume: "pausableFeatures",
  message: "textOrNull",
  redirectUrl: "url",
  proof: "optionalText",
  sourceTag: "optionalText",
  referrerUrl: "optionalText",
  utm: "utm",
  linkToken: "optionalText",
  homepage: "optionalText",
  entries: "blockListEntries",
  subject: "emailSubject",
  body: "emailBody",
  button: "emailButton",
  // A preview may be empty while the template is being edited.
  "/email-templates/preview subject": "singleLineText",
  "/email-templates/preview body": "multiLineText",
  "/email-templates/preview button": "singleLineText",
  "/sends/preview/email subject": "singleLineText",
  "/sends/preview/email body": "multiLineText",
  "/sends/preview/email button": "singleLineText",
  buttonUrl: "url",
  emailButtonColor: "colorOrNull",
  emailFooter: "textOrNull",
  scheme: "enumValue",
  sender: "sender",
  replyTo: "emailOrNull",
  server: "emailServer",
};

function getFieldKind(path: string, field: string): FieldKind {
  const kind = fieldKinds[`${path} ${field}`] ?? fieldKinds[field];
  if (!kind) throw new Error(`Add the field ${field} of ${path} to fieldKinds`);
  return kind;
}

/** Returns the values that a field must reject. */
export const getInvalidValues = (path: string, field: string): readonly unknown[] => valuesByKind[getFieldKind(path, field)];

const wrongSecrets = [
  ...controlCharacters,
  ...loneSurrogates,
  " ",
  "' or 1=1 --",
  "\u202e",
  "💥",
  "__proto__",
  "../../etc/passwd",
  "a\r\nSet-Cookie: a=b",
];

const wrongSecretsByKind: Partial<Record<FieldKind, string[]>> = {
  token: [...wrongSecrets, "x".repeat(200), "%00"],
  exchangeToken: [...wrongSecrets, "", "x".repeat(200), "%00"],
  typedPassword: [...wrongSecrets, "", "\ufdfa".repeat(1000), "x".repeat(1000)],
  secondFactorCode: [...wrongSecrets, "", "000000", "٠١٢٣٤٥", "1e5", "-1", "0x1000", "NaN", "1".repeat(40)],
};

/** Returns values that a field accepts as input, but that are no valid password, code or token. */
export const getWrongSecrets = (path: string, field: string): readonly string[] => wrongSecretsByKind[getFieldKind(path, field)] ?? [];
