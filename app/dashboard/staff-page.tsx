import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/query-state";
import { requiredRole } from "@/contract/endpoint";
import { describeRequiredRole } from "@/contract/required-role";
import { hasRole, type Role } from "@/contract/roles";
import { routes } from "@/lib/routes";
import { requireStaffPage, type SignedInStaff } from "@/server/staff-page";

export type Access = Parameters<typeof requiredRole>[0];

/** Returns a page for staff members who can call an endpoint. The others read which role it needs and who can give it. */
export const staffPage =
  <Props,>(access: Access, render: (staff: SignedInStaff, props: Props) => Promise<ReactNode>) =>
  async (props: Props) => {
    const staff = await requireStaffPage();
    const role = requiredRole(access) ?? "viewer";
    return hasRole(staff.staff.role, role) ? render(staff, props) : <ForbiddenPage role={role} />;
  };

const ForbiddenPage = ({ role }: { role: Role }) => (
  <EmptyState
    icon={Lock}
    title="You don't have access to this page"
    description={describeRequiredRole(role, "This page")}
    action={
      <ButtonLink href={routes.overview} variant="outline">
        Go to overview
      </ButtonLink>
    }
  />
);
