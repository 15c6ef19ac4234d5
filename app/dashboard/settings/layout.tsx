"use client";

import type { ReactNode } from "react";
import { PageHeader } from "@/components/layout/page";
import { SettingsNav } from "@/components/layout/settings-nav";
import { useSession } from "@/components/shell/session";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Settings" />
      <div className="grid gap-6 xl:grid-cols-[11rem_minmax(0,1fr)] xl:gap-8">
        <SettingsNav canCall={useSession().canCall} />
        <div className="grid min-w-0 content-start gap-6">{children}</div>
      </div>
    </>
  );
}
