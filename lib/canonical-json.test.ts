import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json";

test.each([
  ['{"b":1,"a":{"d":[2,1],"c":null}}', '{ "a": {"c": null, "d": [2, 1]}, "b": 1 }'],
  ['{"10":1,"9":2,"__proto__":3}', '{"__proto__":3,"9":2,"10":1}'],
])("the values %s and %s are written the same", (one, other) => {
  expect(canonicalJson(JSON.parse(one))).toBe(canonicalJson(JSON.parse(other)));
});

test.each([
  ['{"a":[1,2]}', '{"a":[2,1]}'],
  ['{"a":"1"}', '{"a":1}'],
  ['{"a":null}', "{}"],
])("the values %s and %s are written differently", (one, other) => {
  expect(canonicalJson(JSON.parse(one))).not.toBe(canonicalJson(JSON.parse(other)));
});
