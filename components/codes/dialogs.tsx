"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import * as z from "zod";
import { cachedItems } from "@/components/api-query";
import { useJobMutation, useRecovery } from "@/components/jobs";
import { LeadPicker } from "@/components/leads";
import type { BulkDialogProps } from "@/components/list/bulk-dialog";
import { FilterForm } from "@/components/list/filter-forms";
import type { DialogProps } from "@/components/ui/actions";
import { ConfirmAction } from "@/components/ui/confirm";
import { Form, FormErrorSummary, FormField, TextField, useZodForm } from "@/components/ui/form";
import { FormDialog, FormFooter } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { CodeRecord } from "@/contract/codes";
import { Email } from "@/contract/fields";
import { isDate } from "@/lib/dates";
import { codePath, routes } from "@/lib/routes";
import type { SelectedCodes } from "./definition";
import { dialogLabels } from "./dialog-labels";
import { ExtendDialog } from "./extend-dialog";
import { labels } from "./labels";

const { reserveDialog, extendDialog, wordsDialog, deleteDialog } = dialogLabels;

const changes = ["GET /codes/:code", "GET /codes"] as const;

type CodeDialogProps = DialogProps & { code: CodeRecord };

const ReservationBody = z.strictObject({ reservedFor: Email.nullable() });

/** Reserves a code for one person, or removes the reservation. */
export function ReserveCode({ code, open, onClose }: CodeDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={reserveDialog.title(code.code)} description={reserveDialog.description(code.claims)}>
      <ReserveForm code={code} onDone={onClose} />
    </FormDialog>
  );
}

function ReserveForm({ code: { code, reservedFor }, onDone }: { code: CodeRecord; onDone: () => unknown }) {
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
export function ExtendCode({ code: record, open, onClose }: CodeDialogProps) {
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
export function ReplaceWords({ code: { code }, ...dialog }: CodeDialogProps) {
  const router = useRouter();
  const { mutateAsync } = useApiMutation("POST /codes/:code/new-words", { changes: ["GET /codes"] });
  return (
    <ConfirmAction
      {...dialog}
      title={wordsDialog.title(code)}
      consequence={wordsDialog.consequence}
      action={wordsDialog.confirm}
      tone="default"
      run={() => mutateAsync({ params: { code } })}
      onSuccess={(renamed) => {
        toast.success(wordsDialog.replaced(renamed.code));
        router.replace(codePath(renamed.code));
      }}
    />
  );
}

/** Confirms deleting a code, then opens the list of codes. */
export function DeleteCode({ code: { code, claims }, ...dialog }: CodeDialogProps) {
  const router = useRouter();
  const { mutateAsync } = useJobMutation("POST /codes/bulk");
  const { recovery, confirmText } = useRecovery(deleteDialog.deletion);
  return (
    <ConfirmAction
      {...dialog}
      title={deleteDialog.title(code)}
      consequence={deleteDialog.consequence(claims, recovery)}
      action={deleteDialog.confirm}
      confirmText={confirmText}
      run={() => mutateAsync({ body: { action: "delete", codes: [code], bin: true } })}
      onSuccess={() => router.replace(routes.codes)}
    />
  );
}

type SelectionProps = BulkDialogProps & { codes: SelectedCodes };

/** Confirms deleting the selected codes. */
export function DeleteCodes({ rows, codes, onRemoved, ...dialog }: SelectionProps & { onRemoved: () => void }) {
  const client = useQueryClient();
  // The text must not change while the codes are being deleted.
  const [claims] = useState(() => countClaims(client, codes));
  // Deleted codes can't stay selected.
  const { mutateAsync } = useJobMutation("POST /codes/bulk", { onReply: onRemoved });
  const isSingle = rows.size === "1";
  const { recovery, confirmText } = useRecovery(isSingle ? deleteDialog.deletion : deleteDialog.deletionOfMany);
  return (
    <ConfirmAction
      {...dialog}
      title={deleteDialog.title(rows.name)}
      consequence={isSingle ? deleteDialog.consequence(claims, recovery) : deleteDialog.consequenceForMany(claims, recovery)}
      action={labels.delete}
      confirmText={confirmText}
      run={() => mutateAsync({ body: { action: "delete", ...codes, bin: true } })}
    />
  );
}

/** Counts the claims of the selected codes. Returns null if a selected code isn't in the cache. */
function countClaims(client: QueryClient, selected: SelectedCodes): number | null {
  if (!("codes" in selected)) return null;
  const claimsByCode = new Map(cachedItems(client, "GET /codes").map((item) => [item.code, item.claims]));
  const claims = selected.codes.map((code) => claimsByCode.get(code));
  return claims.every((count) => count !== undefined) ? claims.reduce((sum, count) => sum + count, 0) : null;
}

/** Changes when the selected codes expire and how often they can be claimed. */
export function ExtendCodes({ rows, codes, open, onClose }: SelectionProps) {
  const { mutateAsync } = useJobMutation("POST /codes/bulk");
  return (
    <ExtendDialog
      open={open}
      onClose={onClose}
      title={extendDialog.title(rows.name)}
      description={rows.size === "1" ? extendDialog.description : extendDialog.descriptionForMany}
      usesHint={extendDialog.usesHintForMany}
      onExtend={async (extension) => {
        await mutateAsync({ body: { action: "extend", ...codes, ...extension } });
        onClose();
      }}
    />
  );
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
