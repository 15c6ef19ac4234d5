"use client";

import { useQuery } from "@tanstack/react-query";
import { useMay } from "@/components/shell/use-may";
import { useVisitor } from "@/components/shell/visitor";
import { Card } from "@/components/ui/card";
import { Fact, Facts } from "@/components/ui/facts";
import { Field } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { Time } from "@/components/ui/time";
import { changeLeadEndpoint, type LeadRecord } from "@/contract/leads";
import { InlineField } from "./inline-field";
import { useEditLead } from "./mutations";
import { leadPositionQuery } from "./queries";
import { heldReasonSentence, leadSourceLabels } from "./labels";

/** What is known of a lead, and what staff write of them; those who may edit it where it stands. */
export function ProfileCard({ lead }: { lead: LeadRecord }) {
  const mayEdit = useMay("POST /leads/change");
  const zone = useVisitor().project.timeZone;
  return (
    <Card title="Profile">
      {mayEdit && <EditableProfile lead={lead} />}
      <div className={mayEdit ? "mt-5 border-t pt-4" : undefined}>
        <Facts>
          {!mayEdit && <ReadOnlyProfile lead={lead} />}
          {lead.onWaitlist && <WaitlistPosition email={lead.email} />}
          {lead.standing !== "accepted" && (
            <Fact name="Standing">{lead.standing === "held" ? heldReasonSentence(lead.heldFor) : "Has not confirmed their address yet"}</Fact>
          )}
          {lead.confirmedAt !== null && (
            <Fact name="Confirmed">
              <Time at={lead.confirmedAt} zone={zone} />
            </Fact>
          )}
          {lead.consent !== null && (
            <Fact name="Consent">
              <Time at={lead.consent.at} zone={zone} />
              <span dir="auto" className="mt-1 block whitespace-pre-wrap text-left text-[13px] text-muted-foreground">
                {lead.consent.wording}
              </span>
            </Fact>
          )}
          <Fact name="Source">{leadSourceLabels[lead.source]}</Fact>
          <Fact name="Lead since">
            <Time at={lead.createdAt} zone={zone} />
          </Fact>
          <Fact name="Invited">{lead.invitedAt === null ? "Not yet" : <Time at={lead.invitedAt} zone={zone} />}</Fact>
          <Fact name="Changed">
            <Time at={lead.updatedAt} zone={zone} />
          </Fact>
        </Facts>
      </div>
    </Card>
  );
}

function WaitlistPosition({ email }: { email: string }) {
  const { data, isError } = useQuery(leadPositionQuery(email));
  return (
    <Fact name="Place in line">
      {data ? (
        data.place === null ? (
          "–"
        ) : (
          <span className="tabular-nums">
            {data.place.toLocaleString("en")} <span className="text-muted-foreground">of {data.waiting.toLocaleString("en")}</span>
          </span>
        )
      ) : isError ? (
        "Could not be counted"
      ) : (
        <span className="text-muted-foreground">…</span>
      )}
    </Fact>
  );
}

const { firstname, lastname, notes } = changeLeadEndpoint.body.shape;
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
      <Field label="On the waitlist" beside>
        <Switch checked={lead.onWaitlist} onCheckedChange={(onWaitlist) => mutate({ email, onWaitlist })} />
      </Field>
    </div>
  );
}

/** The same for those who only read. */
function ReadOnlyProfile({ lead }: { lead: LeadRecord }) {
  return (
    <>
      <Fact name="First name">{lead.firstname === null ? "–" : <bdi>{lead.firstname}</bdi>}</Fact>
      <Fact name="Last name">{lead.lastname === null ? "–" : <bdi>{lead.lastname}</bdi>}</Fact>
      <Fact name="Notes">
        {lead.notes === "" ? (
          "–"
        ) : (
          <span dir="auto" className="block whitespace-pre-wrap text-left">
            {lead.notes}
          </span>
        )}
      </Fact>
      <Fact name="Waitlist">{lead.onWaitlist ? "On it" : "Not on it"}</Fact>
    </>
  );
}
