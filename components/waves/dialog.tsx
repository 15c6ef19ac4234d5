"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLargeSendConfirmation } from "@/components/sends";
import { useSession } from "@/components/shell/session";
import { Switch } from "@/components/ui/checkbox";
import { describeError, InlineNotice } from "@/components/ui/errors";
import { FormField, TextField, useZodForm } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { useDebouncedValue } from "@/components/ui/hooks";
import { toast } from "@/components/ui/toast";
import { createWaveEndpoint } from "@/contract/waves";
import { wavePath } from "@/lib/routes";
import { useCreateWave, type WaveFilter, wavePreviewQuery } from "./api";
import { numberControl, ScheduleFields, SelectionFields, WaveTextFields } from "./fields";
import { initialValues, toOptions, toSelection, type WaveFormState, type WaveFormValues, waveFormSchema } from "./form-schema";
import { labels, matchingSentence, previewSentence, skippedSentences } from "./labels";

const { dialog } = labels;

type WaveDialogProps = { open: boolean; onClose: () => void; filter: WaveFilter };

/** Invites the next people in line, now, later or repeatedly. `filter` is the filter of the list. */
export function WaveDialog({ open, onClose, filter }: WaveDialogProps) {
  return (
    <FormDialog wide open={open} onClose={onClose} title={dialog.title} description={dialog.description}>
      <WaveForm filter={filter} />
    </FormDialog>
  );
}

function WaveForm({ filter: listFilter }: Pick<WaveDialogProps, "filter">) {
  const router = useRouter();
  const { questions } = useSession().project;
  const form: WaveFormState = useZodForm(waveFormSchema(questions), { defaultValues: initialValues(listFilter) });
  const { mutateAsync } = useCreateWave();
  const values = form.watch();
  const isNow = values.when === "now";
  const selection = toSelection(listFilter, values);
  const preview = useWavePreview(values.size, selection);
  const largeSend = useLargeSendConfirmation();
  const create = async (entered: WaveFormValues) => {
    const { size, when, total = size } = entered;
    const emails = isNow ? (preview.data?.invited ?? size) : size;
    if (!(await largeSend.confirm(when === "repeatedly" ? { emails: total, eachTime: size } : { emails }))) return;
    const wave = await mutateAsync({ ...toOptions(entered), ...selection });
    toast.success(wave.status === "sent" ? dialog.invited(wave) : dialog.scheduled);
    // Leaving the page closes the dialog. Closing it first would change the URL at the same time.
    router.push(wavePath(wave.id));
  };
  return (
    <DialogForm
      sticky
      form={form}
      submitLabel={isNow ? dialog.submit(preview.data?.invited) : dialog.scheduleSubmit}
      disabled={isNow && preview.data?.invited === 0}
      onSubmit={create}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormField form={form} name="size" label={values.when === "repeatedly" ? dialog.sizeEachTime : dialog.size}>
          {numberControl}
        </FormField>
        <TextField form={form} name="name" label={dialog.name} optional />
        <SelectionFields form={form} search={listFilter.q} />
        <FormField form={form} name="expiresAfterDays" label={dialog.expires} hint={dialog.expiresHint} optional>
          {numberControl}
        </FormField>
        <FormField form={form} name="reminderAfterDays" label={dialog.reminder} hint={dialog.reminderHint} optional>
          {numberControl}
        </FormField>
      </div>
      <FormField form={form} name="passOn" label={dialog.passOn} hint={dialog.passOnHint} inline>
        {({ value, onChange }) => <Switch checked={value ?? false} onCheckedChange={onChange} />}
      </FormField>
      <WaveTextFields form={form} />
      <ScheduleFields form={form} />
      <WavePreview {...preview} hasPriority={values.priority !== "line"} isNow={isNow} />
      {largeSend.dialog}
    </DialogForm>
  );
}

/** Loads whom a wave would invite, once the size has been typed. */
function useWavePreview(enteredSize: number | undefined, selection: ReturnType<typeof toSelection>) {
  const settledSize = useDebouncedValue(enteredSize);
  return useQuery({
    ...wavePreviewQuery({ size: settledSize ?? 1, ...selection }),
    enabled: createWaveEndpoint.body.shape.size.safeParse(settledSize).success,
  });
}

type PreviewProps = Pick<ReturnType<typeof useWavePreview>, "data" | "error"> & { hasPriority: boolean; isNow: boolean };

function WavePreview({ data, error, hasPriority, isNow }: PreviewProps) {
  return (
    <div aria-live="polite" className="grid gap-1 rounded-lg border px-3 py-2 text-[13px]">
      {error && <p className="text-destructive">{describeError(error).message}</p>}
      {data ? (
        <>
          {!isNow && <p className="text-muted-foreground">{dialog.asOfNow}</p>}
          <p className="break-words">{previewSentence(data)}</p>
          <p className="text-muted-foreground">{matchingSentence(data, hasPriority)}</p>
          {skippedSentences(data).map((sentence) => (
            <p key={sentence} className="text-muted-foreground">
              {sentence}
            </p>
          ))}
          {data.warnings.map(({ warning, message }) => (
            <InlineNotice key={warning} tone="warning">
              {message}
            </InlineNotice>
          ))}
        </>
      ) : (
        !error && <p className="text-muted-foreground">{dialog.loading}</p>
      )}
    </div>
  );
}
