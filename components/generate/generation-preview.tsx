"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { DetailsItem, DetailsList } from "@/components/ui/details-list";
import { describeError } from "@/components/ui/error-message";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import type { CodeType } from "@/contract/codes";
import type { FormatRecord } from "@/contract/formats";
import { guessChance } from "@/contract/guess-chance";
import { exampleCodes } from "./example-codes";
import { labels } from "./labels";
import { formatsQuery } from "./queries";

const { preview } = labels;

/** What the form would generate. `amount` is undefined while it isn't valid. */
export type GenerationPlan = { type: CodeType; amount: number | undefined; allowedClaims: number; isReserved: boolean };

/** Shows an example code, how many codes are left in the format, and how easy they are to guess. */
export function GenerationPreview({ plan }: { plan: GenerationPlan }) {
  const { data, error } = useQuery(formatsQuery);
  const format = data?.find(({ type }) => type === plan.type);
  const { amount = 0, allowedClaims, isReserved } = plan;
  return (
    <Card title={preview.title} className="lg:sticky lg:top-22">
      <Example type={plan.type} />
      <div className="mt-5 border-t pt-4">
        <DetailsList>
          <DetailsItem label={preview.total}>
            {amount === 0
              ? preview.noAmount
              : isReserved
                ? preview.forOneCustomer(amount)
                : preview.forCustomers(amount, amount * allowedClaims)}
          </DetailsItem>
          {format ? <FormatCapacity format={format} plan={plan} /> : error === null && <Skeleton className="my-1.5 h-24 rounded-lg" />}
        </DetailsList>
        {error !== null && data === undefined && (
          <p role="alert" className="mt-3 text-[13px] text-destructive">
            {preview.loadFailed(describeError(error).message)}
          </p>
        )}
      </div>
    </Card>
  );
}

function Example({ type }: { type: CodeType }) {
  const [exampleIndex, setExampleIndex] = useState(0);
  return (
    <div>
      <p className="text-[13px] text-muted-foreground">{preview.example}</p>
      <div className="flex items-center gap-1">
        <span className="min-w-0 break-all font-mono text-xl">{exampleCodes[type](exampleIndex)}</span>
        <IconButton
          label={preview.anotherExample}
          size="icon-sm"
          className="text-muted-foreground"
          onClick={() => setExampleIndex(exampleIndex + 1)}
        >
          <RefreshCw aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

/** Whether the plan needs more codes than the format has left. */
export const exceedsRemaining = ({ remaining }: FormatRecord, { amount = 0 }: GenerationPlan): boolean => amount > remaining;

function FormatCapacity({ format, plan }: { format: FormatRecord; plan: GenerationPlan }) {
  const { amount = 0, isReserved, type } = plan;
  const { total, remaining, claimable } = format;
  // A guessed code can't be claimed if it is reserved for someone else.
  const { isWeak, label } = guessChance({ claimable: claimable + (isReserved ? 0 : amount), total });
  return (
    <>
      <DetailsItem label={preview.remaining}>
        {preview.remainingOfTotal(remaining, total)}
        {exceedsRemaining(format, plan) && <Warning tone="text-destructive">{preview.notEnough[type]}</Warning>}
      </DetailsItem>
      <DetailsItem label={preview.guessing}>
        {label}
        {isWeak && <Warning tone="text-warning">{preview.easyToGuess}</Warning>}
      </DetailsItem>
    </>
  );
}

function Warning({ tone, children }: { tone: "text-warning" | "text-destructive"; children: React.ReactNode }) {
  return (
    <p className="mt-1 flex gap-2 text-[13px]">
      <TriangleAlert aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <span>{children}</span>
    </p>
  );
}
