import { Circle, CircleCheck } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { May } from "@/contract/call";
import { cn } from "@/lib/cn";
import { type Done, type Step, steps } from "./steps";

/** How a new install begins; nothing once all of it is done. */
export function Checklist({ done, may }: { done: Done; may: May }) {
  const count = steps.filter(({ name }) => done[name]).length;
  if (count === steps.length) return null;
  return (
    <Card title="Begin" description={`${count} of ${steps.length} done`}>
      <ol className="-my-2 divide-y">
        {steps.map((step) => (
          <Line key={step.name} step={step} done={done[step.name]} may={may} />
        ))}
      </ol>
    </Card>
  );
}

function Line({ step: { title, text, link }, done, may }: { step: Step; done: boolean; may: May }) {
  const Icon = done ? CircleCheck : Circle;
  const leads = !done && link !== undefined && may(link.calls);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon aria-hidden="true" className={cn("size-4 shrink-0", done ? "text-positive" : "text-muted-foreground")} />
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-2rem)]">
        <h3 className={cn("font-medium", done && "text-muted-foreground")}>
          {title}
          <span className="sr-only">{done ? ", done" : ", to do"}</span>
        </h3>
        {!done && <p className="text-muted-foreground">{text}</p>}
      </div>
      {leads && (
        <ButtonLink href={link.href} variant="outline" size="sm" aria-label={`${link.label}: ${title}`} className="max-sm:ml-8">
          {link.label}
        </ButtonLink>
      )}
    </li>
  );
}
