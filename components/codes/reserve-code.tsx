"use client";

import { LeadPicker } from "@/components/leads/lead-picker";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { toast } from "@/components/ui/toast";
import { reserveCodeEndpoint } from "@/contract/code-updates";
import type { CodeRecord } from "@/contract/codes";
import { useReserveCode } from "./mutations";
import { counted } from "./labels";

type ReserveProps = { code: CodeRecord; open: boolean; onClose: () => void };

/** Reserves a code for one address, or for nobody again. */
export function ReserveCode({ code, open, onClose }: ReserveProps) {
  const { claims } = code;
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        title={`Reserve ${code.code}`}
        description={`Only this address can claim it from then on.${claims > 0 ? ` ${counted(claims, "claim that exists stays", "claims that exist stay")}.` : ""}`}
      >
        <ReserveForm code={code} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function ReserveForm({ code: { code, reservedFor }, onDone }: { code: CodeRecord; onDone: () => void }) {
  const { mutateAsync } = useReserveCode();
  const form = useZodForm(reserveCodeEndpoint.body, { defaultValues: { code, email: reservedFor?.email ?? null } });
  const reserve = async (body: { code: string; email: string | null }) => {
    const changed = await mutateAsync(body);
    onDone();
    toast.success(
      changed.reservedFor === null ? `Anybody can claim ${code}` : `${code} is reserved`,
      changed.reservedFor === null ? {} : { description: changed.reservedFor.email },
    );
  };
  return (
    <Form form={form} onSubmit={reserve}>
      <FormField form={form} name="email" label="Reserved for" hint="A lead, or any address that you type: it need not be a lead yet.">
        {({ onChange, value, onBlur }) => (
          <LeadPicker value={value} onValueChange={onChange} onBlur={onBlur} nobody="Nobody: anybody can claim it" />
        )}
      </FormField>
      <FormProblems form={form} className="mt-4" />
      <FormFooter form={form}>Save</FormFooter>
    </Form>
  );
}
