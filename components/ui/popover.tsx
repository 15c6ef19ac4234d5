"use client";

import type { ReactNode } from "react";
import { type Later, later, type Trigger, TriggerAlone, usePopup } from "./later";
import type { PopoverContentProps } from "./popover-parts";

const parts = later(() => import("./popover-parts"));

type PopoverProps<Code> = Omit<PopoverContentProps, "children"> & {
  trigger: Trigger;
  open: boolean;
  /** Told what it should be, and why: `escape-key`, for one. */
  onOpenChange: (open: boolean, reason: string) => void;
  /** What stands in it is loaded with it: it opens with the field that the keyboard is for. */
  loads: Later<Code>;
  children: (loaded: Code) => ReactNode;
};

/** A little panel, which a button opens beside itself. */
export function Popover<Code>({ trigger, open, onOpenChange, loads, children, ...content }: PopoverProps<Code>) {
  const forgo = () => onOpenChange(false, "not-loaded");
  const popover = usePopup(parts, open, forgo);
  const loaded = usePopup(loads, open, forgo);
  if (popover === undefined || loaded === undefined)
    return <TriggerAlone trigger={trigger} opens="dialog" onOpen={() => onOpenChange(true, "trigger-press")} />;
  return (
    <popover.PopoverRoot open={open} onOpenChange={(next, { reason }) => onOpenChange(next, reason)}>
      <popover.PopoverTrigger render={trigger} />
      <popover.PopoverContent {...content}>{children(loaded)}</popover.PopoverContent>
    </popover.PopoverRoot>
  );
}
