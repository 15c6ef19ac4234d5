"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { apiQuery } from "@/components/api-query";
import { Card, DetailsItem, DetailsList } from "@/components/ui/card";
import { describeError } from "@/components/ui/errors";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/loading";
import { guessChance, parsePattern, patternProblem, possibleCodes } from "@/contract/code-patterns";
import type { CodeType, FormatRecord } from "@/contract/codes";
import { normalizeCode } from "@/contract/normalize";
import { exampleCodes, examplesOf, labels } from "./labels";

const { preview } = labels;

/** What the form would generate: codes of a format or a pattern, or one code. `amount` is undefined while it isn't valid. */
export type GenerationPlan = { amount: number | undefined; allowedClaims: number; isReserved: boolean } & (
  | { type: CodeType; pattern?: never; code?: never }
  | { pattern: string; alphabet: string | undefined; type?: never; code?: never }
  | { code: string; type?: never; pattern?: never }
);

/** Shows an example code, how many codes are possible or left, and how easy they are to guess. */
export function GenerationPreview({ plan }: { plan: GenerationPlan }) {
  const { data, error } = useQuery(apiQuery("GET /formats"));
  const format = data?.find(({ type }) => type === plan.type);
  const { amount = 0, allowedClaims, isReserved } = plan;
  const isCustom = plan.type === undefined;
  return (
    <Card title={preview.title} className="lg:sticky lg:top-22">
      {plan.code !== undefined && (
        <p translate="no" className="min-w-0 break-all font-mono text-xl">
          {plan.code.trim() || labels.form.codeExample}
        </p>
      )}
      {plan.pattern !== undefined && patternProblem(plan.pattern) === null && (
        <Example getExample={examplesOf(parsePattern(plan.pattern, plan.alphabet).positions)} />
      )}
      {plan.type !== undefined && <Example getExample={exampleCodes[plan.type]} />}
      <div aria-live="polite" className="mt-5 border-t pt-4">
        <DetailsList>
          <DetailsItem label={preview.total}>
            {amount === 0
              ? preview.noAmount
              : isReserved
                ? preview.forOneCustomer(amount)
                : preview.forCustomers(amount, amount * allowedClaims)}
          </DetailsItem>
          {plan.code !== undefined && <OwnCodeRisk code={plan.code} isReserved={isReserved} />}
          {plan.pattern !== undefined && <PatternRisk {...plan} />}
          {format && <FormatCapacity format={format} plan={plan} />}
          {!isCustom && !format && error === null && <Skeleton className="my-1.5 h-24 rounded-lg" />}
        </DetailsList>
        {!isCustom && error !== null && data === undefined && (
          <p role="alert" className="mt-3 text-2sm text-destructive">
            {preview.loadFailed(describeError(error).message)}
          </p>
        )}
      </div>
    </Card>
  );
}

function Example({ getExample }: { getExample: (index: number) => string }) {
  const [exampleIndex, setExampleIndex] = useState(0);
  return (
    <div>
      <p className="text-2sm text-muted-foreground">{preview.example}</p>
      <div className="flex items-center gap-1">
        <span translate="no" className="min-w-0 break-all font-mono text-xl">
          {getExample(exampleIndex)}
        </span>
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
const exceedsRemaining = ({ remaining }: FormatRecord, { amount = 0 }: GenerationPlan): boolean => amount > remaining;

function FormatCapacity({ format, plan }: { format: FormatRecord; plan: GenerationPlan }) {
  const { amount = 0, isReserved } = plan;
  const { type, total, remaining, claimable } = format;
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

/** Warns about a code of few letters and digits. Common words are noticed when it is created. */
function OwnCodeRisk({ code, isReserved }: { code: string; isReserved: boolean }) {
  const key = normalizeCode(code);
  const { isWeak, label } = guessChance({ claimable: key === "" || isReserved ? 0 : 1, total: possibleCodes(key) });
  if (!isWeak) return null;
  return (
    <DetailsItem label={preview.guessing}>
      {label.replace("one of these", "this code")}
      <Warning tone="text-warning">{preview.easyCode}</Warning>
    </DetailsItem>
  );
}

/** The number of possible codes of a pattern, and how easy they are to guess. */
function PatternRisk({ pattern, alphabet, amount = 0, isReserved }: Extract<GenerationPlan, { pattern: string }>) {
  if (patternProblem(pattern) !== null) return null;
  const total = parsePattern(pattern, alphabet).size;
  const { isWeak, label } = guessChance({ claimable: isReserved ? 0 : amount, total });
  return (
    <>
      <DetailsItem label={preview.possible}>
        {formatSize(total)}
        {amount > total && <Warning tone="text-destructive">{preview.patternTooSmall}</Warning>}
      </DetailsItem>
      <DetailsItem label={preview.guessing}>
        {label}
        {isWeak && <Warning tone="text-warning">{preview.easyPattern}</Warning>}
      </DetailsItem>
    </>
  );
}

/** A number of codes. Above a quadrillion, JavaScript isn't exact, and no one needs the digits. */
const formatSize = (total: number): string => (total > 1e15 ? preview.morePossible : total.toLocaleString("en"));

export function Warning({ tone, children }: { tone: "text-warning" | "text-destructive"; children: React.ReactNode }) {
  return (
    <p className="mt-1 flex gap-2 text-2sm">
      <TriangleAlert aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <span>{children}</span>
    </p>
  );
}
