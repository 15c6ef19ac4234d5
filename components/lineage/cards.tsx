"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Plus, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { apiQuery } from "@/components/api-query";
import { useJobMutation } from "@/components/jobs";
import { useCan, useSession } from "@/components/shell/session";
import { type Action, ActionButton } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { ActionMenu } from "@/components/ui/menu";
import { Interpolate } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { BranchPreview, InviteCode, LeadInvites, LeadLineage as Lineage, LineagePerson } from "@/contract/invite-codes";
import { lineageLimits } from "@/contract/limits";
import { cn } from "@/lib/cn";
import { codePath, leadPath, routes } from "@/lib/routes";
import { labels } from "./labels";

/** The invite codes of a lead, who invited them and whom they invited. Renders nothing if there is none of these. */
export function LeadLineage({ email }: { email: string }) {
  const { data: invites } = useQuery(apiQuery("GET /leads/email/:email/invites", { params: { email } }));
  const { data: lineage } = useQuery(apiQuery("GET /leads/email/:email/lineage", { params: { email } }));
  const create = useCreateCodes(email);
  const revoke = useRevokeLead(email);
  if (!invites || !lineage) return null;
  const hasCodes = invites.codes.length > 0;
  if (!hasCodes && invites.available === 0 && lineage.inviters.length === 0 && lineage.people.length === 0) return null;
  return (
    <Card
      title={labels.title}
      {...((hasCodes || invites.available > 0) && { description: labels.description(invites.quota, invites.codes.length) })}
      action={
        <div className="flex gap-2">
          <ActionButton action={invites.available > 0 && create(invites.available)} size="sm" />
          <ActionMenu
            label={labels.menu(email)}
            actions={[(lineage.people.length > 0 || lineage.inviters.length > 0 || hasCodes) && revoke]}
          />
        </div>
      }
    >
      <div className="grid gap-4">
        {hasCodes && invites.quota > 0 && invites.refusal !== null && (
          <p className="text-muted-foreground">{labels.refusals[invites.refusal]}</p>
        )}
        {lineage.inviters.length > 0 && <Inviters title={labels.invitedBy} inviters={lineage.inviters} />}
        {hasCodes && <Codes codes={invites.codes} />}
        <People title={labels.people} lineage={lineage} />
      </div>
    </Card>
  );
}

/** Who passed on a code, and the people whom it brought. Renders nothing if no one invited anyone. */
export function CodeLineage({ code }: { code: string }) {
  const { data: lineage } = useQuery(apiQuery("GET /codes/:code/lineage", { params: { code } }));
  const router = useRouter();
  // The code is deleted too.
  const revokeCode = useRevokeCode({ deletes: "GET /codes/:code", onSuccess: () => router.replace(routes.codes) });
  if (!lineage) return null;
  // The claims of a code that no one passed on have a card of their own.
  if (lineage.inviters.length === 0 && lineage.people.every(({ invited }) => invited === 0)) return null;
  return (
    <Card title={labels.codeTitle} action={<ActionMenu label={labels.menu(code)} actions={[revokeCode(code, code)]} />}>
      <div className="grid gap-4">
        {lineage.inviters.length > 0 && <Inviters title={labels.passedOnBy} inviters={lineage.inviters} />}
        <People title={labels.peopleOfCode} lineage={lineage} />
      </div>
    </Card>
  );
}

/** The action that creates the codes that a lead is still missing. */
function useCreateCodes(email: string): (available: number) => Action | false {
  const canCreate = useCan("POST /leads/email/:email/invites");
  const { mutateAsync } = useApiMutation("POST /leads/email/:email/invites", {
    changes: ["GET /leads/email/:email/invites", "GET /codes", "GET /batches"],
  });
  return (available) =>
    canCreate && {
      label: labels.create(available),
      icon: Plus,
      failed: labels.createFailed,
      run: async () => {
        await mutateAsync({ params: { email } });
        toast.success(labels.created);
      },
    };
}

/** An action that revokes a branch after a preview. `name` is where it starts. */
const revokeAction = (
  name: string,
  binDays: number,
  { preview, run, onSuccess = () => {} }: { preview: () => Promise<BranchPreview>; run: () => unknown; onSuccess?: () => void },
): Action => ({
  label: labels.revoke,
  icon: Undo2,
  destructive: true,
  confirm: async () => {
    const [{ revokeConfirmation }, counts] = await Promise.all([import("./dialog-labels"), preview()]);
    return revokeConfirmation(name, counts, binDays);
  },
  run,
  onSuccess,
});

function useRevokeLead(email: string): Action | false {
  const canRevoke = useCan("POST /leads/email/:email/branch/revoke");
  const { binDays } = useSession().project;
  const { mutateAsync } = useJobMutation("POST /leads/email/:email/branch/revoke");
  return (
    canRevoke &&
    revokeAction(email, binDays, {
      preview: () => call("GET /leads/email/:email/branch", { params: { email } }),
      run: () => mutateAsync({ params: { email } }),
    })
  );
}

type Deletion = { deletes?: "GET /codes/:code"; onSuccess?: () => void };

function useRevokeCode({ deletes, onSuccess = () => {} }: Deletion = {}): (code: string, name: string) => Action | false {
  const canRevoke = useCan("POST /codes/:code/branch/revoke");
  const { binDays } = useSession().project;
  const { mutateAsync } = useJobMutation("POST /codes/:code/branch/revoke", deletes ? { deletes } : {});
  return (code, name) =>
    canRevoke &&
    revokeAction(name, binDays, {
      preview: () => call("GET /codes/:code/branch", { params: { code } }),
      run: () => mutateAsync({ params: { code } }),
      onSuccess,
    });
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid min-w-0 gap-1.5">
    <h3 className="font-medium text-2sm leading-5">{title}</h3>
    {children}
  </section>
);

const LeadLink = ({ email }: { email: string }) => (
  <TextLink translate="no" href={leadPath(email)} prefetch={false} className="min-w-0 break-all font-mono text-2sm">
    {email}
  </TextLink>
);

const CodeLink = ({ code }: { code: string }) => (
  <TextLink translate="no" href={codePath(code)} prefetch={false} className="min-w-0 break-all font-mono text-2sm">
    {code}
  </TextLink>
);

/** Who invited someone, the next first, and who invited them. */
const Inviters = ({ title, inviters }: { title: string; inviters: Lineage["inviters"] }) => (
  <Section title={title}>
    <ol className="flex flex-wrap items-center gap-x-1 gap-y-0.5">
      {inviters.map(({ email }, index) => (
        <li key={email} className="flex min-w-0 items-center gap-1">
          {index > 0 && <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-muted-foreground" />}
          <LeadLink email={email} />
        </li>
      ))}
    </ol>
  </Section>
);

/** The codes that a lead can pass on, each with who claimed it. */
const Codes = ({ codes }: { codes: LeadInvites["codes"] }) => (
  <Section title={labels.codes}>
    <ul aria-label={labels.codes} className="divide-y">
      {codes.map((code) => (
        <li key={code.code} className="flex min-h-9 flex-wrap items-center gap-x-4 py-1.5">
          <span className="min-w-0 flex-1 basis-40">
            {code.status === "deleted" ? (
              <span translate="no" className="break-all font-mono text-2sm text-muted-foreground">
                {code.code}
              </span>
            ) : (
              <CodeLink code={code.code} />
            )}
          </span>
          <span className="min-w-0 flex-1 basis-40">
            <CodeUse code={code} />
          </span>
        </li>
      ))}
    </ul>
  </Section>
);

const CodeUse = ({ code: { status, claimedBy } }: { code: InviteCode }) =>
  claimedBy === null ? <span className="text-muted-foreground">{labels.statuses[status]}</span> : <LeadLink email={claimedBy.email} />;

type PeopleProps = { title: (total: number, isCapped: boolean) => string; lineage: Pick<Lineage, "people" | "total"> };

/** The people of a branch as a tree. */
function People({ title, lineage: { people, total } }: PeopleProps) {
  if (people.length === 0) return null;
  const heading = title(total, total >= lineageLimits.total);
  const invited = Map.groupBy(
    people.filter(({ depth }) => depth > 1),
    ({ invitedBy }) => invitedBy ?? "",
  );
  return (
    <Section title={heading}>
      <PersonList label={heading} people={people.filter(({ depth }) => depth === 1)} invited={invited} isOpen={total <= maxOpen} />
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
        <ActionMenu size="icon-sm" label={labels.menu(email)} actions={[revokeCode(code, email)]} />
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
