import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/link";
import { ActionMenu } from "@/components/ui/menu";
import { Interpolate } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { LeadLineage, LineagePerson } from "@/contract/invite-codes";
import { lineageLimits } from "@/contract/limits";
import { cn } from "@/lib/cn";
import { leadPath } from "@/lib/routes";
import { useRevokeCode } from "./actions";
import { labels } from "./labels";
import { CodeLink, LeadLink, Section } from "./parts";

type PeopleProps = { title: (total: number, isCapped: boolean) => string; lineage: Pick<LeadLineage, "people" | "total"> };

/** The people of a branch as a tree. */
export function People({ title, lineage: { people, total } }: PeopleProps) {
  if (people.length === 0) return null;
  const heading = title(total, total >= lineageLimits.total);
  const invited = Map.groupBy(
    people.filter(({ depth }) => depth > 1),
    ({ invitedBy }) => invitedBy ?? "",
  );
  return (
    <Section title={heading}>
      <PersonList label={heading} people={people.filter(({ depth }) => depth === 1)} invited={invited} isOpen={total <= maxOpen} />
      {people.length >= lineageLimits.people && total > people.length && (
        <p className="text-2sm text-muted-foreground">{labels.firstPeople(people.length)}</p>
      )}
    </Section>
  );
}

/** Larger trees start with their first level. */
const maxOpen = 20;

type Tree = { invited: ReadonlyMap<string, LineagePerson[]>; isOpen: boolean };

const PersonList = ({ label, people, ...tree }: { label: string; people: readonly LineagePerson[] } & Tree) => (
  <ul aria-label={label} className="grid min-w-0">
    {people.map((person) => (
      <Person key={person.email} person={person} {...tree} />
    ))}
  </ul>
);

function Person({ person, ...tree }: { person: LineagePerson } & Tree) {
  const { email, code, claimedAt, invited: count } = person;
  const zone = useSession().project.timeZone;
  const revokeCode = useRevokeCode();
  const [isOpen, setOpen] = useState(tree.isOpen);
  const people = tree.invited.get(email) ?? [];
  const missing = count - people.length;
  return (
    <li className="min-w-0">
      <div className="flex min-h-9 min-w-0 items-center gap-x-2">
        {people.length > 0 ? (
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={isOpen}
            aria-label={labels.toggle(email)}
            className="-ml-1 size-7 shrink-0 p-0"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight aria-hidden="true" className={cn("size-4 transition-transform", isOpen && "rotate-90")} />
          </Button>
        ) : (
          <span className="-ml-1 w-7 shrink-0" />
        )}
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <LeadLink email={email} />
          <span className="min-w-0 text-2sm text-muted-foreground">
            <Interpolate text={labels.with} values={{ code: <CodeLink code={code} /> }} />
            {count > 0 && ` · ${labels.invited(count)}`}
          </span>
        </div>
        <Time at={claimedAt} zone={zone} className="shrink-0 text-2sm text-muted-foreground max-sm:hidden" />
        <ActionMenu size="icon-sm" label={labels.menu(email)} actions={[revokeCode(code)]} />
      </div>
      {isOpen && people.length > 0 && (
        <div className="ml-2.5 border-l pl-3">
          <PersonList label={labels.toggle(email)} people={people} {...tree} />
        </div>
      )}
      {missing > 0 && (isOpen || people.length === 0) && (
        <TextLink href={leadPath(email)} prefetch={false} className="ml-8 text-2sm">
          {labels.more(missing)}
        </TextLink>
      )}
    </li>
  );
}
