import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { forbiddenCalls } from "@/contract/index";
import { requireStaffPage } from "@/server/staff-page";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { staff, project } = await requireStaffPage();
  return (
    <Shell signed={{ staff, project }} closed={forbiddenCalls(staff.role)}>
      {children}
    </Shell>
  );
}
