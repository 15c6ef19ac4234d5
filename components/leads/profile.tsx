"use client";

import { useQuery } from "@tanstack/react-query";
import * as z from "zod";
import { apiQuery } from "@/components/api-query";
import { MetadataItems } from "@/components/metadata";
import { useCan, useSession } from "@/components/shell/session";
import { SavedTags, TagList } from "@/components/tags";
import { Card, DetailsItem, DetailsList } from "@/components/ui/card";
import { useInstantSave } from "@/components/ui/failed-save";
import { Field } from "@/components/ui/field";
import { TextLink } from "@/components/ui/link";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { LinkedText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { utmParameters } from "@/contract/enums";
import { type LeadRecord, updateLeadEndpoint } from "@/contract/leads";
import { parseAnswer, type Question } from "@/contract/questions";
import { codePath } from "@/lib/routes";
import { dialogLabels } from "./dialog-labels";
import { useEditLead } from "./edit-lead";
import { InlineField } from "./inline-field";
import { formatAnswer, labels, leadSourceLabels } from "./labels";
import { heldReasonSentence, profileLabels } from "./profile-labels";

const { profile } = profileLabels;

/** The properties of a lead. Members edit them in place. */
export function ProfileCard({ lead }: { lead: LeadRecord }) {
  const canEdit = useCan("PATCH /leads/email/:email");
  const zone = useSession().project.timeZone;
  return (
    <Card title={profile.title}>
      {canEdit && <EditableProfile lead={lead} />}
      <div className={canEdit ? "mt-5 border-t pt-4" : undefined}>
        <DetailsList>
          {!canEdit && <ReadOnlyProfile lead={lead} />}
          <AnswerList lead={lead} canEdit={canEdit} />
          {lead.onWaitlist && <WaitlistPosition email={lead.email} />}
          {lead.status !== "active" && (
            <DetailsItem label={profile.status}>
              {lead.status === "held" ? heldReasonSentence(lead.heldReason) : profile.unconfirmed}
            </DetailsItem>
          )}
          {lead.confirmedAt !== null && (
            <DetailsItem label={profile.confirmed}>
              <Time at={lead.confirmedAt} zone={zone} />
              {lead.confirmedBy !== null && (
                <span className="block text-2sm text-muted-foreground">{profile.confirmedBy(lead.confirmedBy, lead.confirmedFrom)}</span>
              )}
            </DetailsItem>
          )}
          {lead.consent !== null && (
            <DetailsItem label={profile.consent}>
              <Time at={lead.consent.at} zone={zone} />
              <span dir="auto" className="mt-1 block whitespace-pre-wrap text-left text-2sm text-muted-foreground">
                <LinkedText text={lead.consent.wording} />
              </span>
            </DetailsItem>
          )}
          {lead.sourceTag !== null && (
            <DetailsItem label={profile.source}>
              <bdi>{lead.sourceTag}</bdi>
            </DetailsItem>
          )}
          {utmParameters.map(
            (name) =>
              lead.utm?.[name] !== undefined && (
                <DetailsItem key={name} label={labels.profile.utm(name)}>
                  <bdi>{lead.utm[name]}</bdi>
                </DetailsItem>
              ),
          )}
          {lead.referrerUrl !== null && (
            <DetailsItem label={profile.referrerUrl}>
              <span className="break-all">{lead.referrerUrl}</span>
            </DetailsItem>
          )}
          <MetadataItems {...lead} />
          <DetailsItem label={profile.channel}>{leadSourceLabels[lead.source]}</DetailsItem>
          <DetailsItem label={profile.created}>
            <Time at={lead.createdAt} zone={zone} />
          </DetailsItem>
          <DetailsItem label={profile.invited}>
            {lead.invitedAt === null ? profile.notInvited : <Time at={lead.invitedAt} zone={zone} />}
          </DetailsItem>
          {lead.invitation && (
            <>
              <DetailsItem label={profile.invitationCode}>
                <TextLink href={codePath(lead.invitation.code)}>{lead.invitation.code}</TextLink>
              </DetailsItem>
              <DetailsItem label={profile.invitationExpires}>
                {lead.invitation.expiresAt === null ? profile.neverExpires : <Time at={lead.invitation.expiresAt} zone={zone} />}
              </DetailsItem>
            </>
          )}
          <DetailsItem label={profile.lastEmailed}>
            {lead.lastEmailedAt === null ? profile.notEmailed : <Time at={lead.lastEmailedAt} zone={zone} />}
          </DetailsItem>
          {lead.sentCodes > 0 && <DetailsItem label={profile.sentCodes}>{lead.sentCodes.toLocaleString("en")}</DetailsItem>}
          <DetailsItem label={profile.updated}>
            <Time at={lead.updatedAt} zone={zone} />
          </DetailsItem>
        </DetailsList>
      </div>
    </Card>
  );
}

function WaitlistPosition({ email }: { email: string }) {
  const { data, isError } = useQuery(apiQuery("GET /leads/email/:email/position", { params: { email } }));
  return (
    <DetailsItem label={profile.position}>
      {data ? (
        data.position === null ? (
          labels.none
        ) : (
          <span className="tabular-nums">{profile.positionSummary(data.position, data.waiting)}</span>
        )
      ) : isError ? (
        profile.positionFailed
      ) : (
        <span className="text-muted-foreground">{profile.positionLoading}</span>
      )}
    </DetailsItem>
  );
}

const { firstname, lastname, notes } = updateLeadEndpoint.body.shape;
const nameSchemas = { firstname: firstname.unwrap().unwrap(), lastname: lastname.unwrap().unwrap() };

function EditableProfile({ lead: { email, ...lead } }: { lead: LeadRecord }) {
  const { mutateAsync: save } = useEditLead();
  const waitlist = useInstantSave((onWaitlist: boolean) => save({ email, onWaitlist }));
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-4">
        <InlineField
          draftName={`lead:${email}:firstname`}
          label={labels.firstName}
          value={lead.firstname ?? ""}
          schema={nameSchemas.firstname}
          onSave={(text, expected) => save({ email, firstname: text || null, expected: { firstname: expected } })}
        />
        <InlineField
          draftName={`lead:${email}:lastname`}
          label={labels.lastName}
          value={lead.lastname ?? ""}
          schema={nameSchemas.lastname}
          onSave={(text, expected) => save({ email, lastname: text || null, expected: { lastname: expected } })}
        />
      </div>
      <InlineField
        draftName={`lead:${email}:notes`}
        label={labels.notes}
        value={lead.notes}
        schema={notes.unwrap()}
        isMultiline
        placeholder={profile.notesPlaceholder}
        onSave={(text, expected) => save({ email, notes: text, expected: { notes: expected } })}
      />
      <Field label={profile.tags}>
        <SavedTags resource="leads" tags={lead.tags} onSave={(change) => save({ email, ...change })} />
      </Field>
      <AnswerFields lead={{ email, ...lead }} />
      <Field label={profile.onWaitlist} inline>
        <Switch checked={waitlist.unsaved ?? lead.onWaitlist} onCheckedChange={waitlist.change} />
      </Field>
      {waitlist.notice}
    </div>
  );
}

/** The properties that members edit, for viewers. */
function ReadOnlyProfile({ lead }: { lead: LeadRecord }) {
  return (
    <>
      <DetailsItem label={labels.firstName}>{lead.firstname === null ? labels.none : <bdi>{lead.firstname}</bdi>}</DetailsItem>
      <DetailsItem label={labels.lastName}>{lead.lastname === null ? labels.none : <bdi>{lead.lastname}</bdi>}</DetailsItem>
      <DetailsItem label={labels.notes}>
        {lead.notes === "" ? (
          labels.none
        ) : (
          <span dir="auto" className="block whitespace-pre-wrap text-left">
            {lead.notes}
          </span>
        )}
      </DetailsItem>
      <DetailsItem label={profile.tags}>{lead.tags.length === 0 ? labels.none : <TagList tags={lead.tags} />}</DetailsItem>
      <DetailsItem label={profile.onWaitlist}>{lead.onWaitlist ? labels.profile.yes : labels.profile.no}</DetailsItem>
    </>
  );
}

/** The answers to the project's questions, edited in place. */
function AnswerFields({ lead: { email, fields } }: { lead: LeadRecord }) {
  const { questions } = useSession().project;
  const { mutateAsync: save } = useEditLead();
  return questions.map((question) => (
    <AnswerField
      key={question.key}
      draftName={`lead:${email}:answer:${question.key}`}
      question={question}
      answer={fields[question.key] ?? null}
      onSave={(answer) => save({ email, answers: { [question.key]: answer } })}
    />
  ));
}

type Answer = string | boolean | null;

type AnswerFieldProps = {
  draftName: string;
  question: Question;
  answer: Answer;
  onSave: (answer: Answer) => Promise<unknown>;
};

function AnswerField({ draftName, question, answer: savedAnswer, onSave }: AnswerFieldProps) {
  const { label, type, options } = question;
  const { change, unsaved: answer = savedAnswer, notice } = useInstantSave(onSave);
  if (type === "checkbox")
    return (
      <>
        <Field label={label} inline>
          <Switch checked={answer === true} onCheckedChange={change} />
        </Field>
        {notice}
      </>
    );
  // An answer can be an option that the question no longer has.
  const text = answer === null ? "" : String(answer);
  if (type === "choice")
    return (
      <Field label={label}>
        <Select
          options={["", ...new Set([...options, ...(text ? [text] : [])])].map((value) => ({ value, label: value || labels.none }))}
          value={text}
          onValueChange={(value) => change(value || null)}
        />
        {notice}
      </Field>
    );
  return (
    <InlineField
      draftName={draftName}
      label={label}
      value={text}
      schema={answerSchema(question)}
      onSave={(value) => onSave(value || null)}
    />
  );
}

/** Parses a text answer. An empty text removes the answer. */
const answerSchema = (question: Question): z.ZodType<string, string> =>
  z.string().transform((text, ctx) => {
    if (text.trim() === "") return "";
    const { answer, problem } = parseAnswer(question, text);
    if (problem === undefined) return String(answer);
    ctx.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  });

/** Answers that aren't edited: all of them for viewers, and those to deleted questions for everyone. */
function AnswerList({ lead: { fields }, canEdit }: { lead: LeadRecord; canEdit: boolean }) {
  const { questions } = useSession().project;
  const isAsked = (key: string) => questions.some((question) => question.key === key);
  const deleted = Object.keys(fields)
    .filter((key) => !isAsked(key))
    .map((key) => ({ key, label: dialogLabels.answers.deletedQuestion(key) }));
  return [...(canEdit ? [] : questions), ...deleted].map(({ key, label }) => (
    <DetailsItem key={key} label={label}>
      <bdi>{formatAnswer(fields[key])}</bdi>
    </DetailsItem>
  ));
}
