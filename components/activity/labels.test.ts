import { expect, test } from "vitest";
import { eventKinds } from "@/contract/event-kinds";
import type { EventRecord } from "@/contract/events";
import { eventSentence } from "./event";
import { eventKindsByGroup } from "./labels";

const createEvent = (overrides: Partial<EventRecord>): EventRecord => ({
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",
  kind: "lead.created",
  at: "2026-11-21T12:00:00.000Z",
  actor: { kind: "staff", id: "1", name: "Grace Hopper" },
  requestId: null,
  code: null,
  email: null,
  data: {},
  subject: null,
  ...overrides,
});

const describeEvent = (kind: EventRecord["kind"], overrides: Partial<EventRecord> = {}) =>
  eventSentence(createEvent({ kind, ...overrides }));

const alan = { subject: { id: "2", name: "Alan Turing" } };
const system: EventRecord["actor"] = { kind: "system", id: null, name: null };

test.each<[string, string]>([
  [describeEvent("code.claimed", { code: "curious-pineapple", email: "ada@example.org" }), "Claimed curious-pineapple for ada@example.org"],
  [
    describeEvent("code.claimed", { code: "curious-pineapple", email: "ada@example.org", data: { emailVerifiedBy: "link" } }),
    "Claimed curious-pineapple for ada@example.org (email verified)",
  ],
  [describeEvent("lead.created", { email: "ada@example.org" }), "Added ada@example.org"],
  [
    describeEvent("lead.created", { email: "ada@example.org", data: { heldReason: "disposable" } }),
    "Added ada@example.org (held for review)",
  ],
  [describeEvent("lead.confirmed", { email: "ada@example.org" }), "Confirmed the email of ada@example.org"],
  [
    describeEvent("lead.moved", { email: "ada@example.org", data: { to: 1200 } }),
    "Moved ada@example.org to position 1,200 of the waitlist",
  ],
  [describeEvent("lead.declined", { email: "ada@example.org" }), "Declined the invitation of ada@example.org"],
  [describeEvent("lead.invitation_expired", { email: "ada@example.org" }), "The invitation of ada@example.org expired"],
  [describeEvent("lead.invitation_bounced", { email: "ada@example.org" }), "The invitation email to ada@example.org bounced"],
  [describeEvent("lead.approved", { email: "ada@example.org" }), "Approved the sign-up of ada@example.org"],
  [describeEvent("block_list.updated", { data: { added: 1, removed: 0 } }), "Added 1 entry to the block list"],
  [describeEvent("block_list.updated", { data: { added: 0, removed: 2 } }), "Removed 2 entries from the block list"],
  [describeEvent("block_list.updated", { data: { added: 2, removed: 1 } }), "Updated the block list: 2 added, 1 removed"],
  [describeEvent("code.deleted", { code: "curious-pineapple", data: { claims: 1, bin: true } }), "Moved curious-pineapple to the bin"],
  [describeEvent("code.restored", { code: "curious-pineapple", data: { claims: 2 } }), "Restored curious-pineapple with 2 claims"],
  [describeEvent("lead.deleted", { data: { bin: true } }), "Moved a lead to the bin"],
  [describeEvent("lead.deleted", { email: "ada@example.org", data: { bin: true } }), "Moved ada@example.org to the bin"],
  [describeEvent("lead.updated", { email: "ada@example.org", data: { fields: ["import"] } }), "Updated ada@example.org in an import"],
  [describeEvent("project.updated", { data: { fields: ["name", "binDays"] } }), "Changed the project's name and days in the bin"],
  [describeEvent("lead.restored", { email: "ada@example.org", data: { claims: 0 } }), "Restored ada@example.org"],
  [
    describeEvent("batch.deleted", { data: { name: "Spring fair", codes: 1, bin: true } }),
    "Moved the batch “Spring fair” with 1 code to the bin",
  ],
  [describeEvent("batch.restored", { data: { name: "Spring fair" } }), "Restored the batch “Spring fair”"],
  [describeEvent("bin.deleted", { data: { entries: 2 } }), "Permanently deleted 2 items from the bin"],
  [describeEvent("records.changed", { data: { leads: ["1"] } }), "Changed records together with others"],
  // After the lead was deleted, and where the table shows the code in a column of its own.
  [describeEvent("code.claimed"), "Claimed a code"],
  [describeEvent("code.reserved", { code: "curious-pineapple" }), "Removed the reservation from curious-pineapple"],
  [
    describeEvent("code.tags_updated", { code: "curious-pineapple", data: { addedTags: ["press", "vip"] } }),
    "Added the tags press and vip to curious-pineapple",
  ],
  [
    describeEvent("lead.updated", { email: "ada@example.org", data: { fields: ["tags"], removedTags: ["vip"] } }),
    "Removed the tag vip from ada@example.org",
  ],
  [
    describeEvent("lead.updated", { email: "ada@example.org", data: { fields: ["tags"], addedTags: ["beta"], removedTags: ["vip"] } }),
    "Changed the tags of ada@example.org",
  ],
  [
    describeEvent("code.extended", { code: "curious-pineapple", data: { allowedClaims: 5 } }),
    "Changed the number of uses of curious-pineapple",
  ],
  [
    describeEvent("batch.extended", { data: { name: "Launch day", validUntil: null, allowedClaims: 5 } }),
    "Changed the end date and number of uses of the batch “Launch day”",
  ],
  [describeEvent("codes.generated", { data: { amount: 1, type: "creative" } }), "Generated 1 creative code"],
  [describeEvent("codes.printed", { data: { codes: 12345, format: "svg" } }), "Printed 12,345 codes"],
  [
    describeEvent("codes.generated", { email: "ada@example.org", data: { amount: 3, type: "creative" } }),
    "Generated 3 creative codes for ada@example.org",
  ],
  [describeEvent("codes.generated", { data: { amount: 12345, type: "numeric" } }), "Generated 12,345 numeric codes"],
  [describeEvent("code.sent", { code: "curious-pineapple", data: { received: 1, notified: 1 } }), "Queued curious-pineapple for 1 lead"],
  [describeEvent("code.sent", { data: { batch: "1", received: 120, notified: 118 } }), "Queued personal codes for 118 of 120 leads"],
  [describeEvent("code.expired", { code: "curious-pineapple" }), "curious-pineapple expired"],
  [describeEvent("batch.expired", { data: { name: "Spring fair", codes: 1200 } }), "1,200 codes of the batch “Spring fair” expired"],
  [
    describeEvent("send.finished", { code: "curious-pineapple", data: { deliveries: { sent: 1, failed: 2 } } }),
    "Finished a send of curious-pineapple: 1 of 3 emails went out",
  ],
  [describeEvent("send.finished", { data: { deliveries: {} } }), "Finished a send: 0 of 0 emails went out"],
  [describeEvent("email.delivered", { email: "ada@example.org" }), "Delivered an email to ada@example.org"],
  [
    describeEvent("email.failed", { email: "ada@example.org", data: { reason: "554 5.7.1" } }),
    "Failed to deliver an email to ada@example.org (554 5.7.1)",
  ],
  [describeEvent("email.bounced", { email: "ada@example.org" }), "An email to ada@example.org bounced"],
  [describeEvent("email.complained"), "An email was reported as spam"],
  [describeEvent("suppression.added", { email: "ada@example.org" }), "Added ada@example.org to the suppression list"],
  [describeEvent("suppression.added", { actor: { kind: "visitor", id: null, name: null } }), "Unsubscribed"],
  [describeEvent("suppression.removed"), "Removed an email from the suppression list"],
  [describeEvent("project.paused", { data: { features: ["claims", "sign_ups"] } }), "Paused claims and sign-ups"],
  [
    describeEvent("project.paused", { data: { features: ["email"], refused: 6, total: 50 } }),
    "Paused email because the mail server refused 6 of the last 50 emails",
  ],
  [describeEvent("project.resumed", { data: { features: ["email"] } }), "Resumed email"],
  [
    describeEvent("email_template.updated", { data: { template: "invitation", fields: ["subject", "body"] } }),
    "Changed the subject and body of the “Personal code” email template",
  ],
  [describeEvent("email_template.reset", { data: { template: "claimed" } }), "Reset the “Code claimed” email template to its default"],
  [describeEvent("staff.signed_in", { data: { method: "password" } }), "Signed in"],
  [describeEvent("staff.signed_in", { data: { method: "github" } }), "Signed in with GitHub"],
  [describeEvent("staff.signed_in", { data: { method: "oidc" } }), "Signed in with single sign-on"],
  [
    describeEvent("staff.sign_in_failed", { ...alan, data: { staff: "2", reason: "second_factor" } }),
    "Failed to sign in as Alan Turing with a wrong authentication code",
  ],
  [
    describeEvent("staff.sign_in_failed", { data: { staff: "2", reason: "password" } }),
    "Failed to sign in as a staff member with a wrong password",
  ],
  [describeEvent("staff.sign_in_failed", { data: { emailHash: "5f2b", reason: "password" } }), "Failed to sign in with an unknown email"],
  [describeEvent("staff.access_refused", { data: { endpoint: "POST /keys" } }), "Was denied access to POST /keys"],
  [describeEvent("staff.updated", { data: { staff: "1", fields: ["name"] } }), "Changed their own name"],
  [describeEvent("staff.updated", { data: { staff: "1", from: "owner", to: "admin" } }), "Changed their own role from owner to admin"],
  [
    describeEvent("staff.updated", { ...alan, data: { staff: "2", from: "viewer", to: "member" } }),
    "Changed the role of Alan Turing from viewer to member",
  ],
  [
    describeEvent("staff.updated", { data: { staff: "2", from: "member", to: "admin" } }),
    "Changed a staff member's role from member to admin",
  ],
  [describeEvent("staff.updated", { ...alan, data: { staff: "2", disabled: true } }), "Disabled the account of Alan Turing"],
  [describeEvent("staff.updated", { data: { staff: "2", disabled: false } }), "Enabled a staff member's account"],
  [
    describeEvent("staff.updated", { ...alan, data: { staff: "2", from: "member", to: "admin", disabled: false } }),
    "Changed the role of Alan Turing from member to admin and enabled the account",
  ],
  [describeEvent("staff.removed", { ...alan, data: { staff: "2", role: "admin" } }), "Removed Alan Turing from the team"],
  [describeEvent("staff.removed", { data: { staff: "1", role: "admin" } }), "Left the team"],
  [
    describeEvent("staff.joined", { ...alan, actor: system, data: { staff: "2", role: "owner" } }),
    "Added Alan Turing to the team as an owner",
  ],
  [describeEvent("staff.invited", { data: { role: "admin" } }), "Invited someone as an admin"],
  [describeEvent("staff.invited", { data: { role: "viewer", email: "alan@example.org" } }), "Invited alan@example.org as a viewer"],
  [describeEvent("staff.invited", { data: { resent: true, email: "alan@example.org" } }), "Resent the invitation to alan@example.org"],
  [describeEvent("staff.invitation_revoked", { data: { email: "alan@example.org" } }), "Revoked the invitation to alan@example.org"],
  [describeEvent("staff.invitation_revoked"), "Revoked an invitation"],
  [
    describeEvent("staff.invitation_link_copied", { data: { email: "alan@example.org" } }),
    "Copied the link of the invitation to alan@example.org",
  ],
  [
    describeEvent("key.rotated", { data: { name: "Shop", overlapHours: 0 } }),
    "Rotated the API key “Shop”. The old key stopped working immediately",
  ],
  [describeEvent("origins.updated", { data: { origins: 0 } }), "Allowed the public key from any origin"],
  [describeEvent("project.updated", { data: { fields: ["name", "timeZone"] } }), "Changed the project's name and time zone"],
  [
    describeEvent("project.email_delivery_updated", { data: { fields: ["sender", "server"] } }),
    "Changed the sender and mail server in the email delivery settings",
  ],
])("the sentence %j describes its event", (sentence, expected) => {
  expect(sentence).toBe(expected);
});

test("every kind of event has a sentence without data, and is in exactly one group of the filter", () => {
  for (const kind of eventKinds) expect(describeEvent(kind), kind).toMatch(/^[A-Z][^{}]*[a-z]$/);
  expect(eventKindsByGroup.flatMap(({ kinds }) => kinds).sort()).toEqual([...eventKinds].sort());
});
