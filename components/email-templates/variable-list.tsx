"use client";

import { type EmailTemplateKind, formatVariable, templateVariables } from "@/contract/default-email-templates";
import { listVariables } from "@/contract/email-template-rules";
import { emailTemplateLabels } from "./labels";

const { variables: labels } = emailTemplateLabels;

/** The variables of a template with their descriptions. With `onInsert`, they are buttons. */
export function VariableList({ kind, onInsert }: { kind: EmailTemplateKind; onInsert?: (name: string) => void }) {
  return (
    <section aria-labelledby="variables" className="grid gap-2">
      <h3 id="variables" className="font-medium text-[13px] leading-5">
        {labels.title}
      </h3>
      {onInsert && <p className="text-[13px] text-muted-foreground">{labels.hint}</p>}
      <ul className="grid gap-x-3 gap-y-1 sm:grid-cols-[max-content_1fr]">
        {listVariables(kind).map((name) => (
          <li key={name} className="grid items-baseline gap-x-3 sm:col-span-2 sm:grid-cols-subgrid">
            {onInsert ? (
              <button
                type="button"
                aria-label={labels.insert(formatVariable(name))}
                onClick={() => onInsert(name)}
                className="-mx-1.5 justify-self-start rounded-md px-1.5 py-0.5 text-left font-mono text-[13px] text-link hover:bg-accent pointer-coarse:py-2"
              >
                {formatVariable(name)}
              </button>
            ) : (
              <span className="py-0.5 font-mono text-[13px]">{formatVariable(name)}</span>
            )}
            <span className="text-[13px] text-muted-foreground">{templateVariables[name].description}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
