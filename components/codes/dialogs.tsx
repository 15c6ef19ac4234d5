"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import * as z from "zod";
import { apiPageQuery, cachedItems } from "@/components/api-query";
import { useJobMutation, useRecovery } from "@/components/jobs";
import { LeadPicker } from "@/components/leads";
import { FilterForm } from "@/components/list/filter-forms";
import { toBulkFilter } from "@/components/list/list-url";
import type { Selection, SelectionState } from "@/components/list/selection";
import { TagsDialog } from "@/components/tags";
import { ConfirmMutation } from "@/components/ui/confirm";
import { Form, FormErrorSummary, FormField, TextField, useZodForm } from "@/components/ui/form";
import { FormDialog, FormFooter } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { CodeAction } from "@/contract/code-updates";
import type { CodeRecord } from "@/contract/codes";
import { Email } from "@/contract/fields";
import type { TagAction } from "@/contract/tags";
import { isDate } from "@/lib/dates";
import { codePath, routes } from "@/lib/routes";
import type { CodeDialogName } from "./detail";
import { bulkConfirmations, dialogLabels } from "./dialog-labels";
import { ExtendDialog } from "./extend-dialog";
import { PrintDialog } from "./index";
import { codeTotalLabel, labels } from "./labels";
import type { CodeFilterQuery } from "./url";

const { pauseDialog, reserveDialog, extendDialog, wordsDialog, deleteDialog } = dialogLabels;

const changes = ["GET /codes/:code", "GET /codes"] as const;

type CodeDialogsProps = { code: CodeRecord; open: boolean; action: CodeDialogName | null; onClose: () => Promise<unknown> };

/** The dialogs of a code's page. */
export function CodeDialogs({ code, action, onClose }: CodeDialogsProps) {
  return (
    <>
      <PauseCode code={code} open={action === "pause"} onClose={() => void onClose()} />
      <ReserveCode code={code} open={action === "reserve"} onClose={() => void onClose()} />
      <ExtendCode code={code} open={action === "extend"} onClose={() => void onClose()} />
      <ReplaceWords code={code} open={action === "words"} onClose={() => void onClose()} />
      <DeleteCode code={code} open={action === "delete"} onClose={onClose} />
    </>
  );
}

type PauseCodeProps = { code: CodeRecord; open: boolean; onClose: () => void };

/** Confirms pausing a code, or resuming a paused one. */
function PauseCode({ code: { code, status, claims }, open, onClose }: PauseCodeProps) {
  const isPaused = status === "paused";
  const pauseConsequence = claims > 0 ? pauseDialog.pauseConsequenceWithClaims : pauseDialog.pauseConsequence;
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={isPaused ? pauseDialog.resumeTitle(code) : pauseDialog.pauseTitle(code)}
      consequence={isPaused ? pauseDialog.resumeConsequence : pauseConsequence}
      action={isPaused ? pauseDialog.resumeConfirm : pauseDialog.pauseConfirm}
      tone="default"
      mutation={useApiMutation("PATCH /codes/:code", { changes })}
      input={{ params: { code }, body: { paused: !isPaused } }}
      successMessage={isPaused ? pauseDialog.resumed(code) : pauseDialog.paused(code)}
    />
  );
}

const ReservationBody = z.strictObject({ reservedFor: Email.nullable() });

type ReserveCodeProps = { code: CodeRecord; open: boolean; onClose: () => void };

/** Reserves a code for one person, or removes the reservation. */
function ReserveCode({ code, open, onClose }: ReserveCodeProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={reserveDialog.title(code.code)} description={reserveDialog.description(code.claims)}>
      <ReserveForm code={code} onDone={onClose} />
    </FormDialog>
  );
}

function ReserveForm({ code: { code, reservedFor }, onDone }: { code: CodeRecord; onDone: () => void }) {
  const { mutateAsync } = useApiMutation("PATCH /codes/:code", { changes });
  const form = useZodForm(ReservationBody, { defaultValues: { reservedFor: reservedFor?.email ?? null } });
  const reserve = async (body: z.output<typeof ReservationBody>) => {
    const updated = await mutateAsync({ params: { code }, body });
    onDone();
    if (updated.reservedFor === null) toast.success(reserveDialog.unreserved(code));
    else toast.success(reserveDialog.reserved(code), { description: updated.reservedFor.email });
  };
  return (
    <Form form={form} onSubmit={reserve}>
      <FormField form={form} name="reservedFor" label={reserveDialog.reservedFor} hint={reserveDialog.hint}>
        {({ onChange, value, onBlur }) => (
          <LeadPicker value={value ?? null} onValueChange={onChange} onBlur={onBlur} noneLabel={labels.anyone} />
        )}
      </FormField>
      <FormErrorSummary form={form} className="mt-4" />
      <FormFooter form={form}>{reserveDialog.save}</FormFooter>
    </Form>
  );
}

/** Changes when a code expires and how often it can be claimed. */
function ExtendCode({ code: record, open, onClose }: { code: CodeRecord; open: boolean; onClose: () => void }) {
  const { code, claims, allowedClaims, validUntil } = record;
  const { mutateAsync } = useApiMutation("PATCH /codes/:code", { changes });
  return (
    <ExtendDialog
      open={open}
      onClose={onClose}
      title={extendDialog.title(code)}
      description={extendDialog.description}
      validUntil={validUntil}
      allowedClaims={allowedClaims}
      usesHint={extendDialog.usesHint(allowedClaims, claims)}
      onExtend={async (extension) => {
        await mutateAsync({ params: { code }, body: extension });
        onClose();
        toast.success(extendDialog.extended(code));
      }}
    />
  );
}

/** Confirms replacing the words of a code, then opens the page of its new words. */
function ReplaceWords({ code: { code }, open, onClose }: PauseCodeProps) {
  const router = useRouter();
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={wordsDialog.title(code)}
      consequence={wordsDialog.consequence}
      action={wordsDialog.confirm}
      tone="default"
      mutation={useApiMutation("POST /codes/:code/new-words", { changes: ["GET /codes"] })}
      input={{ params: { code } }}
      onSuccess={(renamed) => {
        toast.success(wordsDialog.replaced(renamed.code));
        router.replace(codePath(renamed.code));
      }}
    />
  );
}

type DeleteCodeProps = { code: CodeRecord; open: boolean; onClose: () => Promise<unknown> };

/** Confirms deleting a code, then opens the list of codes. */
function DeleteCode({ code: { code, claims }, open, onClose }: DeleteCodeProps) {
  const router = useRouter();
  const { recovery, confirmText } = useRecovery(deleteDialog.deletion);
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={deleteDialog.title(code)}
      consequence={deleteDialog.consequence(claims, recovery)}
      action={deleteDialog.confirm}
      confirmText={confirmText}
      mutation={useJobMutation("POST /codes/bulk")}
      input={{ body: { action: "delete", codes: [code], bin: true } }}
      onSuccess={() => router.replace(routes.codes)}
    />
  );
}

export type SelectionAction = CodeAction | "print";

type SelectionDialogsProps = {
  open: boolean;
  action: SelectionAction | null;
  onClose: () => void;
  selection: SelectionState;
  filterQuery: CodeFilterQuery;
};

/** The dialogs of the bulk actions on codes. */
export function SelectionDialogs({ open, action, ...rest }: SelectionDialogsProps) {
  const summary = useSelectionSummary(rest, open);
  return (
    <>
      <ConfirmBulkActionDialog action="pause" open={action === "pause"} summary={summary} {...rest} />
      <ConfirmBulkActionDialog action="resume" open={action === "resume"} summary={summary} {...rest} />
      <ConfirmBulkActionDialog action="delete" open={action === "delete"} summary={summary} {...rest} />
      <TagSelection action="add_tags" open={action === "add_tags"} summary={summary} {...rest} />
      <TagSelection action="remove_tags" open={action === "remove_tags"} summary={summary} {...rest} />
      <ExtendSelection open={action === "extend"} summary={summary} {...rest} />
      <PrintDialog
        open={action === "print"}
        onClose={rest.onClose}
        name={summary.name}
        codes={selectedCodes(rest.selection.value, rest.filterQuery)}
      />
    </>
  );
}

type SelectionProps = Omit<SelectionDialogsProps, "open" | "action">;
/** The selection in words: the code itself if there is only one. */
type SelectionSummary = { name: string; isMultiple: boolean };
type DialogProps = SelectionProps & { open: boolean; summary: SelectionSummary };

/** Describes the selection. If the list's total is capped, counts all matching codes first. */
function useSelectionSummary({ selection: { value, size }, filterQuery }: SelectionProps, isOpen: boolean): SelectionSummary {
  const isCapped = value.kind === "all" && size.endsWith("+");
  const count = useQuery({ ...apiPageQuery("GET /codes", { query: { ...filterQuery, limit: "1" } }), enabled: isOpen && isCapped });
  const total = isCapped && count.data !== undefined ? count.data.total : size;
  const [firstCode] = value.kind === "some" ? value.ids : [];
  const current: SelectionSummary = {
    name: total === "1" && firstCode !== undefined ? firstCode : codeTotalLabel(total),
    isMultiple: total !== "1",
  };
  const [lastShown, setLastShown] = useState(current);
  // The text must not change while the dialog closes.
  if (isOpen && current.name !== lastShown.name) setLastShown(current);
  return isOpen ? current : lastShown;
}

type ConfirmBulkActionDialogProps = DialogProps & { action: keyof typeof bulkConfirmations };

function ConfirmBulkActionDialog({ action, open, onClose, selection, filterQuery, summary }: ConfirmBulkActionDialogProps) {
  const client = useQueryClient();
  const { title, consequence } = bulkConfirmations[action];
  const { recovery, confirmText } = useRecovery(summary.isMultiple ? deleteDialog.deletionOfMany : deleteDialog.deletion);
  const isDelete = action === "delete";
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={title(summary.name)}
      consequence={consequence(summary.isMultiple, open ? countSelectedClaims(client, selection.value) : null, recovery)}
      action={labels[action]}
      tone={isDelete ? "destructive" : "default"}
      confirmText={isDelete ? confirmText : undefined}
      mutation={useJobMutation("POST /codes/bulk")}
      input={{ body: { action, ...selectedCodes(selection.value, filterQuery), ...(isDelete && { bin: true }) } }}
      // Deleted codes can't stay selected.
      onSuccess={isDelete ? selection.clear : undefined}
    />
  );
}

function TagSelection({ action, open, onClose, selection, filterQuery, summary }: DialogProps & { action: TagAction }) {
  const { mutateAsync } = useJobMutation("POST /codes/bulk");
  const update = async (tags: string[]) => {
    await mutateAsync({ body: { action, tags, ...selectedCodes(selection.value, filterQuery) } });
    onClose();
  };
  return <TagsDialog resource="codes" action={action} open={open} onClose={onClose} rows={summary.name} onSubmit={update} />;
}

function ExtendSelection({ open, onClose, selection, filterQuery, summary }: DialogProps) {
  const { mutateAsync } = useJobMutation("POST /codes/bulk");
  return (
    <ExtendDialog
      open={open}
      onClose={onClose}
      title={extendDialog.title(summary.name)}
      description={summary.isMultiple ? extendDialog.descriptionForMany : extendDialog.description}
      usesHint={extendDialog.usesHintForMany}
      onExtend={async (extension) => {
        await mutateAsync({ body: { action: "extend", ...selectedCodes(selection.value, filterQuery), ...extension } });
        onClose();
      }}
    />
  );
}

/** The codes of a bulk action: listed, or all that match a filter. */
export type SelectedCodes = { codes: string[] } | { filter: ReturnType<typeof toBulkFilter> };

/** Turns a selection into the input of a bulk endpoint. */
const selectedCodes = (selection: Selection, filterQuery: CodeFilterQuery): SelectedCodes =>
  selection.kind === "some" ? { codes: [...selection.ids] } : { filter: toBulkFilter(filterQuery) };

/** Counts the claims of the selected codes. Returns null if a selected code isn't in the cache. */
function countSelectedClaims(client: QueryClient, selection: Selection): number | null {
  if (selection.kind === "all") return null;
  const claimsByCode = new Map(cachedItems(client, "GET /codes").map((item) => [item.code, item.claims]));
  const claims = selection.ids.map((code) => claimsByCode.get(code));
  return claims.every((count) => count !== undefined) ? claims.reduce((sum, count) => sum + count, 0) : null;
}

const ExpiryDateBody = z.object({ day: z.string().refine(isDate, labels.filters.invalidDate) });

/** The date field of an `ExpiryFilter`. */
export function ExpiryDateForm({ day, onApply }: { day: string | null; onApply: (date: string) => void }) {
  const form = useZodForm(ExpiryDateBody, { defaultValues: { day: day ?? "" } });
  return (
    <FilterForm form={form} onApply={(body) => onApply(body.day)}>
      <TextField form={form} name="day" label={labels.filters.expiryDate} type="date" />
    </FilterForm>
  );
}
