"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { counted, codeTypeLabels } from "@/components/codes/labels";
import { Card } from "@/components/ui/card";
import { DetailsItem, DetailsList } from "@/components/ui/details-list";
import { describeError } from "@/components/ui/error-message";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import type { CodeType } from "@/contract/codes";
import type { FormatRecord } from "@/contract/formats";
import { guessChance, minGuesses } from "@/contract/guess-chance";
import { exampleCodes } from "./example-codes";
import { formatsQuery } from "./queries";

/** What is about to be made; no amount where none is typed. */
export type GenerationPlan = { type: CodeType; amount: number | undefined; allowedClaims: number; isReserved: boolean };

/** What codes look like, how many of them there is room for, and how guessable they would be. */
export function GenerationPreview({ plan }: { plan: GenerationPlan }) {
  const { data, error } = useQuery(formatsQuery);
  const format = data?.find(({ type }) => type === plan.type);
  const { amount = 0, allowedClaims, isReserved } = plan;
  return (
    <Card title="What you get" className="lg:sticky lg:top-22">
      <Example type={plan.type} />
      <div className="mt-5 border-t pt-4">
        <DetailsList>
          <DetailsItem name="In all">
            {amount > 0
              ? `${counted(amount, "code")} for ${isReserved ? "one customer" : `up to ${counted(amount * allowedClaims, "customer")}`}`
              : "No amount yet"}
          </DetailsItem>
          {format ? <FormatCapacity format={format} plan={plan} /> : error === null && <Skeleton className="my-1.5 h-24 rounded-lg" />}
        </DetailsList>
        {error !== null && data === undefined && (
          <p role="alert" className="mt-3 text-[13px] text-destructive">
            How many remain is not known: {describeError(error).message}
          </p>
        )}
      </div>
    </Card>
  );
}

function Example({ type }: { type: CodeType }) {
  const [number, setNumber] = useState(0);
  return (
    <div>
      <p className="text-[13px] text-muted-foreground">For example</p>
      <div className="flex items-center gap-1">
        <span className="min-w-0 break-all font-mono text-xl">{exampleCodes[type](number)}</span>
        <IconButton label="Another example" size="icon-sm" className="text-muted-foreground" onClick={() => setNumber(number + 1)}>
          <RefreshCw aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

/** What stands between the plan and room for it. */
export const exceedsRemaining = ({ remaining }: FormatRecord, { amount = 0 }: GenerationPlan): boolean => amount > remaining;

function FormatCapacity({ format, plan }: { format: FormatRecord; plan: GenerationPlan }) {
  const { amount = 0, isReserved, type } = plan;
  const { total: space, remaining, claimable: live } = format;
  // Whoever guesses a code that is reserved for somebody cannot claim it.
  const { isWeak: weak, label: words } = guessChance({ claimable: live + (isReserved ? 0 : amount), total: space });
  const kind = codeTypeLabels[type].label.toLowerCase();
  return (
    <>
      <DetailsItem name="Remaining">
        {remaining.toLocaleString("en")} <span className="text-muted-foreground">of {space.toLocaleString("en")}</span>
        {exceedsRemaining(format, plan) && (
          <Warning tone="text-destructive">There are not enough {kind} codes left: choose fewer, or another type.</Warning>
        )}
      </DetailsItem>
      <DetailsItem name="Guessing">
        <span className="first-letter:uppercase inline-block">{words}</span>
        {amount > 0 && !isReserved && <span className="text-muted-foreground"> with these</span>}
        {weak && (
          <Warning tone="text-warning">
            That is weak: below 1 in {minGuesses.toLocaleString("en")} somebody who tries finds one soon. Make fewer, choose another type,
            or reserve each for whom it is meant.
          </Warning>
        )}
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
