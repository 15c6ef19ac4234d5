"use client";

import { TruncatedText } from "@/components/list/truncated-text";
import type { LeadRecord } from "@/contract/leads";
import { EditPopover } from "./edit-popover";
import { labels, leadName } from "./labels";

type CellProps = { lead: LeadRecord; canEdit: boolean };

/** A lead's name, editable in a popover. */
export function NameCell({ lead, canEdit }: CellProps) {
  const name = leadName(lead);
  if (!canEdit) return name && <TruncatedText text={name} />;
  return (
    <EditPopover label={labels.edit.name(lead.email)} value={name && <TruncatedText text={name} />}>
      {({ LeadNameForm }, close) => <LeadNameForm lead={lead} onClose={close} />}
    </EditPopover>
  );
}

/** A lead's notes, editable in a popover. */
export function NotesCell({ lead, canEdit }: CellProps) {
  if (!canEdit) return lead.notes && <TruncatedText text={lead.notes} />;
  return (
    <EditPopover label={labels.edit.notes(lead.email)} value={lead.notes && <TruncatedText text={lead.notes} />}>
      {({ LeadNotesForm }, close) => <LeadNotesForm lead={lead} onClose={close} />}
    </EditPopover>
  );
}
