import { expect, test } from "vitest";
import { isRefusal, quotableResponse, refusalReason } from "./refusal-reason";

test.each([
  ["550 5.7.1 <ada@example.org>: blocked, id=4F2D1", "550 5.7.1 <grace@example.net>: blocked, id=9A0C7"],
  [
    "550 Rejected for 192.0.2.1, see https://example.net/?ip=192.0.2.1",
    "550 Rejected for 192.0.2.77, see https://example.net/?ip=192.0.2.77",
  ],
  ["550 Mail content denied [MX4x9A== IP: 192.0.2.1]", "550 Mail content denied [ZZ80uQ== IP: 192.0.2.1]"],
  ["550-5.1.1 The account\n550 5.1.1 does not exist y3si675602plr.1", "550-5.1.1 The account\n550 5.1.1 does not exist e22si1plr.9"],
])("refusals for the same reason are equal: %s", (first, second) => {
  expect(refusalReason(first)).toBe(refusalReason(second));
});

test.each([
  ["550 5.7.1 blocked", "550 5.1.1 blocked"],
  ["550 User unknown", "550 User suspended"],
  ["550 用户不存在", "550 邮箱已停用"],
])("refusals for other reasons differ: %s", (first, second) => {
  expect(refusalReason(first)).not.toBe(refusalReason(second));
});

test("only permanent responses are refusals", () => {
  expect(["550 No", "554-No\n554 No", "521", "451 Later", "The email couldn't be rendered.", "5500 x"].map(isRefusal)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("a quoted response has one line and no email", () => {
  expect(quotableResponse("550-5.7.1 <ada@example.org>\n550 5.7.1 blocked")).toBe("550-5.7.1 <…> 550 5.7.1 blocked");
});
