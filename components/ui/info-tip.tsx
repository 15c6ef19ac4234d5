"use client";

import { Info } from "lucide-react";
import { useState } from "react";
import { Button } from "./button";
import { lazyNothing } from "./lazy";
import { Popover } from "./popover";

/** Beside a control that is off: why it is, to be read by touch and keyboard too. */
export function InfoTip({ label, text }: { label: string; text: string }) {
  const [open, setOpen] = useState(false);
  const trigger = (
    <Button variant="ghost" size="icon-sm" aria-label={`Why ${label} cannot be changed`} className="text-muted-foreground">
      <Info aria-hidden="true" />
    </Button>
  );
  return (
    <Popover trigger={trigger} open={open} onOpenChange={setOpen} lazyContent={lazyNothing} title="Why" hideTitle className="w-72">
      {() => <p>{text}</p>}
    </Popover>
  );
}
