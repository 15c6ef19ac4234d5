"use client";

import { MessageSquareText } from "lucide-react";
import { useState } from "react";
import { useCan } from "@/components/shell/use-can";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { lazyDialog } from "@/components/ui/lazy";
import { Status } from "@/components/ui/status";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { type PausableFeature, pausableFeatures } from "@/contract/kinds";
import { usePauseState, useTogglePause } from "./use-pause-state";
import { pausedSummary, pauseLabels } from "./labels";

const TextDialog = lazyDialog(() => import("./paused-message-dialog").then((dialog) => dialog.PausedMessageDialog));

/** What customers can do now, with a switch for each, and what they are told while they cannot. */
export function PauseCard() {
  const { paused, pausedMessage: pausedText } = usePauseState();
  const may = useCan("POST /project/pause");
  const [isWriting, setWriting] = useState(false);
  return (
    <Card
      title="Open to customers"
      action={
        may && (
          <Button variant="outline" size="sm" onClick={() => setWriting(true)}>
            <MessageSquareText aria-hidden="true" /> Public message
          </Button>
        )
      }
    >
      <ul className="grid gap-4 sm:grid-cols-3 sm:gap-6">
        {pausableFeatures.map((what) => (
          <li key={what}>
            {may ? <PauseSwitch what={what} on={!paused.includes(what)} /> : <Standing what={what} on={!paused.includes(what)} />}
          </li>
        ))}
      </ul>
      {pausedText !== null && (
        <p className="mt-4 break-words border-t pt-4 text-muted-foreground">
          While something is paused, customers read: <q className="whitespace-pre-line text-foreground">{pausedText}</q>
        </p>
      )}
      {may && <TextDialog open={isWriting} onClose={() => setWriting(false)} />}
    </Card>
  );
}

type PauseProps = { what: PausableFeature; on: boolean };

function PauseSwitch({ what, on }: PauseProps) {
  const { mutate } = useTogglePause();
  const { label, name, goesOn, stands } = pauseLabels[what];
  const turn = (next: boolean) =>
    mutate(next ? { resume: [what] } : { pause: [what] }, {
      onSuccess: () =>
        toast.success(next ? `${name} ${what === "email" ? "goes" : "go"} on` : pausedSummary([what]).replace(".", ""), {
          action: { label: "Undo", onClick: () => mutate(next ? { pause: [what] } : { resume: [what] }) },
        }),
    });
  return (
    <Field label={label} hint={on ? goesOn : stands} inline>
      <Switch checked={on} onCheckedChange={turn} />
    </Field>
  );
}

/** The same for those who only read. */
function Standing({ what, on }: PauseProps) {
  const { label, goesOn, stands } = pauseLabels[what];
  return (
    <>
      <Status tone={on ? "positive" : "warning"}>{label}</Status>
      <p className="mt-1 text-[13px] text-muted-foreground">{on ? goesOn : stands}</p>
    </>
  );
}
