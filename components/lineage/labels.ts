import type { InviteCode, LeadInvites } from "@/contract/invite-codes";
import { plural } from "@/lib/plural";

/** The copy of the cards with invite codes and who invited whom. */
export const labels = {
  title: "Invite codes",
  codeTitle: "Invited people",
  description: (quota: number, codes: number) =>
    codes >= quota
      ? plural(codes, { one: "They got {n} code to pass on to a friend.", other: "They got {n} codes to pass on to friends." })
      : `They got ${codes} of ${quota} codes to pass on to friends.`,
  invitedBy: "Invited by",
  passedOnBy: "Passed on by",
  codes: "Codes",
  people: (total: number, isCapped: boolean) =>
    isCapped
      ? `At least ${total.toLocaleString("en")} people`
      : plural(total, { one: "{n} person joined with them", other: "{n} people joined with them" }),
  peopleOfCode: (total: number, isCapped: boolean) =>
    isCapped
      ? `At least ${total.toLocaleString("en")} people`
      : plural(total, { one: "{n} person joined through this code", other: "{n} people joined through this code" }),
  /** The name of a person's button that shows whom they invited. */
  toggle: (email: string) => `People invited by ${email}`,
  invited: (count: number) => plural(count, { one: "invited {n} person", other: "invited {n} people" }),
  with: "with {code}",
  more: (count: number) => plural(count, { one: "Show {n} more", other: "Show {n} more" }),
  /** Below a list that ends there. */
  firstPeople: (count: number) => `The first ${count.toLocaleString("en")} are listed.`,
  create: (available: number) => plural(available, { one: "Create {n} code", other: "Create {n} codes" }),
  created: "Invite codes created",
  createFailed: "The codes weren't created",
  menu: (name: string) => `Actions for the branch of ${name}`,
  revoke: "Revoke branch",
  statuses: {
    active: "Not used yet",
    paused: "Paused",
    expired: "Expired",
    exhausted: "Used",
    scheduled: "Not started",
    deleted: "Deleted",
  } satisfies Record<InviteCode["status"], string>,
  refusals: {
    no_claim: "They get no new codes, because they have claimed none.",
    held: "They get no new codes while their sign-up is held for review.",
    blocked: "They get no new codes, because their email is on the block list.",
    suppressed: "They get no new codes, because their email is suppressed.",
  } satisfies Record<NonNullable<LeadInvites["refusal"]>, string>,
};
