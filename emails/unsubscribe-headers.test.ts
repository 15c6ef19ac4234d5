import { expect, test } from "vitest";
import { unsubscribeHeaders } from "./unsubscribe-headers";

test("lets email clients unsubscribe with one click", () => {
  expect(unsubscribeHeaders("https://codes.example.org/unsubscribe/submit?token=1.abc_-")).toEqual({
    "List-Unsubscribe": "<https://codes.example.org/unsubscribe/submit?token=1.abc_->",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});
