"use client";

import { Info } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "./button";
import { type Lazy, lazy, useLazy } from "./lazy";
import type { PopoverContentProps } from "./popover-parts";
import { isClosedByTrigger, PopupTrigger, type Trigger } from "./popup-trigger";

const parts = lazy(() => import("./popover-parts"));

type PopoverProps<Code> = Omit<PopoverContentProps, "anchor" | "children"> & {
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
  const anchor = useRef<HTMLButtonElement>(null);
  const [all] = useState(() => lazy(() => Promise.all([parts.load(), lazyContent.load()])));
  const code = useLazy(all, open, () => onOpenChange(false, "not-loaded"));
  const [popover, loaded] = code ?? [];
  return (
    <>
      <PopupTrigger
        trigger={trigger}
        anchor={anchor}
        opens="dialog"
        open={open}
        lazyContent={all}
        onToggle={() => onOpenChange(!open, "trigger-press")}
      />
      {popover && (
        <popover.PopoverRoot
          open={open}
          onOpenChange={(next, details) => !isClosedByTrigger(anchor.current, details) && onOpenChange(next, details.reason)}
        >
          <popover.PopoverContent {...content} anchor={anchor}>
            {children(loaded as Code)}
          </popover.PopoverContent>
        </popover.PopoverRoot>
      )}
    </>
  );
}

/** For popovers that need no code of their own. */
const noContent = lazy(async () => null);

/** Explains a disabled control. Opens by click, so that it works with touch and keyboard. */
export function InfoTip({ label, text }: { label: string; text: string }) {
  const [open, setOpen] = useState(false);
  const trigger = (
    <Button variant="ghost" size="icon-sm" aria-label={label} className="text-muted-foreground">
      <Info aria-hidden="true" />
    </Button>
  );
  return (
    <Popover trigger={trigger} open={open} onOpenChange={setOpen} lazyContent={noContent} title={label} hideTitle className="w-72">
      {() => <p>{text}</p>}
    </Popover>
  );
}
