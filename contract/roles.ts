/** The roles of staff members, from least to most access. Each role includes the permissions of the roles before it. */
export const roles = ["viewer", "member", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

/** What each role can do. */
export const roleDescriptions: Readonly<Record<Role, string>> = {
  viewer: "Can view codes, leads, sends and activity",
  member: "Can manage codes, leads and sends",
  admin: "Can do everything except manage owners, API keys and email delivery",
  owner: "Full access",
};

export const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text);

/** Returns whether `role` has at least the permissions of `required`. */
export const hasRole = (role: Role, required: Role): boolean => roles.indexOf(role) >= roles.indexOf(required);

/** Returns whether a staff member can assign a role, and manage the people who have it. Only owners manage owners. */
export const canAssignRole = (own: Role, role: Role): boolean => (role === "owner" ? own === "owner" : hasRole(own, "admin"));

/** The roles that a staff member can assign. */
export const assignableRoles = (own: Role): Role[] => roles.filter((role) => canAssignRole(own, role));

/** The role that staff members need to export lists, because files leave the dashboard and its log. */
export const exportRole: Role = "member";

/** A role with its article, such as "an admin". */
export const roleWithArticle = (role: string): string => (/^[aeo]/.test(role) ? `an ${role}` : `a ${role}`);

/** Which role an action needs and who can give it, such as "Exporting needs the role member. …". */
export const describeRequiredRole = (required: Role, action = "This action"): string =>
  `${action} needs the role ${required}${required === "owner" ? "" : " or higher"}. ${required === "owner" ? "Owners" : "Owners and admins"} can change roles in Settings › Team.`;
