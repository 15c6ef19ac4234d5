"use client";

import { z } from "zod";
import { LeadPicker } from "@/components/leads/lead-picker";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Form, FormErrorSummary, FormField, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { toast } from "@/components/ui/toast";
import type { CodeRecord } from "@/contract/codes";
import { Email } from "@/contract/fields";
import { labels } from "./labels";
import { useUpdateCode } from "./mutations";

const { reserveDialog, anyone } = labels;

const ReservationBody = z.strictObject({ reservedFor: Email.nullable() });

type ReserveCodeProps = { code: CodeRecord; open: boolean; onClose: () => void };

/** Reserves a code for one person, or removes the reservation. */
export function ReserveCode({ code, open, onClose }: ReserveCodeProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={reserveDialog.title(code.code)} description={reserveDialog.description(code.claims)}>
        <ReserveForm code={code} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function ReserveForm({ code: { code, reservedFor }, onDone }: { code: CodeRecord; onDone: () => void }) {
  const { mutateAsync } = useUpdateCode(code);
  const form = useZodForm(ReservationBody, { defaultValues: { reservedFor: reservedFor?.email ?? null } });
  const reserve = async (body: z.output<typeof ReservationBody>) => {
    const updated = await mutateAsync(body);
    onDone();
    if (updated.reservedFor === null) toast.success(reserveDialog.unreserved(code));
    else toast.success(reserveDialog.reserved(code), { description: updated.reservedFor.email });
  };
  return (
    <Form form={form} onSubmit={reserve}>
      <FormField form={form} name="reservedFor" label={reserveDialog.reservedFor} hint={reserveDialog.hint}>
        {({ onChange, value, onBlur }) => <LeadPicker value={value ?? null} onValueChange={onChange} onBlur={onBlur} noneLabel={anyone} />}
      </FormField>
      <FormErrorSummary form={form} className="mt-4" />
      <FormFooter form={form}>{reserveDialog.save}</FormFooter>
    </Form>
  );
}
