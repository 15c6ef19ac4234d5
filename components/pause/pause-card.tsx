"use client";

import { MessageSquareText } from "lucide-react";
import { useState } from "react";
import { useMay } from "@/components/shell/use-may";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { dialogLater } from "@/components/ui/later";
import { Status } from "@/components/ui/status";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { type Pausable, pausable } from "@/contract/kinds";
import { usePauses, useTurn } from "./use-pauses";
import { pausedSentence, pauseWords } from "./words";

const TextDialog = dialogLater(() => import("./text-dialog").then((dialog) => dialog.TextDialog));

/** What customers can do now, with a switch for each, and what they are told while they cannot. */
export function PauseCard() {
  const { paused, pausedText } = usePauses();
  const may = useMay("POST /project/pause");
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
        {pausable.map((what) => (
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

type PauseProps = { what: Pausable; on: boolean };

function PauseSwitch({ what, on }: PauseProps) {
  const { mutate } = useTurn();
  const { label, name, goesOn, stands } = pauseWords[what];
  const turn = (next: boolean) =>
    mutate(next ? { resume: [what] } : { pause: [what] }, {
      onSuccess: () =>
        toast.success(next ? `${name} ${what === "mail" ? "goes" : "go"} on` : pausedSentence([what]).replace(".", ""), {
          action: { label: "Undo", onClick: () => mutate(next ? { pause: [what] } : { resume: [what] }) },
        }),
    });
  return (
    <Field label={label} hint={on ? goesOn : stands} beside>
      <Switch checked={on} onCheckedChange={turn} />
    </Field>
  );
}

/** The same for those who only read. */
function Standing({ what, on }: PauseProps) {
  const { label, goesOn, stands } = pauseWords[what];
  return (
    <>
      <Status tone={on ? "positive" : "warning"}>{label}</Status>
      <p className="mt-1 text-[13px] text-muted-foreground">{on ? goesOn : stands}</p>
    </>
  );
}
