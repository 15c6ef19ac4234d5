"use client";

import { getSettingsTabs } from "@/components/layout/nav";
import { useSession } from "@/components/shell/session";
import { LinkTabs } from "@/components/ui/link";
import { settingsLabels } from "./labels";

/** Links to the settings pages. */
export const SettingsTabs = () => <LinkTabs label={settingsLabels.tabs} tabs={getSettingsTabs(useSession().canCall)} />;
