"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { claimSourceLabels } from "@/components/claims/labels";
import { RevokeClaim } from "@/components/claims/revoke-claim";
import { useSession } from "@/components/shell/session";
import { useCan } from "@/components/shell/use-can";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CellLink } from "@/components/ui/cell-link";
import { LoadMoreList } from "@/components/ui/load-more-list";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { ClaimRecord } from "@/contract/claims";
import type { CodeRecord } from "@/contract/codes";
import { leadPath, routes, withQuery } from "@/lib/routes";
import { labels } from "./labels";
import { codeClaimsQuery } from "./queries";

/** Who claimed the code, and when. */
export function CodeClaims({ code: { code, claims } }: { code: CodeRecord }) {
  const query = useInfiniteQuery(codeClaimsQuery(code));
  const [claimToRevoke, setClaimToRevoke] = useState<ClaimRecord | null>(null);
  const [open, setOpen] = useState(false);
  const openRevokeDialog = (claim: ClaimRecord) => {
    setClaimToRevoke(claim);
    setOpen(true);
  };
  return (
    <Card
      title={labels.claims.title}
      action={claims > 0 && <TextLink href={withQuery(routes.claims, { code })}>{labels.claims.viewAll}</TextLink>}
    >
      <LoadMoreList
        query={query}
        label={labels.claims.title}
        emptyText={labels.claims.empty}
        loadMoreLabel={labels.loadMore}
        getId={({ email }) => email}
      >
        {(claim) => <ClaimItem claim={claim} onRevoke={() => openRevokeDialog(claim)} />}
      </LoadMoreList>
      {claimToRevoke && <RevokeClaim claim={claimToRevoke} open={open} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function ClaimItem({ claim: { email, source, claimedAt }, onRevoke }: { claim: ClaimRecord; onRevoke: () => void }) {
  const zone = useSession().project.timeZone;
  const canRevoke = useCan("POST /claims/revoke");
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 py-1.5">
      <span className="min-w-0 flex-1 basis-48 font-mono text-[13px]">
        <CellLink href={leadPath(email)} title={email}>
          {email}
        </CellLink>
      </span>
      <span className="text-muted-foreground">{claimSourceLabels[source]}</span>
      <Time at={claimedAt} zone={zone} className="w-28 text-muted-foreground sm:text-right" />
      {canRevoke && (
        <Button variant="ghost" size="sm" className="-mr-2 ml-auto" onClick={onRevoke} aria-label={labels.claims.revokeClaim(email)}>
          {labels.claims.revoke}
        </Button>
      )}
    </div>
  );
}
