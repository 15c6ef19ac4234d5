import { invalidValues } from "./common-values";
import { invalidTexts } from "./text-values";

const exceptNull = (values: readonly unknown[]) => values.filter((value) => value !== null);

/** Invalid values for fields of bulk actions and jobs, by kind. */
export const invalidJobValues = {
  action: [...invalidTexts, "", "PAUSE", "destroy", "__proto__", "toString"],
  codes: [
    null,
    0,
    true,
    "",
    "curious-pineapple",
    {},
    { 0: "curious-pineapple", length: 1 },
    [],
    [null],
    [1],
    [[]],
    [["curious-pineapple"]],
    [""],
    ["---"],
    ["curious-pineapple", "a\0b"],
    ["\ud800"],
    ["a".repeat(201)],
    Array(50_001).fill("curious-pineapple"),
  ],
  pausableFeatures: [
    null,
    0,
    true,
    "",
    "claims",
    {},
    { 0: "claims", length: 1 },
    [null],
    [1],
    [[]],
    [["claims"]],
    [""],
    ["CLAIMS"],
    ["__proto__"],
    ["claims", "all"],
    Array(4).fill("claims"),
    Array(10_000).fill("email"),
  ],
  dateTimeOrNull: exceptNull(invalidValues.dateTime),
  emailOrNull: exceptNull(invalidValues.email),
} satisfies Record<string, unknown[]>;
