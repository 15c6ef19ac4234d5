"use client";

import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod";
import { apiQuery } from "@/components/api-query";
import { useJobMutation } from "@/components/jobs";
import { LeadPicker } from "@/components/leads";
import type { BulkDialogProps } from "@/components/list/bulk-dialog";
import { FilterForm } from "@/components/list/filter-forms";
import type { DialogProps } from "@/components/ui/actions";
import { InlineNotice } from "@/components/ui/errors";
import { FormField, TextField, useZodForm } from "@/components/ui/form";
import { FormDialog } from "@/components/ui/form-dialog";
import { MergedDialogForm } from "@/components/ui/merged-dialog-form";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { isDomainAllowed } from "@/contract/claim-restrictions";
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

const toReservation = ({ reservedFor }: Pick<CodeRecord, "reservedFor">) => ({ reservedFor: reservedFor?.email ?? null });

function ReserveForm({ code: { code, ...record }, onDone }: { code: CodeRecord; onDone: () => unknown }) {
  const client = useQueryClient();
  const { mutateAsync } = useApiMutation("PATCH /codes/:code", { changes });
  const form = useZodForm(ReservationBody, { defaultValues: toReservation(record) });
  const { allowedDomains } = record;
  const email = form.watch("reservedFor");
  return (
    <MergedDialogForm
      form={form}
      onSave={async (body, expected) => toReservation(await mutateAsync({ params: { code }, body: { ...body, expected } }))}
      onLoad={async () => toReservation(await client.fetchQuery({ ...apiQuery("GET /codes/:code", { params: { code } }), staleTime: 0 }))}
      describeValue={(value) => ({ name: reserveDialog.reservedFor, text: String(value ?? labels.anyone) })}
      onSaved={() => {
        const email = form.getValues("reservedFor");
        onDone();
        if (email === null) toast.success(reserveDialog.unreserved(code));
        else toast.success(reserveDialog.reserved(code), { description: email });
      }}
      submitLabel={reserveDialog.save}
    >
      <FormField form={form} name="reservedFor" label={reserveDialog.reservedFor} hint={reserveDialog.hint}>
        {({ onChange, value, onBlur }) => (
          <LeadPicker value={value ?? null} onValueChange={onChange} onBlur={onBlur} noneLabel={labels.anyone} />
        )}
      </FormField>
      <div role="status" className="empty:hidden">
        {allowedDomains && email !== null && !isDomainAllowed(allowedDomains, email) && (
          <InlineNotice tone="warning">{reserveDialog.domainNotAllowed(allowedDomains)}</InlineNotice>
        )}
      </div>
    </MergedDialogForm>
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
        await mutateAsync({ params: { code }, body: { ...extension, expected: { validUntil, allowedClaims } } });
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
