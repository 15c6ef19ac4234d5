"use client";

import { Info } from "lucide-react";
import { Button } from "./button";
import { Popover, PopoverContent, PopoverTrigger } from "./popover";

/** Beside a control that is off: why it is, to be read by touch and keyboard too. */
export function Why({ what, text }: { what: string; text: string }) {
  return (
    <Popover>
      <PopoverTrigger
        render={
          <Button variant="ghost" size="icon-sm" aria-label={`Why ${what} cannot be changed`} className="text-muted-foreground">
            <Info aria-hidden="true" />
          </Button>
        }
      />
      <PopoverContent title="Why" quiet className="w-72">
        <p>{text}</p>
      </PopoverContent>
    </Popover>
  );
}
