import { expect, test } from "vitest";
import type { EventRecord } from "@/contract/events";
import { eventKinds } from "@/contract/kinds";
import { eventKindsByGroup, eventSentence } from "./event-sentences";

const anEvent = (some: Partial<EventRecord>): EventRecord => ({
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",
  kind: "lead.created",
  at: "2026-11-21T12:00:00.000Z",
  actor: { kind: "staff", id: "1", name: "Grace Hopper" },
  requestId: null,
  code: null,
  email: null,
  data: {},
  subject: null,
  ...some,
});

const said = (kind: EventRecord["kind"], some: Partial<EventRecord> = {}) => eventSentence(anEvent({ kind, ...some }));

const alan = { subject: { id: "2", name: "Alan Turing" } };
const system: EventRecord["actor"] = { kind: "system", id: null, name: null };

test.each<[string, string]>([
  [said("code.claimed", { code: "curious-pineapple", email: "ada@example.org" }), "Claimed curious-pineapple for ada@example.org"],
  [said("block_list.updated", { data: { added: 1, removed: 0 } }), "Put 1 entry on the block list"],
  [said("block_list.updated", { data: { added: 0, removed: 2 } }), "Took 2 entries off the block list"],
  [said("block_list.updated", { data: { added: 2, removed: 1 } }), "Put 2 entries on the block list, and took 1 entry off it"],
  // As it is once the lead is deleted, and where the code has a column of its own.
  [said("code.claimed"), "Claimed a code"],
  [said("codes.generated", { data: { amount: 1, type: "creative" } }), "Generated 1 creative code"],
  [said("codes.generated", { data: { amount: 12345, type: "numeric" } }), "Generated 12,345 numeric codes"],
  [said("code.sent", { code: "curious-pineapple", data: { received: 1, notified: 1 } }), "Sent curious-pineapple to 1 lead"],
  [said("code.sent", { data: { batch: "1", received: 120, notified: 118 } }), "Sent personal codes to 118 of 120 leads"],
  [said("suppression.added", { email: "ada@example.org" }), "Stopped mail to ada@example.org"],
  [said("suppression.added", { actor: { kind: "visitor", id: null, name: null } }), "Asked for no more mail"],
  [said("suppression.removed"), "Let an address get mail again"],
  [said("project.paused", { data: { what: ["claims", "sign_ups"] } }), "Paused claims and sign-ups"],
  [said("project.resumed", { data: { what: ["email"] } }), "Resumed mail"],
  [
    said("email_template.updated", { data: { mail: "invitation", fields: ["subject", "body"] } }),
    "Changed the subject and text of the mail “Personal code”",
  ],
  [said("email_template.reset", { data: { mail: "claimed" } }), "Took the mail “Code claimed” back to its default words"],
  [said("staff.signed_in", { data: { way: "password" } }), "Signed in"],
  [said("staff.signed_in", { data: { way: "github" } }), "Signed in with GitHub"],
  [said("staff.signed_in", { data: { way: "oidc" } }), "Signed in with single sign-on"],
  [said("staff.updated", { data: { staff: "1", fields: ["name"] } }), "Changed their own name"],
  [said("staff.updated", { data: { staff: "1", from: "owner", to: "admin" } }), "Changed their own role from owner to admin"],
  [
    said("staff.updated", { ...alan, data: { staff: "2", from: "viewer", to: "member" } }),
    "Changed the role of Alan Turing from viewer to member",
  ],
  [said("staff.updated", { data: { staff: "2", from: "member", to: "admin" } }), "Changed the role of somebody from member to admin"],
  [said("staff.updated", { ...alan, data: { staff: "2", disabled: true } }), "Disabled Alan Turing"],
  [said("staff.updated", { data: { staff: "2", disabled: false } }), "Enabled somebody"],
  [
    said("staff.updated", { ...alan, data: { staff: "2", from: "member", to: "admin", disabled: false } }),
    "Changed the role of Alan Turing from member to admin and enabled Alan Turing",
  ],
  [said("staff.removed", { ...alan, data: { staff: "2", role: "admin" } }), "Removed Alan Turing"],
  [said("staff.removed", { data: { staff: "1", role: "admin" } }), "Removed themselves"],
  [said("staff.joined", { ...alan, actor: system, data: { staff: "2", role: "owner" } }), "Added Alan Turing to the team as an owner"],
  [said("staff.invited", { data: { role: "admin" } }), "Invited somebody as an admin"],
  [said("key.rotated", { data: { name: "Shop", overlapHours: 0 } }), "Rotated the key “Shop”; the old one stopped at once"],
  [said("origins.updated", { data: { origins: 0 } }), "Opened the public key to every web origin"],
  [said("project.updated", { data: { fields: ["name", "timeZone"] } }), "Changed the project’s name and time zone"],
  [said("project.email_delivery_updated", { data: { fields: ["sender", "server"] } }), "Changed how mail is sent: sender and mail server"],
])("an event says %j", (sentence, wanted) => {
  expect(sentence).toBe(wanted);
});

test("every kind of event says something even when nothing more is known of it, and is found in one group of the filter", () => {
  for (const kind of eventKinds) expect(said(kind), kind).toMatch(/^[A-Z][^{}]*[a-z]$/);
  expect(eventKindsByGroup.flatMap(({ kinds }) => kinds).sort()).toEqual([...eventKinds].sort());
});
