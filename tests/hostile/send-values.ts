import { invalidTexts, nonTextValues } from "./text-values";

const id = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";

const invalidIdLists = [
  null,
  0,
  true,
  "",
  id,
  {},
  { 0: id, length: 1 },
  [],
  [null],
  [1],
  [[id]],
  [""],
  ["x"],
  [`${id}'; drop table sends; --`],
];

/** Invalid values for fields of send, lead and batch updates, by kind. */
export const invalidSendValues = {
  ids: [...invalidIdLists, Array(50_001).fill(id)],
  binEntries: [...invalidIdLists, Array(1001).fill(id)],
  batchIds: [...invalidIdLists, Array(101).fill(id)],
  personalCodes: [
    ...[null, 0, true, "", "creative", []],
    ...[{ surprise: 1 }, { type: "CREATIVE" }, { type: null }, { allowedClaims: 0 }, { allowedClaims: "1" }, { allowedClaims: 2 ** 31 }],
    ...[
      { validFrom: "now" },
      { validUntil: null },
      { validFrom: "2027-01-01T00:00:00Z", validUntil: "2027-01-01T00:00:00Z" },
      { amount: 5 },
    ],
  ],
  expectedLead: [
    ...[null, 0, true, "", "notes", []],
    ...[
      { surprise: 1 },
      { notes: null },
      { notes: 1 },
      { firstname: 0 },
      { lastname: [] },
      { waitlist: true },
      { email: "ada@example.org" },
    ],
  ],
  expectedWebhook: [
    ...[null, 0, true, "", "url", []],
    ...[{ surprise: 1 }, { url: null }, { events: "all" }, { events: [1] }, { filter: [] }, { texts: { other: 1 } }, { original: "true" }],
  ],
  expectedMessage: [null, 0, true, "", [], { surprise: 1 }, { message: 1 }, { message: [] }],
  expectedLimits: [null, 0, true, "", [], { surprise: 1 }, { claimsPerCode: "10" }, { claimsPerCode: 0.5 }, { claimsPerCode: null }],
  expectedBatch: [
    ...[null, 0, true, "", "name", []],
    ...[{ surprise: 1 }, { name: null }, { paused: true }, { redemptionUrl: 1 }, { redemptionInstructions: [] }, { allowedDomains: "all" }],
  ],
  expectedSuppression: [
    ...[null, 0, true, "", "note", []],
    ...[{ surprise: 1 }, { note: null }, { note: 1 }, { reason: null }, { reason: "other" }, { email: "ada@example.org" }],
  ],
  /** Like a single-line text, but null removes the name. */
  nameOrNull: [
    ...invalidTexts.filter((value) => value !== "" && value !== null),
    ...nonTextValues.filter((value) => value !== null),
    "a\nb",
    "a\u2028b",
    "x".repeat(201),
  ],
} satisfies Record<string, unknown[]>;
