"use client";

import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/components/api-query";
import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { CellLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { FailedClaimRecord } from "@/contract/claims";
import { codePath, leadPath } from "@/lib/routes";
import { claimSourceLabels, labels } from "./labels";

const { failed } = labels;

/** Lists the latest attempts to claim a code that failed, or those of a lead. Renders nothing if there were none. */
export function FailedClaims(by: { code: string } | { email: string }) {
  const { data = [] } = useQuery(apiQuery("GET /claims/failed", { query: by }));
  if (data.length === 0) return null;
  return (
    <Card title={failed.title} description={failed.description} className="min-w-0">
      <ul aria-label={failed.title} className="-my-2 divide-y">
        {data.map((attempt) => (
          <li key={`${attempt.code} ${attempt.email}`}>
            <FailedClaim attempt={attempt} isOfCode={"code" in by} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FailedClaim({ attempt, isOfCode }: { attempt: FailedClaimRecord; isOfCode: boolean }) {
  const zone = useSession().project.timeZone;
  const { code, codeExists, email, leadExists, error, attempts, source, lastAttemptAt } = attempt;
  const name = isOfCode ? email : code;
  const href = isOfCode ? leadExists && leadPath(email) : codeExists && codePath(code);
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 py-1.5">
      <span translate="no" className="min-w-0 flex-1 basis-48 truncate font-mono text-2sm" title={name}>
        {href ? <CellLink href={href}>{name}</CellLink> : name}
      </span>
      <span className="min-w-0 flex-1 basis-48 text-muted-foreground">{failed.reason(error, attempts)}</span>
      <span className="text-muted-foreground">{claimSourceLabels[source]}</span>
      <Time at={lastAttemptAt} zone={zone} className="w-28 text-muted-foreground sm:text-right" />
    </div>
  );
}
