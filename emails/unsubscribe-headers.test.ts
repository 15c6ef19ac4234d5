import { expect, test } from "vitest";
import { unsubscribeHeaders } from "./unsubscribe";

test("mail programs are told where they ask for no more mail, and that one click is enough", () => {
  expect(unsubscribeHeaders("https://codes.example.org/unsubscribe/now?t=1.abc_-")).toEqual({
    "List-Unsubscribe": "<https://codes.example.org/unsubscribe/now?t=1.abc_->",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});
