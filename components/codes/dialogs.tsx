"use client";

import * as z from "zod";
import { useJobMutation } from "@/components/jobs";
import { LeadPicker } from "@/components/leads";
import type { BulkDialogProps } from "@/components/list/bulk-dialog";
import { FilterForm } from "@/components/list/filter-forms";
import type { DialogProps } from "@/components/ui/actions";
import { Form, FormErrorSummary, FormField, TextField, useZodForm } from "@/components/ui/form";
import { FormDialog, FormFooter } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { CodeRecord } from "@/contract/codes";
import { Email } from "@/contract/fields";
import { isDate } from "@/lib/dates";
import type { SelectedCodes } from "./definition";
import { dialogLabels } from "./dialog-labels";
import { ExtendDialog } from "./extend-dialog";
import { labels } from "./labels";

const { reserveDialog, extendDialog } = dialogLabels;

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

type SelectionProps = BulkDialogProps & { codes: SelectedCodes };

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
