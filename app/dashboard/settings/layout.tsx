import type { ReactNode } from "react";
import { PageHeader } from "@/components/layout/page";
import { SettingsTabs } from "@/components/settings/settings-tabs";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Settings" />
      <SettingsTabs />
      <div className="grid gap-6 pt-6">{children}</div>
    </>
  );
}
