"use client";

import { Info } from "lucide-react";
import { useState } from "react";
import { Button } from "./button";
import { lazyEmptyContent } from "./lazy";
import { Popover } from "./popover";

/** Explains a disabled control. Opens by click, so that it works with touch and keyboard. */
export function InfoTip({ label, text }: { label: string; text: string }) {
  const [open, setOpen] = useState(false);
  const trigger = (
    <Button variant="ghost" size="icon-sm" aria-label={label} className="text-muted-foreground">
      <Info aria-hidden="true" />
    </Button>
  );
  return (
    <Popover trigger={trigger} open={open} onOpenChange={setOpen} lazyContent={lazyEmptyContent} title={label} hideTitle className="w-72">
      {() => <p>{text}</p>}
    </Popover>
  );
}
