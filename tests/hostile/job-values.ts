import { texts } from "./texts";
import { wrong } from "./values";

const withoutNull = (values: readonly unknown[]) => values.filter((value) => value !== null);

/** As `wrong`, of what many things are done with. */
export const wrongOfTasks = {
  act: [...texts, "", "PAUSE", "destroy", "__proto__", "toString"],
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
  pausables: [
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
    ["claims", "everything"],
    Array(4).fill("claims"),
    Array(10_000).fill("mail"),
  ],
  momentOrNone: withoutNull(wrong.moment),
  addressOrNobody: withoutNull(wrong.address),
} satisfies Record<string, unknown[]>;
