"use client";

import { variablesOf } from "@/contract/mail-rules";
import { asWritten, type MailKind, mailVariables } from "@/contract/mail-texts";

/** What may stand in a kind of mail, each with what it says; a press puts it into the text. */
export function Variables({ kind, onInsert }: { kind: MailKind; onInsert?: (name: string) => void }) {
  return (
    <section aria-labelledby="variables" className="grid gap-2">
      <h3 id="variables" className="font-medium text-[13px] leading-5">
        Variables
      </h3>
      {onInsert && <p className="text-[13px] text-muted-foreground">Press one to put it where the cursor is.</p>}
      <ul className="grid gap-x-3 gap-y-1 sm:grid-cols-[max-content_1fr]">
        {variablesOf(kind).map((name) => (
          <li key={name} className="grid items-baseline gap-x-3 sm:col-span-2 sm:grid-cols-subgrid">
            {onInsert ? (
              <button
                type="button"
                aria-label={`Insert ${asWritten(name)}`}
                onClick={() => onInsert(name)}
                className="-mx-1.5 justify-self-start rounded-md px-1.5 py-0.5 text-left font-mono text-[13px] text-link hover:bg-accent pointer-coarse:py-2"
              >
                {asWritten(name)}
              </button>
            ) : (
              <span className="py-0.5 font-mono text-[13px]">{asWritten(name)}</span>
            )}
            <span className="text-[13px] text-muted-foreground">{mailVariables[name].says}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
