"use client";

import * as z from "zod";
import { LocalUrlWarning } from "@/components/shell/local-url-warning";
import type { DialogProps } from "@/components/ui/actions";
import { CopyableText } from "@/components/ui/copy-button";
import { TextField, useZodForm } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { QrCode } from "@/components/ui/qr-code";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { moveOnWaitlistEndpoint } from "@/contract/waitlist";
import { labels } from "./labels";

const { moveDialog, actions } = labels;

type MoveDialogProps = DialogProps & { email: string; position: number };

/** Moves a lead to a position. */
export function MoveDialog({ email, position, open, onClose }: MoveDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={moveDialog.title(email)} description={moveDialog.description}>
      <MoveForm email={email} position={position} onClose={onClose} />
    </FormDialog>
  );
}

const MoveBody = z.object({ position: z.string().trim().transform(Number).pipe(moveOnWaitlistEndpoint.body.shape.position) });

function MoveForm({ email, position, onClose }: Omit<MoveDialogProps, "open">) {
  const form = useZodForm(MoveBody, { defaultValues: { position: String(position) } });
  const { mutateAsync } = useApiMutation("POST /waitlist/move", { changes: ["GET /waitlist"] });
  return (
    <DialogForm
      form={form}
      submitLabel={moveDialog.submit}
      onSubmit={async (values) => {
        const moved = await mutateAsync({ body: { email, ...values } });
        toast.success(actions.moved(email, moved.position ?? values.position));
        onClose();
      }}
    >
      <TextField form={form} name="position" label={moveDialog.position} inputMode="numeric" autoFocus />
    </DialogForm>
  );
}

/** The link of the join page, with its QR code. */
export const JoinLink = ({ url }: { url: string }) => (
  <div className="grid gap-4">
    <p className="text-2sm text-muted-foreground">{labels.joinLink.description}</p>
    <CopyableText text={url} label={labels.joinLink.copyTarget} />
    <LocalUrlWarning />
    <QrCode text={url} label={labels.joinLink.qrCode} className="size-44 justify-self-center border" />
  </div>
);
