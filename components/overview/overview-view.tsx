"use client";

import { PageHeader } from "@/components/layout/page-header";
import { useVisitor } from "@/components/shell/visitor";
import { Checklist } from "./checklist";
import { RecentActivity } from "./recent-activity";
import type { Done } from "./steps";

export function OverviewView({ done }: { done: Done }) {
  const { role } = useVisitor().staff;
  return (
    <>
      <PageHeader title="Overview" />
      <div className="grid gap-6">
        <Checklist done={done} role={role} />
        <RecentActivity />
      </div>
    </>
  );
}
