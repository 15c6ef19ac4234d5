import { expect, test } from "vitest";
import { nearestName } from "./nearest";

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
])("%j is most likely %j", (typed, meant) => {
  expect(nearestName(typed, names)).toBe(meant);
});
