import { expect, test } from "vitest";
import { closestName } from "./closest-name";

const names = ["firstname", "lastname", "code", "claimUrl", "validUntil"];

test.each<[string, string | null]>([
  ["frstname", "firstname"],
  ["FirstName", "firstname"],
  ["first name", "firstname"],
  ["claim_url", "claimUrl"],
  ["valid-until", "validUntil"],
  ["cod", "code"],
  ["vorname", null],
  ["x", null],
  ["", null],
])("the name %j is matched to %j", (input, expected) => {
  expect(closestName(input, names)).toBe(expected);
});
