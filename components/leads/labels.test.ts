import { expect, test } from "vitest";
import { deleteLeadConsequence } from "./dialog-labels";
import { leadName, leadStage, leadTotalLabel } from "./labels";

const newLead = { hasClaimedCode: false, waitlistStatus: null, status: "active" as const };

const at = "2026-11-21T12:00:00.000Z";

test.each([
  [newLead, "New"],
  [{ ...newLead, waitlistStatus: "waiting" as const }, "Waiting"],
  [{ ...newLead, sentCodes: 1 }, "Sent a code"],
  [{ ...newLead, sentCodes: 1, lastEmail: { kind: "code" as const, status: "sent" as const, at } }, "Sent a code"],
  [{ ...newLead, sentCodes: 1, lastEmail: { kind: "code" as const, status: "saved_to_file" as const, at } }, "Code saved to file"],
  [{ ...newLead, sentCodes: 1, status: "unconfirmed" as const }, "Sent a code"],
  [{ ...newLead, sentCodes: 2, waitlistStatus: "waiting" as const }, "Sent a code"],
  [{ ...newLead, sentCodes: 1, waitlistStatus: "waiting" as const, invitedAt: "2026-11-21T12:00:00.000Z" }, "Waiting"],
  [{ ...newLead, sentCodes: 1, waitlistStatus: "invited" as const }, "Invited"],
  [{ ...newLead, sentCodes: 1, suppression: "bounced" as const }, "Bounced"],
  [{ ...newLead, sentCodes: 1, hasClaimedCode: true }, "Claimed"],
  [{ ...newLead, status: "unconfirmed" as const }, "Unconfirmed"],
  [{ ...newLead, status: "held" as const }, "Held for review"],
  [{ ...newLead, waitlistStatus: "invited" as const, status: "unconfirmed" as const }, "Invited"],
  [{ ...newLead, waitlistStatus: "expired" as const }, "Invitation expired"],
  [{ ...newLead, hasClaimedCode: true, waitlistStatus: "waiting" as const }, "Claimed"],
  [{ ...newLead, hasClaimedCode: true }, "Claimed"],
])("the furthest stage of the lead %j is %s", (lead, label) => {
  expect(leadStage(lead).label).toBe(label);
});

test("the name of a lead joins the names that are known", () => {
  expect(leadName({ firstname: "Ada", lastname: "Lovelace" })).toBe("Ada Lovelace");
  expect(leadName({ firstname: null, lastname: "Lovelace" })).toBe("Lovelace");
  expect(leadName({ firstname: null, lastname: null })).toBe("");
});

test("exact and capped totals of leads have labels", () => {
  expect(["0", "1", "12345", "10000+"].map(leadTotalLabel)).toEqual(["0 leads", "1 lead", "12,345 leads", "10,000+ leads"]);
});

const recovery = "You can restore it.";

test("the confirmation says what is deleted with one lead", () => {
  expect(deleteLeadConsequence({ claims: 2, reserved: 1 }, recovery)).toBe(
    "They claimed 2 codes and lose access. The codes get their uses back. 1 code reserved for them is paused, and the reservation is removed. You can restore it.",
  );
  expect(deleteLeadConsequence({ claims: 1, reserved: 0 }, recovery)).toMatch(
    /claimed 1 code and lose access\. The code gets its use back\. You can/,
  );
  expect(deleteLeadConsequence({ claims: 0, reserved: 3 }, recovery)).toMatch(
    /^They haven't claimed a code\. 3 codes reserved for them are paused/,
  );
});
