"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useRouter } from "next/navigation";
import { apiQuery } from "@/components/api-query";
import { ActionButton } from "@/components/ui/actions";
import { Card } from "@/components/ui/card";
import { ActionMenu } from "@/components/ui/menu";
import type { InviteCode, LeadInvites, LeadLineage as Lineage } from "@/contract/invite-codes";
import { routes } from "@/lib/routes";
import { useCreateCodes, useRevokeCode, useRevokeLead } from "./actions";
import { labels } from "./labels";
import { CodeLink, LeadLink, Section } from "./parts";
import { People } from "./people";

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
    <Card title={labels.codeTitle} action={<ActionMenu label={labels.menu(code)} actions={[revokeCode(code)]} />}>
      <div className="grid gap-4">
        {lineage.inviters.length > 0 && <Inviters title={labels.passedOnBy} inviters={lineage.inviters} />}
        <People title={labels.peopleOfCode} lineage={lineage} />
      </div>
    </Card>
  );
}

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
