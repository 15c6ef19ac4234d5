import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { UnsavedChangesGuard } from "@/components/ui/unsaved-changes";
import { forbiddenCalls } from "@/contract/index";
import { env } from "@/lib/env";
import { listEnabledProviders } from "@/server/providers";
import { requireStaffPage } from "@/server/staff-page";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { staff, project, ctx } = await requireStaffPage();
  return (
    <UnsavedChangesGuard>
      <Shell
        session={{ staff, project }}
        forbiddenCalls={forbiddenCalls(staff.role)}
        appUrl={env().APP_URL}
        providers={await listEnabledProviders(ctx)}
      >
        {children}
      </Shell>
    </UnsavedChangesGuard>
  );
}
