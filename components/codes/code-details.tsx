"use client";

import { batchName } from "@/components/batches/labels";
import { useVisitor } from "@/components/shell/visitor";
import { Card } from "@/components/ui/card";
import { Fact, Facts } from "@/components/ui/facts";
import { Share } from "@/components/ui/share";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { CodeRecord } from "@/contract/codes";
import { inZone, lastBefore } from "@/lib/moments";
import { batchPage, leadPage } from "@/lib/routes";
import { CodeStatus } from "./code-status";
import { codeStatusLabels, codeTypeLabels } from "./labels";

/** What is known of a code. */
export function CodeDetails({ code }: { code: CodeRecord }) {
  const zone = useVisitor().project.timeZone;
  const { status, claims, allowedClaims, validFrom, validUntil, reservedFor, batch, type, createdAt, updatedAt } = code;
  return (
    <Card title="Facts">
      <Facts>
        <Fact name="Status">
          <CodeStatus status={status} />
          <p className="text-[13px] text-muted-foreground">{codeStatusLabels[status].means}</p>
        </Fact>
        <Fact name="Uses">
          <Share part={claims} of={allowedClaims} noun="uses" className="max-w-48" />
        </Fact>
        <Fact name="Valid from">{validFrom === null ? "The beginning" : inZone(new Date(validFrom), zone)}</Fact>
        <Fact name="Valid through">{validUntil === null ? "No end" : inZone(lastBefore(validUntil), zone)}</Fact>
        <Fact name="Reserved for">
          {reservedFor === null ? (
            "Nobody: anybody can claim it"
          ) : (
            <TextLink href={leadPage(reservedFor.email)} className="break-all font-mono text-[13px]">
              {reservedFor.email}
            </TextLink>
          )}
        </Fact>
        <Fact name="Batch">
          <TextLink href={batchPage(batch.id)}>
            <bdi>{batchName(batch)}</bdi>
          </TextLink>
        </Fact>
        <Fact name="Type">{codeTypeLabels[type].label}</Fact>
        <Fact name="Created">
          <Time at={createdAt} zone={zone} />
        </Fact>
        <Fact name="Changed">
          <Time at={updatedAt} zone={zone} />
        </Fact>
      </Facts>
    </Card>
  );
}
