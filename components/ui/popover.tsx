"use client";

import { type ReactNode, useState } from "react";
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
  const [all] = useState(() => later(() => Promise.all([parts.load(), loads.load()])));
  const code = usePopup(all, open, () => onOpenChange(false, "not-loaded"));
  if (!code) return <TriggerAlone trigger={trigger} opens="dialog" loads={all} onOpen={() => onOpenChange(true, "trigger-press")} />;
  const [popover, loaded] = code;
  return (
    <popover.PopoverRoot open={open} onOpenChange={(next, { reason }) => onOpenChange(next, reason)}>
      <popover.PopoverTrigger render={trigger} />
      <popover.PopoverContent {...content}>{children(loaded)}</popover.PopoverContent>
    </popover.PopoverRoot>
  );
}
