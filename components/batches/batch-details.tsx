"use client";

import { codeTypeLabels } from "@/components/codes/labels";
import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { DetailsItem, DetailsList } from "@/components/ui/details-list";
import { Interpolate } from "@/components/ui/interpolate";
import { Progress } from "@/components/ui/progress";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { BatchRecord } from "@/contract/batches";
import { formatWithUtc, lastInstantBefore } from "@/lib/local-time";
import { routes, withQuery } from "@/lib/routes";
import { BatchStatus } from "./batch-status";
import { batchCreatorName, labels } from "./labels";

const { details } = labels;

/** The properties of a batch. */
export function BatchDetails({ batch }: { batch: BatchRecord }) {
  const zone = useSession().project.timeZone;
  const { id, type, amount, codeCount, totalAllowedClaims, claims, allowedClaims, validFrom, validUntil, createdAt } = batch;
  const creatorName = batchCreatorName(batch);
  return (
    <Card title={details.title}>
      <Progress label={details.used} value={claims} total={Math.max(totalAllowedClaims, 1)} className="mb-4" />
      <DetailsList>
        <DetailsItem label={details.status}>
          <BatchStatus batch={batch} />
        </DetailsItem>
        <DetailsItem label={details.codes}>
          {codeCount === amount
            ? codeCount.toLocaleString("en")
            : details.codesLeft(codeCount.toLocaleString("en"), amount.toLocaleString("en"))}
        </DetailsItem>
        <DetailsItem label={details.claims}>
          {claims === 0 ? (
            details.noClaims
          ) : (
            <TextLink href={withQuery(routes.claims, { batch: id })}>{claims.toLocaleString("en")}</TextLink>
          )}
        </DetailsItem>
        <DetailsItem label={details.usesPerCode}>{allowedClaims.toLocaleString("en")}</DetailsItem>
        <DetailsItem label={details.starts}>
          {validFrom === null ? details.startsImmediately : formatWithUtc(new Date(validFrom), zone)}
        </DetailsItem>
        <DetailsItem label={details.expires}>
          {validUntil === null ? details.neverExpires : formatWithUtc(lastInstantBefore(validUntil), zone)}
        </DetailsItem>
        <DetailsItem label={details.type}>{codeTypeLabels[type].label}</DetailsItem>
        <DetailsItem label={details.created}>
          {creatorName === null ? (
            <Time at={createdAt} zone={zone} />
          ) : (
            <Interpolate text={details.createdBy} values={{ time: <Time at={createdAt} zone={zone} />, name: <bdi>{creatorName}</bdi> }} />
          )}
        </DetailsItem>
      </DetailsList>
    </Card>
  );
}
