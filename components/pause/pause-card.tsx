"use client";

import { MessageSquareText } from "lucide-react";
import { useCan } from "@/components/shell/session";
import { ActionButton } from "@/components/ui/actions";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { lazyDialog } from "@/components/ui/lazy";
import { Status } from "@/components/ui/status";
import { Switch } from "@/components/ui/switch";
import { useNow } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { type PausableFeature, pausableFeatures } from "@/contract/enums";
import { featureLabels, pauseLabels, runningText } from "./labels";
import { usePauseState, useTogglePause } from "./use-pause";

// Marked as pure, so that pages that only show the banner leave this module out.
const PausedMessageDialog = /* @__PURE__ */ lazyDialog(() =>
  import("./paused-message-dialog").then((module) => module.PausedMessageDialog),
);

/** A switch for everything that can be paused, and the public message. */
export function PauseCard() {
  const { paused, pausedMessage } = usePauseState();
  const canPause = useCan("POST /project/pause");
  return (
    <Card
      title={pauseLabels.title}
      action={
        <ActionButton
          size="sm"
          action={canPause && { label: pauseLabels.message.button, icon: MessageSquareText, dialog: PausedMessageDialog }}
        />
      }
    >
      <ul className="grid gap-4 sm:grid-cols-3 sm:gap-6">
        {pausableFeatures.map((feature) => (
          <li key={feature}>
            {canPause ? (
              <PauseSwitch feature={feature} isRunning={!paused.includes(feature)} />
            ) : (
              <FeatureStatus feature={feature} isRunning={!paused.includes(feature)} />
            )}
          </li>
        ))}
      </ul>
      {pausedMessage !== null && (
        <p className="mt-4 border-t pt-4 text-muted-foreground">
          {pauseLabels.message.preview} <q className="whitespace-pre-line text-foreground">{pausedMessage}</q>
        </p>
      )}
    </Card>
  );
}

type FeatureProps = { feature: PausableFeature; isRunning: boolean };

function PauseSwitch({ feature, isRunning }: FeatureProps) {
  const togglePause = useTogglePause();
  const labels = featureLabels[feature];
  const running = runningText(feature, usePauseState(), useNow());
  const toggle = (resume: boolean) =>
    togglePause(resume ? { resume: [feature] } : { pause: [feature] }, () =>
      toast.success(resume ? labels.resumedToast : labels.pausedToast, {
        action: { label: pauseLabels.undo, onClick: () => togglePause(resume ? { pause: [feature] } : { resume: [feature] }) },
      }),
    );
  return (
    <Field label={labels.label} hint={isRunning ? running : labels.paused} inline>
      <Switch checked={isRunning} onCheckedChange={toggle} />
    </Field>
  );
}

/** The state of a feature, for staff members who can't change it. */
function FeatureStatus({ feature, isRunning }: FeatureProps) {
  const labels = featureLabels[feature];
  const running = runningText(feature, usePauseState(), useNow());
  return (
    <>
      <Status tone={isRunning ? "positive" : "warning"}>{labels.label}</Status>
      <p className="mt-1 text-2sm text-muted-foreground">{isRunning ? running : labels.paused}</p>
    </>
  );
}
