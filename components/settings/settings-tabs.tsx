"use client";

import { settingsFor } from "@/components/layout/nav";
import { useVisitor } from "@/components/shell/visitor";
import { LinkTabs } from "@/components/ui/link-tabs";

export function SettingsTabs() {
  return <LinkTabs label="Settings" tabs={settingsFor(useVisitor().may)} />;
}
