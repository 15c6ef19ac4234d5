import { z } from "zod";
import { endpoint } from "./endpoint";
import { Email, Id, Timestamp } from "./fields";
import { exampleSigned, Signed } from "./session";
import { exampleStaff, LinkToken, NewPassword, PersonName, RoleName, StaffRecord } from "./staff";

const tag = "Team";

/** How long an invitation's link works, in days. */
export const invitationLifeDays = 7;

/** Somebody who was asked to join the team and has not yet. */
export const InvitationRecord = z
  .object({
    id: Id,
    email: z.string(),
    role: RoleName,
    invitedBy: z.string().nullable().meta({ description: "The name of who invited." }),
    createdAt: Timestamp,
    expiresAt: Timestamp,
  })
  .meta({ id: "Invitation" });
export type InvitationRecord = z.output<typeof InvitationRecord>;

const exampleInvitation: InvitationRecord = {
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e77",
  email: "alan@example.org",
  role: "member",
  invitedBy: "Grace Hopper",
  createdAt: "2026-11-21T12:00:00.000Z",
  expiresAt: "2026-11-28T12:00:00.000Z",
};
const one = z.strictObject({ id: Id });

export const listStaffEndpoint = endpoint({
  method: "GET",
  path: "/team",
  tag,
  summary: "List the team",
  description: "By name.",
  access: ["admin"],
  reply: z.array(StaffRecord),
  errors: [],
  example: { reply: [exampleStaff] },
});

export const changeStaffEndpoint = endpoint({
  method: "PATCH",
  path: "/team/:id",
  tag,
  summary: "Change somebody's role, or disable and enable them",
  description: "Bites on their next request. Only owners change owners and make new ones; the last owner who can sign in stays one.",
  access: ["admin"],
  params: one,
  body: z.strictObject({ role: RoleName.optional(), disabled: z.boolean().optional() }),
  reply: StaffRecord,
  errors: ["staff_not_found", "last_owner"],
  example: { params: { id: exampleStaff.id }, body: { role: "admin" }, reply: { ...exampleStaff, role: "admin" } },
});

export const removeStaffEndpoint = endpoint({
  method: "DELETE",
  path: "/team/:id",
  tag,
  summary: "Remove somebody from the team",
  description: "Their sessions end at once; what they did stays in the activity.",
  access: ["admin"],
  params: one,
  reply: StaffRecord,
  errors: ["staff_not_found", "last_owner"],
  example: { params: { id: exampleStaff.id }, reply: exampleStaff },
});

export const listInvitationsEndpoint = endpoint({
  method: "GET",
  path: "/team/invitations",
  tag,
  summary: "List open invitations",
  description: "Newest first.",
  access: ["admin"],
  reply: z.array(InvitationRecord),
  errors: [],
  example: { reply: [exampleInvitation] },
});

export const inviteStaffEndpoint = endpoint({
  method: "POST",
  path: "/team/invitations",
  tag,
  summary: "Invite somebody to the team",
  description: `Mails them a link that works once, for ${invitationLifeDays} days. Inviting an address again replaces its invitation. Only owners invite owners.`,
  access: ["admin"],
  body: z.strictObject({ email: Email, role: RoleName }),
  reply: InvitationRecord,
  errors: ["staff_exists"],
  example: { body: { email: "alan@example.org", role: "member" }, reply: exampleInvitation },
});

export const resendInvitationEndpoint = endpoint({
  method: "POST",
  path: "/team/invitations/:id/resend",
  tag,
  summary: "Mail an invitation again",
  description: "With a new link; the older one stops working.",
  access: ["admin"],
  params: one,
  reply: InvitationRecord,
  errors: ["invitation_not_found"],
  example: { params: { id: exampleInvitation.id }, reply: exampleInvitation },
});

export const revokeInvitationEndpoint = endpoint({
  method: "DELETE",
  path: "/team/invitations/:id",
  tag,
  summary: "Revoke an invitation",
  access: ["admin"],
  params: one,
  reply: InvitationRecord,
  errors: ["invitation_not_found"],
  example: { params: { id: exampleInvitation.id }, reply: exampleInvitation },
});

export const acceptInvitationEndpoint = endpoint({
  method: "POST",
  path: "/invitation/accept",
  tag,
  summary: "Join the team with a mailed link",
  description: "Signs in.",
  access: [],
  body: z.strictObject({ token: LinkToken, name: PersonName, password: NewPassword }),
  reply: Signed,
  errors: ["link_not_valid", "staff_exists", "too_many_requests"],
  example: {
    body: { token: "9c1e7a5b3d0f42e8b6a4c2d8f0e1a395", name: "Alan Turing", password: "correct horse battery staple" },
    reply: exampleSigned,
  },
});
