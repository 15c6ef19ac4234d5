import type { ReactNode } from "react";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { requiredRole } from "@/contract/endpoint";
import { hasRole } from "@/contract/roles";
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
