import * as z from "zod";
import { endpoint, exactlyOneOf } from "./endpoint";
import { providerIds } from "./enums";
import { Email, expectedValues, Id, oneOf, Timestamp } from "./fields";
import { invitationLifetimeDays } from "./limits";
import { ProjectName, TimeZone } from "./project";
import type { Role } from "./roles";
import { CurrentSession, exampleCurrentSession } from "./session";
import { accountTokenFields, exampleStaff, NewPassword, PersonName, RoleName, StaffRecord } from "./staff-fields";

const tag = "Team";

/** A pending invitation. */
export const InvitationRecord = z
  .object({
    id: Id,
    email: z.string(),
    role: RoleName,
    invitedBy: z.string().nullable().meta({ description: "The name of the staff member who sent the invitation." }),
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
const exampleMember: StaffRecord = {
  ...exampleStaff,
  id: "019aa6c5-0000-7000-8000-00000000000b",
  email: exampleInvitation.email,
  name: "Alan Turing",
  role: exampleInvitation.role,
  secondFactor: false,
  secondFactors: [],
  lastSeenAt: "2026-11-22T09:00:00.000Z",
  createdAt: "2026-11-22T09:00:00.000Z",
};
const idParams = z.strictObject({ id: Id });

export const listStaffEndpoint = endpoint({
  method: "GET",
  path: "/team",
  tag,
  summary: "List staff members",
  description: "Sorted by name.",
  access: ["admin"],
  reply: z.array(StaffRecord),
  errors: [],
  example: { reply: [exampleStaff] },
});

/** A staff member after a change, and what it ended. */
const ChangedStaff = StaffRecord.extend({
  revokedInvitations: z
    .array(z.string())
    .meta({ description: "The emails of pending invitations that the person sent and could no longer send. They were revoked." }),
});

export const updateStaffEndpoint = endpoint({
  method: "PATCH",
  path: "/team/:id",
  tag,
  summary: "Update a staff member",
  description:
    "Changes their role, or disables or enables their account. The change takes effect with their next request. Pending invitations that they sent and could no longer send are revoked. Disabling the account, or changing the role to `viewer`, also stops their background jobs and cancels their sends and waves. Only owners can manage owners, and the last active owner can't be changed.",
  access: ["admin"],
  params: idParams,
  body: z.strictObject({
    role: RoleName.optional(),
    disabled: z.boolean().optional().meta({ description: "Whether to disable the account, so that they can't sign in." }),
  }),
  reply: ChangedStaff,
  errors: ["staff_not_found", "last_owner"],
  example: {
    params: { id: exampleMember.id },
    body: { role: "admin" },
    reply: { ...exampleMember, role: "admin", revokedInvitations: [] },
  },
});

export const removeStaffEndpoint = endpoint({
  method: "DELETE",
  path: "/team/:id",
  tag,
  summary: "Remove a staff member",
  description:
    "Also revokes all of their sessions and the pending invitations they sent, stops the background jobs they started and cancels their sends. API keys that they created keep working. Their past activity stays in the activity log. Returns the removed staff member.",
  access: ["admin"],
  params: idParams,
  reply: ChangedStaff,
  errors: ["staff_not_found", "last_owner"],
  example: { params: { id: exampleMember.id }, reply: { ...exampleMember, revokedInvitations: [] } },
});

export const listInvitationsEndpoint = endpoint({
  method: "GET",
  path: "/team/invitations",
  tag,
  summary: "List pending invitations",
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
  summary: "Invite a staff member",
  description: `Emails a link that works once, within ${invitationLifetimeDays} days. Inviting the same person again replaces the earlier invitation. Only owners can invite owners.`,
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
  summary: "Resend an invitation",
  description: "Emails a new link. The previous link stops working.",
  access: ["admin"],
  params: idParams,
  reply: InvitationRecord,
  errors: ["invitation_not_found"],
  example: { params: { id: exampleInvitation.id }, reply: exampleInvitation },
});

export const copyInvitationLinkEndpoint = endpoint({
  method: "POST",
  path: "/team/invitations/:id/link",
  tag,
  summary: "Copy an invitation's link",
  description: `Returns a link to hand over yourself. It works once, within ${invitationLifetimeDays} days, and replaces the link that was copied before. The emailed link keeps working. Anyone with the link can join as the invited person. Only owners can copy an owner's link.`,
  access: ["admin"],
  params: idParams,
  reply: z.object({ url: z.string(), expiresAt: Timestamp }),
  errors: ["invitation_not_found"],
  example: {
    params: { id: exampleInvitation.id },
    reply: { url: "https://codes.example.org/invitation?token=9c1e7a5b3d0f42e8b6a4c2d8f0e1a395", expiresAt: "2026-11-28T12:00:00.000Z" },
  },
});

export const revokeInvitationEndpoint = endpoint({
  method: "DELETE",
  path: "/team/invitations/:id",
  tag,
  summary: "Revoke an invitation",
  access: ["admin"],
  params: idParams,
  reply: InvitationRecord,
  errors: ["invitation_not_found"],
  example: { params: { id: exampleInvitation.id }, reply: exampleInvitation },
});

export const acceptInvitationEndpoint = endpoint({
  method: "POST",
  path: "/invitation/accept",
  tag,
  summary: "Accept an invitation",
  description: "Creates the staff member's account and signs them in.",
  access: [],
  body: z.strictObject({ ...accountTokenFields, name: PersonName, password: NewPassword }).refine(...exactlyOneOf("accountToken", "token")),
  reply: CurrentSession,
  errors: ["link_not_valid", "staff_exists", "too_many_requests"],
  example: {
    body: { accountToken: "9c1e7a5b3d0f42e8b6a4c2d8f0e1a395", name: "Alan Turing", password: "seven violet umbrellas hum" },
    reply: { ...exampleCurrentSession, staff: exampleMember },
  },
});

/** The state of the setup page: the form, an invalid link, or a finished setup. */
export type SetupLinkState = { kind: "complete" } | { kind: "invalid_link" } | { kind: "ready"; token: string };

export const setUpEndpoint = endpoint({
  method: "POST",
  path: "/setup",
  tag: "Sign-in",
  summary: "Set up Gatehouse",
  description:
    "Creates the project and its owner, signs the owner in and returns both API keys. Works once, with the account token from the link that Gatehouse prints when it starts. The secret key is only shown once.",
  access: [],
  body: z
    .strictObject({
      ...accountTokenFields,
      name: PersonName.meta({ description: "The name of the owner." }),
      email: Email,
      password: NewPassword,
      project: ProjectName.meta({ description: "The name of the project." }),
      timeZone: TimeZone,
    })
    .refine(...exactlyOneOf("accountToken", "token")),
  reply: CurrentSession.extend({
    publicKey: z.string(),
    secretKey: z.string().nullable().meta({ description: "`null` if the `SECRET_KEY` variable set it." }),
  }),
  errors: ["link_not_valid", "already_set_up", "too_many_requests"],
  example: {
    body: {
      accountToken: "5f2b8c1d9e7a4036b8d1f0c2a9e4d7b3",
      name: "Grace Hopper",
      email: "grace@example.org",
      password: "seven violet umbrellas hum",
      project: "Launch",
      timeZone: "America/New_York",
    },
    reply: {
      ...exampleCurrentSession,
      staff: { ...exampleCurrentSession.staff, secondFactor: false, lastSeenAt: exampleCurrentSession.staff.createdAt },
      publicKey: "pk_0000000000000000000000000000000a",
      secretKey: "sk_000000000000000000000000000000000000000a",
    },
  },
});

const Providers = z.array(oneOf(providerIds)).max(providerIds.length, `must have at most ${providerIds.length} items`);

export const SignInSettings = z
  .object({
    requireSecondFactor: z.boolean().meta({ description: "Whether staff members must set up a second factor before anything else." }),
    disabledProviders: Providers.meta({ description: "The identity providers that can't be used to sign in." }),
    trustedProviders: Providers.meta({
      description:
        "The identity providers whose own second factor is enough. Staff members who sign in with them aren't asked for another one.",
    }),
  })
  .meta({ id: "SignInSettings" });
export type SignInSettings = z.output<typeof SignInSettings>;

const exampleSettings: SignInSettings = { requireSecondFactor: true, disabledProviders: ["github"], trustedProviders: ["oidc"] };

export const getSignInSettingsEndpoint = endpoint({
  method: "GET",
  path: "/team/sign-in",
  tag,
  summary: "Get the sign-in settings",
  access: ["owner"],
  reply: SignInSettings,
  errors: [],
  example: { reply: exampleSettings },
});

export const updateSignInSettingsEndpoint = endpoint({
  method: "PATCH",
  path: "/team/sign-in",
  tag,
  summary: "Update the sign-in settings",
  description: "Fields you leave out don't change. Changes take effect with the next request of each staff member.",
  access: ["owner"],
  body: z.strictObject({
    requireSecondFactor: z.boolean().optional(),
    disabledProviders: Providers.optional(),
    trustedProviders: Providers.optional(),
    expected: expectedValues(SignInSettings.shape, "project_changed"),
  }),
  reply: SignInSettings,
  errors: ["project_changed"],
  example: { body: { trustedProviders: ["oidc"] }, reply: exampleSettings },
});

/** How much of an area a role can use. */
export type AreaAccess = "none" | "view" | "some" | "all";

/** What each role can do in an area, and what needs more than the role viewer. */
export type RoleMatrixRow = { area: string; access: Record<Role, AreaAccess>; needs: { role: Role; actions: string[] }[] };

export const areaAccessLabels: Readonly<Record<AreaAccess, string>> = { none: "–", view: "View", some: "Some", all: "All" };

/** What needs a higher role than viewer in an area: "Views, from member: save a view; delete a view". */
export const describeNeeds = ({ area, needs }: RoleMatrixRow): string[] =>
  needs.map(
    ({ role, actions }) => `${area}, from ${role}: ${actions.map((action) => action.charAt(0).toLowerCase() + action.slice(1)).join("; ")}`,
  );
