/** What somebody of the staff may do, from least to most; each may all that those before it may. */
export const roles = ["viewer", "member", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

/** What each role is for, in words for people. */
export const roleWords: Readonly<Record<Role, string>> = {
  viewer: "Reads codes, leads, sends and the activity",
  member: "Works with codes, leads and sends",
  admin: "Everything but owners and keys",
  owner: "Everything",
};

/** Whether a text is the name of a role. */
export const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text);

/** Whether `role` may what is opened to `least`. */
export const mayAs = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** Whether somebody with `own` may give a role, and change and remove those who have it: owners are the business of owners. */
export const mayGive = (own: Role, role: Role): boolean => (role === "owner" ? own === "owner" : mayAs(own, "admin"));

/** The roles that somebody with `own` may give. */
export const rolesFor = (own: Role): Role[] => roles.filter((role) => mayGive(own, role));

/** A role with its article, to stand in a sentence. */
export const aRole = (role: string): string => (/^[aeo]/.test(role) ? `an ${role}` : `a ${role}`);
