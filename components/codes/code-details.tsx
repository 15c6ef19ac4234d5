"use client";

import { batchName } from "@/components/batches/labels";
import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { DetailsItem, DetailsList } from "@/components/ui/details-list";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import { UsageBar } from "@/components/ui/usage-bar";
import type { CodeRecord } from "@/contract/codes";
import { formatWithUtc, lastInstantBefore } from "@/lib/local-time";
import { batchPath, leadPath } from "@/lib/routes";
import { CodeStatus } from "./code-status";
import { codeStatusLabels, codeTypeLabels, labels } from "./labels";

const { details } = labels;

/** The properties of a code. */
export function CodeDetails({ code }: { code: CodeRecord }) {
  const zone = useSession().project.timeZone;
  const { status, claims, allowedClaims, validFrom, validUntil, reservedFor, batch, type, createdAt, updatedAt } = code;
  return (
    <Card title={details.title}>
      <DetailsList>
        <DetailsItem label={details.status}>
          <CodeStatus status={status} />
          <p className="text-[13px] text-muted-foreground">{codeStatusLabels[status].description}</p>
        </DetailsItem>
        <DetailsItem label={details.uses}>
          <UsageBar used={claims} total={allowedClaims} title={labels.usage(claims, allowedClaims)} className="max-w-48" />
        </DetailsItem>
        <DetailsItem label={details.starts}>
          {validFrom === null ? details.startsImmediately : formatWithUtc(new Date(validFrom), zone)}
        </DetailsItem>
        <DetailsItem label={details.expires}>
          {validUntil === null ? details.neverExpires : formatWithUtc(lastInstantBefore(validUntil), zone)}
        </DetailsItem>
        <DetailsItem label={details.reservedFor}>
          {reservedFor === null ? (
            labels.anyone
          ) : (
            <TextLink href={leadPath(reservedFor.email)} className="break-all font-mono text-[13px]">
              {reservedFor.email}
            </TextLink>
          )}
        </DetailsItem>
        <DetailsItem label={details.batch}>
          <TextLink href={batchPath(batch.id)}>
            <bdi>{batchName(batch)}</bdi>
          </TextLink>
        </DetailsItem>
        <DetailsItem label={details.type}>{codeTypeLabels[type].label}</DetailsItem>
        <DetailsItem label={details.created}>
          <Time at={createdAt} zone={zone} />
        </DetailsItem>
        <DetailsItem label={details.updated}>
          <Time at={updatedAt} zone={zone} />
        </DetailsItem>
      </DetailsList>
    </Card>
  );
}
