import { describe, expect, test } from "vitest";
import { limitResponses, otherResponses } from "@/tests/harness/smtp-limit-responses";
import { badMailboxResponses } from "@/tests/harness/smtp-responses";
import { readLimitReply } from "./smtp-limits";

describe.each(Object.entries(limitResponses))("the limit %s", (limit, responses) => {
  test.each(responses)("is read from “%s”", (response) => {
    expect(readLimitReply(response)?.limit).toBe(limit);
  });
});

test.each(otherResponses)("no limit of ours is read from “%s”", (response) => {
  expect(readLimitReply(response)).toBeNull();
});

test("a mailbox that doesn't exist is never a limit", () => {
  expect(badMailboxResponses.filter((response) => readLimitReply(response) !== null)).toEqual([]);
});

test.each([
  ["550 Too many messages. Try again in 92 seconds.", 92_000],
  ["450 4.7.1 Rate limit exceeded, please retry after 5 minutes", 300_000],
  ["421 4.7.0 Too many messages, wait 2 hours", 7_200_000],
  ["451 Too many requests. Retry after 60", 60_000],
  ["450 4.7.1 Sending rate exceeded: 500 emails in 60 minutes", 0],
  ["454 Throttling failure: Maximum sending rate exceeded.", 0],
  ["421 4.7.0 Too many messages. Try again in 900000 hours.", 86_400_000],
])("the wait of “%s” is %i ms", (response, wait) => {
  expect(readLimitReply(response)?.wait).toBe(wait);
});
