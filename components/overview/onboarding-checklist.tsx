import { Circle, CircleCheck } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { CanCall } from "@/contract/call";
import { cn } from "@/lib/cn";
import { type CompletedSteps, type OnboardingStep, onboardingSteps } from "./onboarding-steps";

/** How a new install begins; nothing once all of it is done. */
export function OnboardingChecklist({ done, may }: { done: CompletedSteps; may: CanCall }) {
  const count = onboardingSteps.filter(({ name }) => done[name]).length;
  if (count === onboardingSteps.length) return null;
  return (
    <Card title="Begin" description={`${count} of ${onboardingSteps.length} done`}>
      <ol className="-my-2 divide-y">
        {onboardingSteps.map((step) => (
          <ChecklistItem key={step.name} step={step} done={done[step.name]} may={may} />
        ))}
      </ol>
    </Card>
  );
}

function ChecklistItem({ step: { title, text, link }, done, may }: { step: OnboardingStep; done: boolean; may: CanCall }) {
  const Icon = done ? CircleCheck : Circle;
  const leads = !done && link !== undefined && may(link.calls);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon aria-hidden="true" className={cn("size-4 shrink-0", done ? "text-positive" : "text-muted-foreground")} />
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-2rem)]">
        <h3 className={cn("font-medium", done && "text-muted-foreground")}>
          {title}
          <span className="sr-only">{done ? ", done" : ", to do"}</span>
        </h3>
        {!done && <p className="text-muted-foreground">{text}</p>}
      </div>
      {leads && (
        <ButtonLink href={link.href} variant="outline" size="sm" aria-label={`${link.label}: ${title}`} className="max-sm:ml-8">
          {link.label}
        </ButtonLink>
      )}
    </li>
  );
}
