"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { type ReactNode, useState } from "react";
import { cn } from "@/lib/cn";
import { Button } from "./button";
import { dialogViewportStyle, panelStyle } from "./dialog";
import type { Failure } from "./failure";
import { Field } from "./field";
import { FormErrors } from "./form-errors";
import { Input } from "./input";
import { backdropStyle } from "./popup";

type ConfirmProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question that names the object: "Delete curious-pineapple?" */
  title: string;
  /** What follows from it: "12 customers lose access." */
  consequence: ReactNode;
  /** What the button says: "Delete". */
  action: string;
  /** Must be typed before the button works. */
  word?: string;
  tone?: "destructive" | "default";
  pending?: boolean;
  error?: Failure | null;
  onConfirm: () => void;
};

/** Asks before what cannot be taken back. The caller closes it once `onConfirm` has succeeded. */
export function Confirm({ open, onOpenChange, pending = false, ...rest }: ConfirmProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !pending && onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropStyle} />
        <Base.Viewport className={dialogViewportStyle}>
          <Base.Popup className={cn(panelStyle, "max-w-md p-6")}>
            <Question {...rest} pending={pending} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

type QuestionProps = Omit<ConfirmProps, "open" | "onOpenChange">;

// Mounted anew with each opening, so that the word is typed each time.
function Question({ title, consequence, action, word, tone = "destructive", pending, error, onConfirm }: QuestionProps) {
  const [typed, setTyped] = useState("");
  const ready = word === undefined || typed.trim() === word;
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        // Nor is a form that it stands in sent by it.
        event.stopPropagation();
        if (ready && !pending) onConfirm();
      }}
    >
      <Base.Title className="break-words font-semibold text-base">{title}</Base.Title>
      <Base.Description className="mt-1 text-muted-foreground">{consequence}</Base.Description>
      {word !== undefined && <Word word={word} typed={typed} onType={setTyped} disabled={pending} />}
      <FormErrors failure={error} className="mt-4" />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Base.Close disabled={pending} render={<Button variant="outline">Cancel</Button>} />
        <Button type="submit" variant={tone} disabled={!ready} pending={pending}>
          {action}
        </Button>
      </div>
    </form>
  );
}

type WordProps = { word: string; typed: string; onType: (typed: string) => void; disabled: boolean | undefined };

function Word({ word, typed, onType, disabled }: WordProps) {
  const label = (
    <>
      Type <span className="font-mono">{word}</span> to go on
    </>
  );
  return (
    <Field className="mt-4" label={label}>
      <Input
        mono
        value={typed}
        onChange={(event) => onType(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
      />
    </Field>
  );
}
