"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { type Control, type FieldValues, useFormState } from "react-hook-form";
import { Confirm } from "./confirm";

/** The address of ours that a click would lead to from this page, in this window; null for any other click. */
function getInternalLink({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | null {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.href || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null;
  if ((link.target !== "" && link.target !== "_self") || link.hasAttribute("download")) return null;
  return link.origin === location.origin && link.pathname !== location.pathname ? link.href.slice(link.origin.length) : null;
}

/** Asks before somebody leaves what they typed into a form and did not save: by a link, by closing the page or by reloading it. */
export function UnsavedChanges<Input extends FieldValues, Output>({ control }: { control: Control<Input, unknown, Output> }) {
  const { isDirty } = useFormState({ control });
  const [wanted, setWanted] = useState<string | null>(null);
  const router = useRouter();
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: MouseEvent) => {
      const address = getInternalLink(event);
      if (address === null) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(address);
    };
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    // Before the link hears of it.
    document.addEventListener("click", ask, true);
    window.addEventListener("beforeunload", hold);
    return () => {
      document.removeEventListener("click", ask, true);
      window.removeEventListener("beforeunload", hold);
    };
  }, [isDirty]);
  return (
    <Confirm
      open={wanted !== null}
      onOpenChange={() => setWanted(null)}
      title="Leave without saving?"
      consequence="What you changed here is not saved yet, and is gone when you leave."
      action="Leave"
      onConfirm={() => wanted !== null && router.push(wanted)}
    />
  );
}
