"use client";

import { useRef, useState } from "react";
import { Button } from "./button";
import { describeError } from "./errors";
import { useUnsaved } from "./unsaved-changes";

type FailedSaveProps = {
  /** Defaults to why it isn't saved. */
  message?: string | undefined;
  error: Error;
  retryLabel?: string | undefined;
  onRetry: () => void;
  onUndo: () => void;
};

/** Says why something that is edited in place wasn't saved, and what can be done. */
export const FailedSave = ({ error, message, retryLabel = "Try again", onRetry, onUndo }: FailedSaveProps) => (
  <div role="alert" className="grid gap-2 text-2sm">
    <p className="text-destructive">{message ?? `This isn't saved yet. ${describeError(error).message}`}</p>
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" size="sm" onClick={onRetry}>
        {retryLabel}
      </Button>
      <Button variant="ghost" size="sm" onClick={onUndo}>
        Discard mine
      </Button>
    </div>
  </div>
);

/** Returns what was thrown, as an error. */
export const toError = (failure: unknown): Error => (failure instanceof Error ? failure : new Error(String(failure)));

/**
 * A change in place that is saved at once. `unsaved` is the change until it is saved, so that the control shows it, and `notice` says why it
 * wasn't. A later change replaces one that isn't saved, so it includes what is still wanted of it.
 */
export function useInstantSave<Change>(save: (change: Change) => Promise<unknown>) {
  const [state, setState] = useState<{ change: Change; error?: Error }>();
  const last = useRef<Change>(undefined);
  useUnsaved(state !== undefined);
  const change = async (change: Change) => {
    last.current = change;
    setState({ change });
    const error = await save(change).then(() => undefined, toError);
    if (last.current === change) setState(error && { change, error });
  };
  const notice = state?.error && (
    <FailedSave error={state.error} onRetry={() => void change(state.change)} onUndo={() => setState(undefined)} />
  );
  return { change: (next: Change) => void change(next), unsaved: state?.change, notice };
}
