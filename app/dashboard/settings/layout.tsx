"use client";

import type { ReactNode } from "react";
import { getSettingsTabs } from "@/components/layout/nav";
import { PageHeader } from "@/components/layout/page";
import { useSession } from "@/components/shell/session";
import { LinkTabs } from "@/components/ui/link";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Settings" />
      <LinkTabs label="Settings" tabs={getSettingsTabs(useSession().canCall)} />
      <div className="grid gap-6 pt-6">{children}</div>
    </>
  );
}
