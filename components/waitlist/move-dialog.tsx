"use client";

import * as z from "zod";
import { TextField, useZodForm } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { moveOnWaitlistEndpoint } from "@/contract/waitlist";
import { useMoveOnWaitlist } from "./api";
import { labels } from "./labels";

const { moveDialog, actions } = labels;

type MoveDialogProps = { email: string; position: number; open: boolean; onClose: () => void };

/** Moves a lead to a position. */
export function MoveDialog({ email, position, open, onClose }: MoveDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={moveDialog.title(email)} description={moveDialog.description}>
      <MoveForm email={email} position={position} onClose={onClose} />
    </FormDialog>
  );
}

const schema = z.object({ position: z.string().trim().transform(Number).pipe(moveOnWaitlistEndpoint.body.shape.position) });

function MoveForm({ email, position, onClose }: Omit<MoveDialogProps, "open">) {
  const form = useZodForm(schema, { defaultValues: { position: String(position) } });
  const { mutateAsync } = useMoveOnWaitlist();
  return (
    <DialogForm
      form={form}
      submitLabel={moveDialog.submit}
      onSubmit={async (values) => {
        const moved = await mutateAsync({ email, ...values });
        toast.success(actions.moved(email, moved.position ?? values.position));
        onClose();
      }}
    >
      <TextField form={form} name="position" label={moveDialog.position} inputMode="numeric" autoFocus />
    </DialogForm>
  );
}
