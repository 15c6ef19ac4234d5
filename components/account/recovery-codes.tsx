"use client";

import { Download } from "lucide-react";
import { Button, buttonStyle } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogFooter } from "@/components/ui/dialog";
import { cn } from "@/lib/cn";

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join("\n");
  return (
    <div className="grid gap-4">
      <p className="text-muted-foreground">
        Each signs you in once, in the place of the six digits. Keep them where you find them without your phone: they are shown this once.
      </p>
      <ul className="grid gap-x-6 gap-y-1 rounded-lg border bg-sunken px-4 py-3 font-mono text-[13px] min-[24rem]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label="all recovery codes" className="justify-center rounded-lg border font-medium" />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
          className={cn(buttonStyle({ variant: "outline", size: "sm" }))}
        >
          <Download aria-hidden="true" /> Download
        </a>
      </div>
      <DialogFooter>
        <Button onClick={onDone}>I have stored them</Button>
      </DialogFooter>
    </div>
  );
}
