"use client";

import { type ReactNode, useState } from "react";
import { type Lazy, lazy, type Trigger, LazyTrigger, useLazyPopup } from "./lazy";
import type { PopoverContentProps } from "./popover-parts";

const parts = lazy(() => import("./popover-parts"));

type PopoverProps<Code> = Omit<PopoverContentProps, "children"> & {
  trigger: Trigger;
  open: boolean;
  /** Told what it should be, and why: `escape-key`, for one. */
  onOpenChange: (open: boolean, reason: string) => void;
  /** What stands in it is loaded with it: it opens with the field that the keyboard is for. */
  lazyContent: Lazy<Code>;
  children: (loaded: Code) => ReactNode;
};

/** A little panel, which a button opens beside itself. */
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
