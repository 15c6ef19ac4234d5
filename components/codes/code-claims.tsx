"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RevokeClaim } from "@/components/claims/revoke-claim";
import { claimSourceLabels } from "@/components/claims/labels";
import { useMay } from "@/components/shell/use-may";
import { useVisitor } from "@/components/shell/visitor";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CellLink } from "@/components/ui/cell-link";
import { GrowingList } from "@/components/ui/growing-list";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { ClaimRecord } from "@/contract/claims";
import type { CodeRecord } from "@/contract/codes";
import { leadPage, narrowed, routes } from "@/lib/routes";
import { codeClaimsQuery } from "./queries";

/** Who claimed a code, and when. */
export function CodeClaims({ code: { code, claims } }: { code: CodeRecord }) {
  const query = useInfiniteQuery(codeClaimsQuery(code));
  const [asked, setAsked] = useState<ClaimRecord | null>(null);
  const [open, setOpen] = useState(false);
  const ask = (claim: ClaimRecord) => {
    setAsked(claim);
    setOpen(true);
  };
  return (
    <Card title="Claims" action={claims > 0 && <TextLink href={narrowed(routes.claims, { code })}>All claims of it</TextLink>}>
      <GrowingList query={query} label="Claims" empty="Nobody has claimed it yet." more="Show older" idOf={({ email }) => email}>
        {(claim) => <ClaimItem claim={claim} onRevoke={() => ask(claim)} />}
      </GrowingList>
      {asked && <RevokeClaim claim={asked} open={open} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function ClaimItem({ claim: { email, source, claimedAt }, onRevoke }: { claim: ClaimRecord; onRevoke: () => void }) {
  const zone = useVisitor().project.timeZone;
  const mayRevoke = useMay("POST /claims/revoke");
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 py-1.5">
      <span className="min-w-0 flex-1 basis-48 font-mono text-[13px]">
        <CellLink href={leadPage(email)} title={email}>
          {email}
        </CellLink>
      </span>
      <span className="text-muted-foreground">{claimSourceLabels[source]}</span>
      <Time at={claimedAt} zone={zone} className="w-28 text-muted-foreground sm:text-right" />
      {mayRevoke && (
        <Button variant="ghost" size="sm" className="-mr-2 ml-auto" onClick={onRevoke} aria-label={`Revoke the claim of ${email}`}>
          Revoke
        </Button>
      )}
    </div>
  );
}
