"use client";

import { getSettingsTabs } from "@/components/layout/nav";
import { useSession } from "@/components/shell/session";
import { LinkTabs } from "@/components/ui/link-tabs";
import { settingsLabels } from "./labels";

export function SettingsTabs() {
  return <LinkTabs label={settingsLabels.tabs} tabs={getSettingsTabs(useSession().canCall)} />;
}
