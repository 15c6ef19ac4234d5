import { Circle, CircleCheck } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { mayAs, type Role } from "@/contract/roles";
import { cn } from "@/lib/cn";
import { type Done, type Step, steps } from "./steps";

/** How a new install begins; nothing once all of it is done. */
export function Checklist({ done, role }: { done: Done; role: Role }) {
  const count = steps.filter(({ name }) => done[name]).length;
  if (count === steps.length) return null;
  return (
    <Card title="Begin" description={`${count} of ${steps.length} done`}>
      <ol className="-my-2 divide-y">
        {steps.map((step) => (
          <Line key={step.name} step={step} done={done[step.name]} role={role} />
        ))}
      </ol>
    </Card>
  );
}

function Line({ step: { title, text, link }, done, role }: { step: Step; done: boolean; role: Role }) {
  const Icon = done ? CircleCheck : Circle;
  const leads = !done && link !== undefined && link.least !== undefined && mayAs(role, link.least);
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
