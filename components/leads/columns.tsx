import { CornerDownRight, MailX, UserPlus } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { deliveryStatusLabels } from "@/components/delivery-status";
import { type Column, statusColumn, timeColumn } from "@/components/list/columns";
import { suppressionReasonOptions } from "@/components/suppressions";
import { TagsCell } from "@/components/tags";
import { useTabStop } from "@/components/ui/hooks";
import { lazy } from "@/components/ui/lazy";
import { CellLink } from "@/components/ui/link";
import { Popover } from "@/components/ui/popover";
import { Status } from "@/components/ui/status";
import { TruncatedText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { LeadRecord } from "@/contract/leads";
import type { Question } from "@/contract/questions";
import { cn } from "@/lib/cn";
import { leadPath } from "@/lib/routes";
import { emailKindLabels, formatAnswer, heldReasonLabel, labels, leadName, leadStage } from "./labels";
import { sourceColumns } from "./source-columns";

const { columns: headers, referrals } = labels;

const heldReasonColumn: Column<LeadRecord> = {
  id: "held",
  header: headers.heldReason,
  width: "w-44",
  minTableWidth: "lg",
  cell: (lead) => heldReasonLabel(lead.heldReason),
};

const referralsColumn: Column<LeadRecord> = {
  id: "referrals",
  header: headers.referrals,
  width: "w-44",
  minTableWidth: "lg",
  cell: (lead) => <ReferralsCell lead={lead} />,
  fields: ["referredBy.email", "referrals"],
};

type LeadColumnsOptions = { zone: string; canEdit: boolean; isHeldList: boolean; questions: readonly Question[] };

/** The column with the answers to a question. */
const answerColumn = ({ key, label }: Question): Column<LeadRecord> => ({
  id: `field.${key}`,
  header: label,
  width: "w-40",
  isOptional: true,
  cell: ({ fields }) => Object.hasOwn(fields, key) && <TruncatedText text={formatAnswer(fields[key] ?? "")} />,
});

/** The columns of the leads table. A list of held sign-ups shows why they are held instead of their referrals. */
export const leadColumns = ({ zone, canEdit, isHeldList, questions }: LeadColumnsOptions): Column<LeadRecord>[] => [
  { id: "email", header: headers.email, mono: true, cell: (lead) => <EmailCell lead={lead} /> },
  {
    id: "name",
    header: headers.name,
    width: "w-44",
    minTableWidth: "md",
    cell: (lead) => <NameCell lead={lead} canEdit={canEdit} />,
    fields: ["firstname", "lastname"],
  },
  statusColumn({ id: "stage", header: headers.stage, width: "w-36", fields: ["status", "waitlistStatus", "hasClaimedCode"] }, leadStage),
  { id: "notes", header: headers.notes, width: "w-40", minTableWidth: "wide", cell: (lead) => <NotesCell lead={lead} canEdit={canEdit} /> },
  isHeldList ? heldReasonColumn : referralsColumn,
  { id: "tags", header: headers.tags, width: "w-36", minTableWidth: "max", cell: ({ tags }) => <TagsCell tags={tags} /> },
  ...sourceColumns({ width: "w-28", minTableWidth: "wide" }),
  {
    id: "lastEmail",
    header: headers.lastEmail,
    width: "w-80",
    isOptional: true,
    cell: (lead) => <LastEmailCell lead={lead} zone={zone} />,
  },
  {
    id: "referralCode",
    header: headers.referralCode,
    width: "w-36",
    isOptional: true,
    mono: true,
    cell: ({ referralCode }) => referralCode,
  },
  ...questions.map(answerColumn),
  timeColumn({ id: "created", header: headers.created, width: "w-32", minTableWidth: "md" }, ({ createdAt }) => createdAt),
];

/** What was last emailed to a lead, what became of it, and when. */
function LastEmailCell({ lead: { lastEmail }, zone }: { lead: LeadRecord; zone: string }) {
  if (lastEmail === null) return <span className="text-muted-foreground">{labels.none}</span>;
  const { label, tone } = deliveryStatusLabels[lastEmail.status];
  return (
    <span className="flex min-w-0 items-center gap-2" title={`${emailKindLabels[lastEmail.kind]}: ${label}`}>
      <span className="min-w-0 truncate">{emailKindLabels[lastEmail.kind]}</span>
      <Status tone={tone}>{label}</Status>
      <span className="shrink-0 text-muted-foreground">
        <Time at={lastEmail.at} zone={zone} />
      </span>
    </span>
  );
}

/** A lead's email, marked if they get no email. */
function EmailCell({ lead: { email, suppression } }: { lead: LeadRecord }) {
  if (suppression === null) return <TruncatedText text={email} mono />;
  const reason = suppressionReasonOptions.find(({ value }) => value === suppression)?.label;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <TruncatedText text={email} mono />
      <span title={reason} className="shrink-0 text-warning">
        <MailX aria-hidden="true" className="size-3.5" />
        <span className="sr-only">{reason}</span>
      </span>
    </span>
  );
}

/** Shows who referred a lead, and how many leads they referred. */
function ReferralsCell({ lead: { referredBy, referredLeads } }: { lead: LeadRecord }) {
  const count = referredLeads.length;
  if (referredBy === null && count === 0) return <span className="text-muted-foreground">{labels.none}</span>;
  return (
    <span className="flex items-center gap-3">
      {count > 0 && (
        <span title={referrals.cellTitle(count)} className="inline-flex shrink-0 items-center gap-1.5">
          <UserPlus aria-hidden="true" className="size-3.5 text-muted-foreground" />
          <span className="sr-only">{referrals.cellPrefix} </span>
          {count.toLocaleString("en")}
        </span>
      )}
      {referredBy !== null && (
        <span className="inline-flex min-w-0 items-center gap-1.5">
          <CornerDownRight aria-hidden="true" className="size-3.5 shrink-0 text-muted-foreground" />
          <span className="sr-only">{referrals.referredBy} </span>
          <CellLink href={leadPath(referredBy.email)}>
            <TruncatedText text={referredBy.email} mono />
          </CellLink>
        </span>
      )}
    </span>
  );
}

type CellProps = { lead: LeadRecord; canEdit: boolean };

/** A lead's name, editable in a popover. */
function NameCell({ lead, canEdit }: CellProps) {
  const name = leadName(lead);
  if (!canEdit) return name && <TruncatedText text={name} />;
  return (
    <EditPopover label={labels.edit.name(lead.email)} value={name && <TruncatedText text={name} />}>
      {({ LeadNameForm }, close) => <LeadNameForm lead={lead} onClose={close} />}
    </EditPopover>
  );
}

/** A lead's notes, editable in a popover. */
function NotesCell({ lead, canEdit }: CellProps) {
  if (!canEdit) return lead.notes && <TruncatedText text={lead.notes} />;
  return (
    <EditPopover label={labels.edit.notes(lead.email)} value={lead.notes && <TruncatedText text={lead.notes} />}>
      {({ LeadNotesForm }, close) => <LeadNotesForm lead={lead} onClose={close} />}
    </EditPopover>
  );
}

const editForms = lazy(() => import("./edit-forms"));

type EditPopoverProps = {
  /** The accessible name of the trigger: "Edit the name of ada@example.org". */
  label: string;
  /** The current value; falsy if empty. */
  value: ReactNode;
  /** Renders the form; `close` closes the popover. */
  children: (forms: typeof import("./edit-forms"), close: () => void) => ReactNode;
};

/** A cell that is edited in a popover. Leaving the popover saves, except with Escape. */
function EditPopover({ label, value, children }: EditPopoverProps) {
  const [open, setOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const handleOpenChange = (next: boolean, reason: string) => {
    const form = content.current?.querySelector("form");
    if (next || reason === "escape-key" || !form) return setOpen(next);
    // The form closes the popover if it is valid, and shows its errors otherwise.
    form.requestSubmit();
  };
  return (
    <Popover
      trigger={
        <button
          type="button"
          {...useTabStop()}
          className={cn(
            "-mx-2 block h-7 w-[calc(100%+1rem)] cursor-text truncate rounded-md border border-transparent px-2 text-left hover:border-border hover:bg-background data-popup-open:border-border data-popup-open:bg-background",
            !value && "text-muted-foreground",
          )}
        >
          <span className="sr-only">{label}: </span>
          {value || labels.none}
        </button>
      }
      open={open}
      lazyContent={editForms}
      onOpenChange={handleOpenChange}
      title={label}
      hideTitle
    >
      {(forms) => <div ref={content}>{children(forms, () => setOpen(false))}</div>}
    </Popover>
  );
}
