"use client";

import { useQuery } from "@tanstack/react-query";
import { useCan } from "@/components/shell/use-can";
import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { DetailsItem, DetailsList } from "@/components/ui/details-list";
import { Field } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { Time } from "@/components/ui/time";
import { updateLeadEndpoint, type LeadRecord } from "@/contract/leads";
import { InlineField } from "./inline-field";
import { useEditLead } from "./mutations";
import { leadPositionQuery } from "./queries";
import { heldReasonSentence, leadSourceLabels } from "./labels";

/** What is known of a lead, and what staff write of them; those who may edit it where it stands. */
export function ProfileCard({ lead }: { lead: LeadRecord }) {
  const mayEdit = useCan("POST /leads/change");
  const zone = useSession().project.timeZone;
  return (
    <Card title="Profile">
      {mayEdit && <EditableProfile lead={lead} />}
      <div className={mayEdit ? "mt-5 border-t pt-4" : undefined}>
        <DetailsList>
          {!mayEdit && <ReadOnlyProfile lead={lead} />}
          {lead.onWaitlist && <WaitlistPosition email={lead.email} />}
          {lead.status !== "active" && (
            <DetailsItem name="Standing">{lead.status === "held" ? heldReasonSentence(lead.heldReason) : "Has not confirmed their address yet"}</DetailsItem>
          )}
          {lead.confirmedAt !== null && (
            <DetailsItem name="Confirmed">
              <Time at={lead.confirmedAt} zone={zone} />
            </DetailsItem>
          )}
          {lead.consent !== null && (
            <DetailsItem name="Consent">
              <Time at={lead.consent.at} zone={zone} />
              <span dir="auto" className="mt-1 block whitespace-pre-wrap text-left text-[13px] text-muted-foreground">
                {lead.consent.wording}
              </span>
            </DetailsItem>
          )}
          <DetailsItem name="Source">{leadSourceLabels[lead.source]}</DetailsItem>
          <DetailsItem name="Lead since">
            <Time at={lead.createdAt} zone={zone} />
          </DetailsItem>
          <DetailsItem name="Invited">{lead.invitedAt === null ? "Not yet" : <Time at={lead.invitedAt} zone={zone} />}</DetailsItem>
          <DetailsItem name="Changed">
            <Time at={lead.updatedAt} zone={zone} />
          </DetailsItem>
        </DetailsList>
      </div>
    </Card>
  );
}

function WaitlistPosition({ email }: { email: string }) {
  const { data, isError } = useQuery(leadPositionQuery(email));
  return (
    <DetailsItem name="Place in line">
      {data ? (
        data.position === null ? (
          "–"
        ) : (
          <span className="tabular-nums">
            {data.position.toLocaleString("en")} <span className="text-muted-foreground">of {data.waiting.toLocaleString("en")}</span>
          </span>
        )
      ) : isError ? (
        "Could not be counted"
      ) : (
        <span className="text-muted-foreground">…</span>
      )}
    </DetailsItem>
  );
}

const { firstname, lastname, notes } = updateLeadEndpoint.body.shape;
const nameSchemas = { firstname: firstname.unwrap().unwrap(), lastname: lastname.unwrap().unwrap() };

function EditableProfile({ lead: { email, ...lead } }: { lead: LeadRecord }) {
  const { mutate } = useEditLead();
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-4">
        <InlineField
          label="First name"
          value={lead.firstname ?? ""}
          schema={nameSchemas.firstname}
          onSave={(text, was) => mutate({ email, firstname: text || null, was: { firstname: was } })}
        />
        <InlineField
          label="Last name"
          value={lead.lastname ?? ""}
          schema={nameSchemas.lastname}
          onSave={(text, was) => mutate({ email, lastname: text || null, was: { lastname: was } })}
        />
      </div>
      <InlineField
        label="Notes"
        value={lead.notes}
        schema={notes.unwrap()}
        lines
        placeholder="What colleagues should know"
        onSave={(text, was) => mutate({ email, notes: text, was: { notes: was } })}
      />
      <Field label="On the waitlist" inline>
        <Switch checked={lead.onWaitlist} onCheckedChange={(onWaitlist) => mutate({ email, onWaitlist })} />
      </Field>
    </div>
  );
}

/** The same for those who only read. */
function ReadOnlyProfile({ lead }: { lead: LeadRecord }) {
  return (
    <>
      <DetailsItem name="First name">{lead.firstname === null ? "–" : <bdi>{lead.firstname}</bdi>}</DetailsItem>
      <DetailsItem name="Last name">{lead.lastname === null ? "–" : <bdi>{lead.lastname}</bdi>}</DetailsItem>
      <DetailsItem name="Notes">
        {lead.notes === "" ? (
          "–"
        ) : (
          <span dir="auto" className="block whitespace-pre-wrap text-left">
            {lead.notes}
          </span>
        )}
      </DetailsItem>
      <DetailsItem name="Waitlist">{lead.onWaitlist ? "On it" : "Not on it"}</DetailsItem>
    </>
  );
}
