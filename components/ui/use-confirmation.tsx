"use client";

import { type ReactNode, useState } from "react";
import type { ConfirmProps } from "./confirm";
import { lazy, useLazy } from "./lazy";

const confirmDialog = lazy(() => import("./confirm"));

type Question<Subject> = { subject: Subject; isOpen: boolean; answer: (isConfirmed: boolean) => void };

/**
 * Asks in the middle of an action. `ask` resolves to whether it was confirmed. Render `dialog` inside of the form or dialog that asks. The
 * code of the dialog is loaded when it first asks.
 */
export function useConfirmation<Subject>(toProps: (subject: Subject) => Pick<ConfirmProps, "title" | "consequence" | "action" | "tone">): {
  ask: (subject: Subject) => Promise<boolean>;
  dialog: ReactNode;
} {
  // Kept after the answer, because the text must not change while the dialog closes.
  const [question, setQuestion] = useState<Question<Subject> | null>(null);
  const answer = (isConfirmed: boolean) => {
    question?.answer(isConfirmed);
    setQuestion(question && { ...question, isOpen: false });
  };
  const confirm = useLazy(confirmDialog, question !== null, () => answer(false));
  return {
    ask: (subject) => new Promise((resolve) => setQuestion({ subject, isOpen: true, answer: resolve })),
    dialog: confirm && question && (
      <confirm.Confirm
        {...toProps(question.subject)}
        open={question.isOpen}
        onOpenChange={() => answer(false)}
        onConfirm={() => answer(true)}
      />
    ),
  };
}
