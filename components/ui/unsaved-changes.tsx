"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { type Control, type FieldValues, useFormState } from "react-hook-form";
import { Confirm } from "./confirm";

/** The URL on this site that a click would open in this tab. Null for other clicks. */
function getInternalLink({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | null {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.href || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null;
  if ((link.target !== "" && link.target !== "_self") || link.hasAttribute("download")) return null;
  return link.origin === location.origin && link.pathname !== location.pathname ? link.href.slice(link.origin.length) : null;
}

/** Asks before unsaved changes of a form are lost, by a link, by closing the page or by reloading it. */
export function UnsavedChanges<Input extends FieldValues, Output>({ control }: { control: Control<Input, unknown, Output> }) {
  const { isDirty } = useFormState({ control });
  const [targetHref, setTargetHref] = useState<string | null>(null);
  const router = useRouter();
  useEffect(() => {
    if (!isDirty) return;
    const onClick = (event: MouseEvent) => {
      const href = getInternalLink(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTargetHref(href);
    };
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // In the capture phase, before the link handles the click.
    document.addEventListener("click", onClick, true);
    window.addEventListener("beforeunload", onBeforeUnload);
    return () => {
      document.removeEventListener("click", onClick, true);
      window.removeEventListener("beforeunload", onBeforeUnload);
    };
  }, [isDirty]);
  return (
    <Confirm
      open={targetHref !== null}
      onOpenChange={() => setTargetHref(null)}
      title="Discard unsaved changes?"
      consequence="Your changes haven't been saved. If you leave this page, they're lost."
      action="Discard changes"
      onConfirm={() => targetHref !== null && router.push(targetHref)}
    />
  );
}
