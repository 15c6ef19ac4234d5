import type { Role } from "./roles";

/** Says which role an action needs and who can give it, such as "Exporting needs the role member. …". */
export const describeRequiredRole = (required: Role, action = "This action"): string =>
  `${action} needs the role ${required}${required === "owner" ? "" : " or higher"}. ${required === "owner" ? "Owners" : "Owners and admins"} can change roles in Settings › Team.`;
