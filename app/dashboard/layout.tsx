import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { closedTo } from "@/contract/index";
import { staffPage } from "@/server/page";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { staff, project } = await staffPage();
  return (
    <Shell signed={{ staff, project }} closed={closedTo(staff.role)}>
      {children}
    </Shell>
  );
}
