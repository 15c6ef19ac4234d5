"use client";

import { type ReactNode, useState } from "react";
import { type Lazy, LazyTrigger, lazy, type Trigger, useLazyPopup } from "./lazy";
import type { PopoverContentProps } from "./popover-parts";

const parts = lazy(() => import("./popover-parts"));

type PopoverProps<Code> = Omit<PopoverContentProps, "children"> & {
  trigger: Trigger;
  open: boolean;
  /** Called with the new state and the reason, such as `escape-key`. */
  onOpenChange: (open: boolean, reason: string) => void;
  /** Code of the content. It is loaded before the popover opens, so that its first field can get the focus. */
  lazyContent: Lazy<Code>;
  children: (loaded: Code) => ReactNode;
};

/** A small panel beside the button that opens it. */
export function Popover<Code>({ trigger, open, onOpenChange, lazyContent, children, ...content }: PopoverProps<Code>) {
  const [all] = useState(() => lazy(() => Promise.all([parts.load(), lazyContent.load()])));
  const code = useLazyPopup(all, open, () => onOpenChange(false, "not-loaded"));
  if (!code) return <LazyTrigger trigger={trigger} opens="dialog" lazyContent={all} onOpen={() => onOpenChange(true, "trigger-press")} />;
  const [popover, loaded] = code;
  return (
    <popover.PopoverRoot open={open} onOpenChange={(next, { reason }) => onOpenChange(next, reason)}>
      <popover.PopoverTrigger render={trigger} />
      <popover.PopoverContent {...content}>{children(loaded)}</popover.PopoverContent>
    </popover.PopoverRoot>
  );
}
