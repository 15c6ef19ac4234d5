"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogFooter } from "@/components/ui/dialog";
import { cn } from "@/lib/cn";
import { labels } from "./labels";

/** A new set of recovery codes, which is never shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join("\n");
  const { description, copyAll, download, fileName, done } = labels.recoveryCodes;
  return (
    <div className="grid gap-4">
      <p className="text-muted-foreground">{description}</p>
      <ul className="grid gap-x-6 gap-y-1 rounded-lg border bg-sunken px-4 py-3 font-mono text-[13px] min-[24rem]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={copyAll} className="justify-center rounded-lg border font-medium" />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download={fileName}
          className={cn(buttonStyle({ variant: "outline", size: "sm" }))}
        >
          <Download aria-hidden="true" /> {download}
        </a>
      </div>
      <DialogFooter>
        <Button onClick={onDone}>{done}</Button>
      </DialogFooter>
    </div>
  );
}
