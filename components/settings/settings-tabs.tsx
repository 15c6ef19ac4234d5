"use client";

import { getSettingsTabs } from "@/components/layout/nav";
import { useSession } from "@/components/shell/session";
import { LinkTabs } from "@/components/ui/link-tabs";

export function SettingsTabs() {
  return <LinkTabs label="Settings" tabs={getSettingsTabs(useSession().may)} />;
}
