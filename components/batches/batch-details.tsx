"use client";

import { codeTypeLabels } from "@/components/codes/labels";
import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { DetailsItem, DetailsList } from "@/components/ui/details-list";
import { Progress } from "@/components/ui/progress";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { BatchRecord } from "@/contract/batches";
import { formatWithUtc, lastInstantBefore } from "@/lib/local-time";
import { withQuery, routes } from "@/lib/routes";
import { BatchStatus } from "./batch-status";
import { batchCreatorName } from "./labels";

/** What is known of a batch. */
export function BatchDetails({ batch }: { batch: BatchRecord }) {
  const zone = useSession().project.timeZone;
  const { id, type, amount, codeCount: codes, totalAllowedClaims: uses, claims, allowedClaims, validFrom, validUntil, createdAt } = batch;
  const by = batchCreatorName(batch);
  return (
    <Card title="Facts">
      <Progress label="Used" value={claims} total={Math.max(uses, 1)} className="mb-4" />
      <DetailsList>
        <DetailsItem name="Status">
          <BatchStatus batch={batch} />
        </DetailsItem>
        <DetailsItem name="Codes">
          {codes.toLocaleString("en")}
          {codes !== amount && <span className="text-muted-foreground"> of {amount.toLocaleString("en")} made</span>}
        </DetailsItem>
        <DetailsItem name="Claims">
          {claims === 0 ? "None yet" : <TextLink href={withQuery(routes.claims, { batch: id })}>{claims.toLocaleString("en")}</TextLink>}
        </DetailsItem>
        <DetailsItem name="Uses of each">{allowedClaims.toLocaleString("en")}</DetailsItem>
        <DetailsItem name="Valid from">{validFrom === null ? "The beginning" : formatWithUtc(new Date(validFrom), zone)}</DetailsItem>
        <DetailsItem name="Valid through">{validUntil === null ? "No end" : formatWithUtc(lastInstantBefore(validUntil), zone)}</DetailsItem>
        <DetailsItem name="Type">{codeTypeLabels[type].label}</DetailsItem>
        <DetailsItem name="Created">
          <Time at={createdAt} zone={zone} />
          {by !== null && (
            <>
              {" by "}
              <bdi>{by}</bdi>
            </>
          )}
        </DetailsItem>
      </DetailsList>
    </Card>
  );
}
