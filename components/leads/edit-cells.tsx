"use client";

import { TruncatedText } from "@/components/list/truncated-text";
import type { LeadRecord } from "@/contract/leads";
import { EditPopover } from "./edit-popover";
import { leadName } from "./labels";

type CellProps = { lead: LeadRecord; mayEdit: boolean };

/** The names of a lead, which are edited in place. */
export function NameCell({ lead, mayEdit }: CellProps) {
  const name = leadName(lead);
  if (!mayEdit) return name && <TruncatedText text={name} />;
  return (
    <EditPopover label={`Edit the name of ${lead.email}`} value={name && <TruncatedText text={name} />}>
      {({ NameForm }, close) => <NameForm lead={lead} onClose={close} />}
    </EditPopover>
  );
}

/** What staff have noted of a lead, which is edited in place. */
export function NotesCell({ lead, mayEdit }: CellProps) {
  if (!mayEdit) return lead.notes && <TruncatedText text={lead.notes} />;
  return (
    <EditPopover label={`Edit the notes on ${lead.email}`} value={lead.notes && <TruncatedText text={lead.notes} />}>
      {({ NotesForm }, close) => <NotesForm lead={lead} onClose={close} />}
    </EditPopover>
  );
}
