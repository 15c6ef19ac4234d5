"use client";

import { Circle, CircleCheck } from "lucide-react";
import { useState } from "react";
import { useSession } from "@/components/shell/session";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { showErrorToast, toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { Call, CanCall } from "@/contract/call";
import { cn } from "@/lib/cn";
import { routes } from "@/lib/routes";
import { overviewLabels } from "./labels";

const { onboarding } = overviewLabels;

/** Returns whether the checklist is dismissed, and a function that dismisses it at once, with Undo. */
export function useDismissedChecklist(initial: boolean): [boolean, (isDismissed: boolean) => void] {
  const [isDismissed, setState] = useState(initial);
  const { mutate } = useApiMutation("PATCH /account", { changes: "nothing" });
  const setDismissed = (next: boolean) => {
    setState(next);
    if (next) toast.success(onboarding.dismissed, { action: { label: onboarding.undo, onClick: () => setDismissed(false) } });
    mutate(
      { body: { checklistDismissed: next } },
      {
        onError: (error) => {
          setState(!next);
          showErrorToast(onboarding.dismissFailed)(error);
        },
      },
    );
  };
  return [isDismissed, setDismissed];
}

type OnboardingChecklistProps = { completed: CompletedSteps; canCall: CanCall; onDismiss: () => void };

/** The first steps of a new installation. Shown until all are completed or it is dismissed. */
export function OnboardingChecklist({ completed, canCall, onDismiss }: OnboardingChecklistProps) {
  const count = onboardingSteps.filter(({ name }) => completed[name]).length;
  return (
    <Card
      title={onboarding.title}
      description={onboarding.progress(count, onboardingSteps.length)}
      action={
        <Button variant="ghost" size="sm" onClick={onDismiss}>
          {onboarding.dismiss}
        </Button>
      }
    >
      <ol className="-my-2 divide-y">
        {onboardingSteps.map((step) => (
          <ChecklistItem key={step.name} step={step} isCompleted={completed[step.name]} canCall={canCall} />
        ))}
      </ol>
    </Card>
  );
}

type ChecklistItemProps = { step: OnboardingStep; isCompleted: boolean; canCall: CanCall };

function ChecklistItem({ step, isCompleted, canCall }: ChecklistItemProps) {
  const { title, description, actions } = step;
  const { appUrl } = useSession();
  const Icon = isCompleted ? CircleCheck : Circle;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon aria-hidden="true" className={cn("size-4 shrink-0", isCompleted ? "text-positive" : "text-muted-foreground")} />
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-2rem)]">
        <h3 className={cn("font-medium", isCompleted && "text-muted-foreground")}>
          {title}
          <span className="sr-only">{isCompleted ? onboarding.completed : onboarding.notCompleted}</span>
        </h3>
        {!isCompleted && (
          <p className="text-muted-foreground">{typeof description === "string" ? description : description(appUrl + routes.claim)}</p>
        )}
      </div>
      {!isCompleted && (
        <div className="flex flex-wrap gap-2 empty:hidden max-sm:ml-8">
          {actions
            .filter(({ requires }) => canCall(requires))
            .map(({ label, href }) => (
              <ButtonLink key={href} href={href} variant="outline" size="sm">
                {label}
              </ButtonLink>
            ))}
        </div>
      )}
    </li>
  );
}

/** Which steps of a new installation are completed. */
export type CompletedSteps = { codes: boolean; leads: boolean; email: boolean; destination: boolean; share: boolean; team: boolean };

/** Whether there is nothing to count yet. */
export const isNew = ({ codes, leads }: CompletedSteps): boolean => !codes && !leads;

type OnboardingStep = {
  name: keyof CompletedSteps;
  title: string;
  /** A text, or one with the URL of the claim page. */
  description: string | ((claimUrl: string) => string);
  /** Links, with the endpoint that staff must be allowed to call to see them. */
  actions: readonly { label: string; href: string; requires: Call }[];
};

const { steps } = onboarding;

export const onboardingSteps: readonly OnboardingStep[] = [
  { name: "codes", ...steps.codes, actions: [{ label: steps.codes.action, href: routes.generate, requires: "POST /batches" }] },
  {
    name: "leads",
    ...steps.leads,
    actions: [
      { label: steps.leads.import, href: routes.imports, requires: "POST /imports" },
      { label: steps.leads.action, href: routes.dialogs.addLead, requires: "POST /leads/create" },
    ],
  },
  {
    name: "email",
    ...steps.email,
    actions: [{ label: steps.email.action, href: routes.settings.emailDelivery, requires: "PATCH /project/email-delivery" }],
  },
  {
    name: "destination",
    ...steps.destination,
    actions: [{ label: steps.destination.action, href: routes.settings.project, requires: "PATCH /project" }],
  },
  { name: "share", ...steps.share, actions: [{ label: steps.share.action, href: routes.codes, requires: "GET /codes" }] },
  {
    name: "team",
    ...steps.team,
    actions: [{ label: steps.team.action, href: routes.dialogs.inviteStaff, requires: "POST /team/invitations" }],
  },
];
