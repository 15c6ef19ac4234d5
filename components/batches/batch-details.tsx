"use client";

import { codeTypeLabels } from "@/components/codes/labels";
import { useVisitor } from "@/components/shell/visitor";
import { Card } from "@/components/ui/card";
import { Fact, Facts } from "@/components/ui/facts";
import { Progress } from "@/components/ui/progress";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { BatchRecord } from "@/contract/batches";
import { inZone, lastBefore } from "@/lib/moments";
import { narrowed, routes } from "@/lib/routes";
import { BatchStatus } from "./batch-status";
import { batchCreatorName } from "./labels";

/** What is known of a batch. */
export function BatchDetails({ batch }: { batch: BatchRecord }) {
  const zone = useVisitor().project.timeZone;
  const { id, type, amount, codeCount: codes, totalAllowedClaims: uses, claims, allowedClaims, validFrom, validUntil, createdAt } = batch;
  const by = batchCreatorName(batch);
  return (
    <Card title="Facts">
      <Progress label="Used" value={claims} total={Math.max(uses, 1)} className="mb-4" />
      <Facts>
        <Fact name="Status">
          <BatchStatus of={batch} />
        </Fact>
        <Fact name="Codes">
          {codes.toLocaleString("en")}
          {codes !== amount && <span className="text-muted-foreground"> of {amount.toLocaleString("en")} made</span>}
        </Fact>
        <Fact name="Claims">
          {claims === 0 ? "None yet" : <TextLink href={narrowed(routes.claims, { batch: id })}>{claims.toLocaleString("en")}</TextLink>}
        </Fact>
        <Fact name="Uses of each">{allowedClaims.toLocaleString("en")}</Fact>
        <Fact name="Valid from">{validFrom === null ? "The beginning" : inZone(new Date(validFrom), zone)}</Fact>
        <Fact name="Valid through">{validUntil === null ? "No end" : inZone(lastBefore(validUntil), zone)}</Fact>
        <Fact name="Type">{codeTypeLabels[type].label}</Fact>
        <Fact name="Created">
          <Time at={createdAt} zone={zone} />
          {by !== null && (
            <>
              {" by "}
              <bdi>{by}</bdi>
            </>
          )}
        </Fact>
      </Facts>
    </Card>
  );
}
