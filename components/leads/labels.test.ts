import { describe, expect, test } from "vitest";
import { deleteLeadsConsequence, deleteLeadConsequence, leadTotalLabel, leadName, leadStage } from "./labels";

const nobody = { hasClaimedCode: false, invitedAt: null, onWaitlist: false, standing: "active" as const };

test.each([
  [nobody, "New"],
  [{ ...nobody, onWaitlist: true }, "Waiting"],
  [{ ...nobody, standing: "unconfirmed" as const }, "Unconfirmed"],
  [{ ...nobody, standing: "held" as const }, "Held"],
  [{ ...nobody, onWaitlist: true, invitedAt: "2026-11-21T12:00:00.000Z" }, "Invited"],
  [{ ...nobody, hasClaimedCode: true, invitedAt: "2026-11-21T12:00:00.000Z", onWaitlist: true }, "Claimed"],
])("of all that is true of a lead the furthest is said", (lead, word) => {
  expect(leadStage(lead).label).toBe(word);
});

test("a lead's names are one, with what there is of them", () => {
  expect(leadName({ firstname: "Ada", lastname: "Lovelace" })).toBe("Ada Lovelace");
  expect(leadName({ firstname: null, lastname: "Lovelace" })).toBe("Lovelace");
  expect(leadName({ firstname: null, lastname: null })).toBe("");
});

test("leads are counted as lists count", () => {
  expect(["0", "1", "12345", "10000+"].map(leadTotalLabel)).toEqual(["0 leads", "1 lead", "12,345 leads", "10,000+ leads"]);
});

describe("before leads are deleted", () => {
  test("it is said how many of them lose access", () => {
    expect(deleteLeadsConsequence("12", "0")).toMatch(/^None of them has claimed a code\. /);
    expect(deleteLeadsConsequence("12", "1")).toMatch(/^1 of them has claimed a code and loses access; /);
    expect(deleteLeadsConsequence("12000", "1200")).toMatch(/^1,200 of them have claimed a code and lose access; /);
    expect(deleteLeadsConsequence("12", "12")).toMatch(/^All of them have claimed a code and lose access; /);
    expect(deleteLeadsConsequence("1", "1")).toMatch(/^They have claimed a code and lose access; /);
    expect(deleteLeadsConsequence("1", "0")).toMatch(/^They have claimed nothing\. /);
    expect(deleteLeadsConsequence("12", null)).toMatch(/^Those who have claimed a code lose access; /);
  });

  test("it is said what goes with one", () => {
    expect(deleteLeadConsequence({ claims: 2, reserved: 1 })).toBe(
      "They lose the access that 2 claims gave them; the codes get their uses back. 1 code that is reserved for them is freed and paused. Their notes, sends and history go too. This cannot be undone.",
    );
    expect(deleteLeadConsequence({ claims: 1, reserved: 0 })).toMatch(/1 claim gave them; the code gets its use back\. Their notes/);
    expect(deleteLeadConsequence({ claims: 0, reserved: 3 })).toMatch(/^They have claimed nothing\. 3 codes that are reserved for them are freed/);
  });
});
