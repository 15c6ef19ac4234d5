import type { Role } from "./roles";

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
