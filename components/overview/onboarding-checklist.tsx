import { Circle, CircleCheck } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { CanCall } from "@/contract/call";
import { cn } from "@/lib/cn";
import { overviewLabels } from "./labels";
import { type CompletedSteps, type OnboardingStep, onboardingSteps } from "./onboarding-steps";

const { onboarding: labels } = overviewLabels;

/** The first steps of a new install. Renders nothing once all are completed. */
export function OnboardingChecklist({ completed, canCall }: { completed: CompletedSteps; canCall: CanCall }) {
  const count = onboardingSteps.filter(({ name }) => completed[name]).length;
  if (count === onboardingSteps.length) return null;
  return (
    <Card title={labels.title} description={labels.progress(count, onboardingSteps.length)}>
      <ol className="-my-2 divide-y">
        {onboardingSteps.map((step) => (
          <ChecklistItem key={step.name} step={step} isCompleted={completed[step.name]} canCall={canCall} />
        ))}
      </ol>
    </Card>
  );
}

type ChecklistItemProps = { step: OnboardingStep; isCompleted: boolean; canCall: CanCall };

function ChecklistItem({ step: { title, description, action, href, requires }, isCompleted, canCall }: ChecklistItemProps) {
  const Icon = isCompleted ? CircleCheck : Circle;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon aria-hidden="true" className={cn("size-4 shrink-0", isCompleted ? "text-positive" : "text-muted-foreground")} />
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-2rem)]">
        <h3 className={cn("font-medium", isCompleted && "text-muted-foreground")}>
          {title}
          <span className="sr-only">{isCompleted ? labels.completed : labels.notCompleted}</span>
        </h3>
        {!isCompleted && <p className="text-muted-foreground">{description}</p>}
      </div>
      {!isCompleted && canCall(requires) && (
        <ButtonLink href={href} variant="outline" size="sm" className="max-sm:ml-8">
          {action}
        </ButtonLink>
      )}
    </li>
  );
}
