import { type AreaAccess, areaAccessLabels, describeNeeds, type RoleMatrixRow } from "./area-access";
import { type Endpoint, requiredRole } from "./endpoint";
import { endpoints } from "./index";
import { hasRole, type Role, roles } from "./roles";

/** Everyone has their own account, and signs in. */
const ownAreas: readonly string[] = ["Account", "Sign-in", "Health"];

type StaffEndpoint = { endpoint: Endpoint; role: Role };

/** What viewers can call changes nothing, such as a check of a code. */
const isRead = ({ endpoint: { method, work }, role }: StaffEndpoint): boolean => method === "GET" || work === "read" || role === "viewer";

function describeAccess(area: readonly StaffEndpoint[], role: Role): AreaAccess {
  const allowed = area.filter((each) => hasRole(role, each.role));
  if (allowed.length === 0) return "none";
  if (allowed.length === area.length) return "all";
  return allowed.every(isRead) ? "view" : "some";
}

/** Returns what each role can do, by area, from the roles that the endpoints declare. */
export function roleMatrix(): RoleMatrixRow[] {
  const staffEndpoints = Object.values<Endpoint>(endpoints).flatMap((endpoint): StaffEndpoint[] => {
    const role = requiredRole(endpoint);
    return role === undefined || ownAreas.includes(endpoint.tag) ? [] : [{ endpoint, role }];
  });
  return [...Map.groupBy(staffEndpoints, ({ endpoint }) => endpoint.tag)].map(([area, list]) => ({
    area,
    access: Object.fromEntries(roles.map((role) => [role, describeAccess(list, role)])) as Record<Role, AreaAccess>,
    needs: roles.slice(1).flatMap((role) => {
      const actions = list.filter((each) => each.role === role).map(({ endpoint }) => endpoint.summary);
      return actions.length === 0 ? [] : [{ role, actions }];
    }),
  }));
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The matrix of roles as Markdown, for the guide. */
function printRoleMatrix(): string {
  const rows = roleMatrix();
  const table = [
    `| Area | ${roles.map(capitalize).join(" | ")} |`,
    `| --- | ${roles.map(() => "---").join(" | ")} |`,
    ...rows.map(({ area, access }) => `| ${area} | ${roles.map((role) => areaAccessLabels[access[role]]).join(" | ")} |`),
  ];
  const details = rows.flatMap(describeNeeds).map((sentence) => `- ${sentence}`);
  return [...table, "", ...details].join("\n");
}

const [start, end] = ["<!-- roles -->", "<!-- end of roles -->"];

/** Replaces the matrix of roles in the text of the guide. */
export function replaceRoleMatrix(guide: string): string {
  const [before, rest] = guide.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`The guide needs ${start} and ${end}`);
  return `${before}${start}\n\n${printRoleMatrix()}\n\n${end}${after}`;
}
