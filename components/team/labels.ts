import { type Role, roleDescriptions, roleWithArticle } from "@/contract/roles";
import { plural } from "@/lib/plural";

/** Copy of the team settings. */
export const labels = {
  email: "Email",
  role: "Role",
  actions: "Actions",

  team: {
    title: "Team",
    description: "The people who can sign in. Changes take effect immediately.",
    name: "Name",
    secondFactor: "Two-factor",
    lastActive: "Last active",
    status: "Status",
    you: "You",
    on: "On",
    off: "Off",
    never: "Never",
    active: "Active",
    disabled: "Disabled",
  },

  staffActions: {
    menu: (name: string) => `Actions for ${name}`,
    enable: "Enable account",
    enabled: (name: string) => `${name} can sign in again`,
    enableFailed: (name: string) => `Couldn't enable ${name}'s account`,
    disable: "Disable account",
    disableTitle: (name: string) => `Disable ${name}'s account?`,
    disableConsequence:
      "They'll be signed out everywhere and can't sign in until someone enables the account. Their background jobs, sends and scheduled waves stop, and their pending invitations are revoked.",
    disableOwnTitle: "Disable your account?",
    disableOwnConsequence:
      "You'll be signed out everywhere and can't sign in until someone else enables your account. Your background jobs, sends and scheduled waves stop, and your pending invitations are revoked.",
    disabled: (name: string) => `${name}'s account is disabled`,
    remove: "Remove from team",
    removeTitle: (name: string) => `Remove ${name} from the team?`,
    removeConsequence:
      "They'll be signed out everywhere and lose access. Their background jobs, sends and scheduled waves stop, and their pending invitations are revoked. Their activity is kept. To rejoin, they need an invitation.",
    removeOwnTitle: "Remove yourself from the team?",
    removeOwnConsequence:
      "You'll be signed out everywhere and lose access. Your background jobs, sends and scheduled waves stop, and your pending invitations are revoked. To rejoin, you need an invitation.",
    removed: (name: string) => `${name} was removed from the team`,
  },

  createdKeys: {
    title: "API keys they created",
    /** `{time}` is replaced by the time. */
    used: "Last used {time}",
    unused: "Never used",
    /** `{link}` is replaced by the link. */
    hint: "These keys keep working. Revoke those that the person may know under {link}.",
    link: "API keys",
  },

  roleSelect: {
    label: (name: string) => `Role of ${name}`,
    tip: (name: string) => `Why ${name}'s role can't be changed`,
    ownersOnly: "Only owners can change other owners.",
    changed: (name: string, role: string) => `${name} is now ${roleWithArticle(role)}`,
    changeFailed: (name: string) => `Couldn't change the role of ${name}`,
    changeOwnTitle: (role: string) => `Change your role to ${role}?`,
    changeOwnConsequence: (role: string) =>
      `You'll lose the permissions of ${roleWithArticle(role)} immediately, and only someone else can restore them.`,
    changeOwn: "Change role",
    ownChanged: (role: string) => `You're now ${roleWithArticle(role)}`,
  },

  invitations: {
    title: "Pending invitations",
    invitedBy: "Invited by",
    invitedAt: "Invited",
    expiresAt: "Link expires",
    empty: "No pending invitations",
    emptyDescription: "People you invite appear here until they join.",
    /** `{time}` is replaced by the time. */
    expired: "Expired {time}",
    menu: (email: string) => `Actions for the invitation to ${email}`,
    resend: "Resend invitation",
    resent: "Invitation resent",
    resentDescription: "The previous link no longer works.",
    resendFailed: (email: string) => `Couldn't resend the invitation to ${email}`,
    copyLink: "Copy invite link",
    linkTitle: (email: string) => `Invite link for ${email}`,
    linkDescription: "Anyone with this link can join as this person. It works once. The link in their email keeps working.",
    linkName: "invite link",
    linkExpires: "Expires {time}",
    linkFailed: (email: string) => `Couldn't create a link for ${email}`,
    revoke: "Revoke invitation",
    revokeTitle: (email: string) => `Revoke the invitation to ${email}?`,
    revokeConsequence: "Their links will stop working immediately.",
    revoked: "Invitation revoked",
    revokedWithSender: (count: number) =>
      plural(count, { one: "{n} invitation they sent was revoked", other: "{n} invitations they sent were revoked" }),
  },

  signInSettings: {
    title: "Sign-in",
    description: "How your team signs in. Changes are saved immediately.",
    requireSecondFactor: "Require a second factor for everyone",
    requireSecondFactorHint: "People without a passkey or an authenticator app must set one up before they can continue.",
    allowProvider: (name: string) => `Allow sign-in with ${name}`,
    trustProvider: (name: string) => `Trust ${name} for the second factor`,
    trustProviderHint: "People who sign in with it aren't asked for a second factor here. Turn this on only if the provider requires one.",
    saved: "Sign-in settings saved",
    failed: "Couldn't save the sign-in settings",
  },

  matrix: {
    title: "What each role can do",
    area: "Area",
    hint: "View: see what is there. Some: also some of its actions. All: everything. These need a higher role than viewer:",
  },
  invite: {
    trigger: "Invite people",
    title: "Invite people",
    description: (days: number) =>
      plural(days, {
        one: "We'll email them a link that works once and expires in {n} day.",
        other: "We'll email them a link that works once and expires in {n} days.",
      }),
    descriptionWithoutServer: (days: number) =>
      plural(days, {
        one: "No mail server is connected, so you'll hand over a link that works once and expires in {n} day.",
        other: "No mail server is connected, so you'll hand over a link that works once and expires in {n} days.",
      }),
    emails: "Emails",
    emailsHint: "One or several, separated by commas, spaces or new lines.",
    emailRequired: "enter at least one email",
    tooMany: (max: number) => plural(max, { one: "enter at most {n} email at once", other: "enter at most {n} emails at once" }),
    results: "Result of each invitation",
    invited: "Invited",
    submit: (count: number) =>
      count > 1 ? plural(count, { one: "Send {n} invitation", other: "Send {n} invitations" }) : "Send invitation",
    sent: (count: number) => plural(count, { one: "Invitation sent", other: "{n} invitations sent" }),
    savedToFile: (count: number) => plural(count, { one: "Invitation saved to file", other: "{n} invitations saved to files" }),
    savedToFileDescription:
      "No mail server is connected. Choose “Copy invite link” in the menu of a pending invitation, and hand the link over yourself.",
  },
} as const;

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The roles to choose from. */
export const roleOptions = (availableRoles: readonly Role[]) =>
  availableRoles.map((value) => ({ value, label: capitalize(value), hint: roleDescriptions[value] }));
