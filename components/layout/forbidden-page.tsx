"use client";

import { Lock } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/query-state";
import { describeRequiredRole, type Role } from "@/contract/roles";
import { routes } from "@/lib/routes";

/** What staff members see instead of a page that their role can't use. */
export const ForbiddenPage = ({ role }: { role: Role }) => (
  <EmptyState
    icon={Lock}
    title="You don't have access to this page"
    description={describeRequiredRole(role, "This page")}
    action={
      <ButtonLink href={routes.overview} variant="outline">
        Go to overview
      </ButtonLink>
    }
  />
);
