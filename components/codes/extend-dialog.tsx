"use client";

import { useState } from "react";
import * as z from "zod";
import { useSession } from "@/components/shell/session";
import { endPresets } from "@/components/ui/date-time-input";
import { Form, FormErrorSummary, NumberField, useZodForm } from "@/components/ui/form";
import { FormDialog, FormFooter } from "@/components/ui/form-dialog";
import { DateTimeField } from "@/components/ui/form-fields";
import { RadioGroup } from "@/components/ui/radio-group";
import { useNow } from "@/components/ui/time";
import { extensionFields } from "@/contract/codes";
import { dialogLabels } from "./dialog-labels";

const { extendDialog } = dialogLabels;

const Extension = z.strictObject(extensionFields).refine((fields) => Object.values(fields).some((value) => value !== undefined), {
  path: ["validUntil"],
  message: extendDialog.noChange,
});

/** What an extension changes. Fields that are left out stay as they are. */
type Extension = { validUntil?: string | null | undefined; allowedClaims?: number | undefined };

type ExtendFormProps = {
  /** The current end date, null if there is none. Left out for a selection of codes. */
  validUntil?: string | null;
  /** The current number of uses per code. Left out for a selection of codes. */
  allowedClaims?: number;
  usesHint: string;
  onExtend: (extension: Extension) => Promise<unknown>;
};

const expirationOptions = [
  { value: "keep", label: extendDialog.keepExpiration },
  { value: "new", label: extendDialog.newExpiration },
  { value: "none", label: extendDialog.noExpiration },
] as const;
type ExpirationChoice = (typeof expirationOptions)[number]["value"];

type ExtendDialogProps = ExtendFormProps & { open: boolean; onClose: () => void; title: string; description: string };

/** Changes when codes expire and how often they can be claimed. */
export function ExtendDialog({ open, onClose, title, description, ...form }: ExtendDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={title} description={description}>
      <ExtendForm {...form} />
    </FormDialog>
  );
}

function ExtendForm({ validUntil = null, allowedClaims, usesHint, onExtend }: ExtendFormProps) {
  const zone = useSession().project.timeZone;
  const [expiration, setExpiration] = useState<ExpirationChoice>("keep");
  const form = useZodForm(Extension, { defaultValues: {} });
  const now = useNow();
  const end = form.watch("validUntil");
  const isInPast = typeof end === "string" && Date.parse(end) <= now;
  const chooseExpiration = (next: ExpirationChoice) => {
    setExpiration(next);
    form.setValue("validUntil", next === "none" ? null : next === "new" ? (validUntil ?? undefined) : undefined);
    form.clearErrors("validUntil");
  };
  const { errors } = form.formState;
  return (
    <Form form={form} onSubmit={onExtend} className="grid gap-5">
      <RadioGroup
        label={extendDialog.expiration}
        options={expirationOptions}
        value={expiration}
        onValueChange={chooseExpiration}
        error={expiration === "new" ? undefined : errors.validUntil?.message}
      />
      {expiration === "new" && (
        <DateTimeField
          form={form}
          name="validUntil"
          label={extendDialog.expires}
          kind="end"
          zone={zone}
          clearLabel={extendDialog.chooseDate}
          describeValue={isInPast ? extendDialog.endInPast : extendDialog.validThrough}
          presets={endPresets}
        />
      )}
      <NumberField
        form={form}
        name="allowedClaims"
        label={extendDialog.usesPerCode}
        optional
        hint={usesHint}
        placeholder={allowedClaims?.toLocaleString("en") ?? extendDialog.unchanged}
      />
      <FormErrorSummary form={form} />
      <FormFooter form={form}>{extendDialog.save}</FormFooter>
    </Form>
  );
}
