import { expect, test } from "vitest";
import { deleteLeadsConsequence } from "./labels";

const recovery = "You can restore it.";

test("the confirmation says how many of the deleted leads lose access", () => {
  expect(deleteLeadsConsequence("12", "0", recovery)).toMatch(/^None of them have claimed a code\. /);
  expect(deleteLeadsConsequence("12", "1", recovery)).toMatch(/^1 of them claimed a code and loses access\. /);
  expect(deleteLeadsConsequence("12000", "1200", recovery)).toMatch(/^1,200 of them claimed a code and lose access\. /);
  expect(deleteLeadsConsequence("12", "12", recovery)).toMatch(/^All of them claimed a code and lose access\. /);
  expect(deleteLeadsConsequence("1", "1", recovery)).toMatch(/^They claimed a code and lose access\. /);
  expect(deleteLeadsConsequence("1", "0", recovery)).toMatch(/^They haven't claimed a code\. /);
  expect(deleteLeadsConsequence("12", null, recovery)).toMatch(/^Leads who claimed a code lose access, /);
});
