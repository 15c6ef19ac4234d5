"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import * as z from "zod";
import { useSession } from "@/components/shell/session";
import { DateTimeInput } from "@/components/ui/date-time-input";
import { describeError } from "@/components/ui/errors";
import { FormField, TextField, useZodForm } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { useDebouncedValue } from "@/components/ui/hooks";
import { NumberInput } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { createWaveEndpoint } from "@/contract/waves";
import { wavePath } from "@/lib/routes";
import { useCreateWave, type WaveFilter, wavePreviewQuery } from "./api";
import { labels, previewSentence, skippedSentences } from "./labels";

const { dialog } = labels;

type WaveDialogProps = { open: boolean; onClose: () => void; filter: WaveFilter };

/** Invites the next people in line, now or later. */
export function WaveDialog({ open, onClose, filter }: WaveDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={dialog.title} description={dialog.description}>
      <WaveForm filter={filter} />
    </FormDialog>
  );
}

const { size, expiresAfterDays, reminderAfterDays, name, scheduledAt, passOn } = createWaveEndpoint.body.shape;
const schema = z
  .object({ size, expiresAfterDays, reminderAfterDays, name, passOn, time: z.enum(["now", "later"]), scheduledAt })
  .refine(({ time, scheduledAt: at }) => time === "now" || at !== undefined, { path: ["scheduledAt"], message: dialog.dateRequired });

const timeOptions = [
  { value: "now", label: dialog.sendNow },
  { value: "later", label: dialog.sendLater },
] as const;

const defaultValues = { size: 20, expiresAfterDays: 7, name: "", passOn: false, time: "now" as const };

function WaveForm({ filter }: Pick<WaveDialogProps, "filter">) {
  const zone = useSession().project.timeZone;
  const router = useRouter();
  const form = useZodForm(schema, { defaultValues });
  const { mutateAsync } = useCreateWave();
  const [enteredSize, time] = form.watch(["size", "time"]);
  const preview = useWavePreview(enteredSize, filter);
  const { errors } = form.formState;
  const create = async ({ time: chosen, scheduledAt: at, name: enteredName, ...values }: z.output<typeof schema>) => {
    const wave = await mutateAsync({
      ...values,
      filter,
      ...(enteredName && { name: enteredName }),
      ...(chosen === "later" && { scheduledAt: at }),
    });
    toast.success(wave.status === "scheduled" ? dialog.scheduled : dialog.invited(wave));
    // Leaving the page closes the dialog. Closing it first would change the URL at the same time.
    router.push(wavePath(wave.id));
  };
  return (
    <DialogForm
      form={form}
      submitLabel={time === "later" ? dialog.scheduleSubmit : dialog.submit(preview.data?.invited)}
      disabled={time === "now" && preview.data?.invited === 0}
      onSubmit={create}
    >
      <FormField form={form} name="size" label={dialog.size} hint={Object.keys(filter).length > 0 ? dialog.filtered : undefined}>
        {({ onChange, value, ...control }) => <NumberInput {...control} value={value} onValueChange={onChange} />}
      </FormField>
      <FormField form={form} name="expiresAfterDays" label={dialog.expires} hint={dialog.expiresHint} optional>
        {({ onChange, value, ...control }) => <NumberInput {...control} value={value} onValueChange={onChange} />}
      </FormField>
      <FormField form={form} name="reminderAfterDays" label={dialog.reminder} hint={dialog.reminderHint} optional>
        {({ onChange, value, ...control }) => <NumberInput {...control} value={value} onValueChange={onChange} />}
      </FormField>
      <FormField form={form} name="passOn" label={dialog.passOn} hint={dialog.passOnHint} inline>
        {({ value, onChange }) => <Switch checked={value ?? false} onCheckedChange={onChange} />}
      </FormField>
      <TextField form={form} name="name" label={dialog.name} optional />
      <RadioGroup label={dialog.schedule} options={timeOptions} value={time} onValueChange={(next) => form.setValue("time", next)} />
      {time === "later" && (
        <DateTimeInput
          label={dialog.scheduledAt}
          kind="start"
          zone={zone}
          value={form.watch("scheduledAt") ?? null}
          onValueChange={(next) => form.setValue("scheduledAt", next ?? undefined, { shouldValidate: form.formState.isSubmitted })}
          clearLabel={dialog.chooseDate}
          describeValue={dialog.describeTime}
          error={errors.scheduledAt?.message}
        />
      )}
      <WavePreview {...preview} />
    </DialogForm>
  );
}

/** Loads whom a wave of this size would invite, once the size has been typed. */
function useWavePreview(enteredSize: number | undefined, filter: WaveFilter) {
  const settledSize = useDebouncedValue(enteredSize);
  return useQuery({ ...wavePreviewQuery({ size: settledSize ?? 1, filter }), enabled: size.safeParse(settledSize).success });
}

function WavePreview({ data, error }: Pick<ReturnType<typeof useWavePreview>, "data" | "error">) {
  return (
    <div aria-live="polite" className="grid gap-1 rounded-lg border px-3 py-2 text-[13px]">
      {error && <p className="text-destructive">{describeError(error).message}</p>}
      {data ? (
        <>
          <p className="break-words">{previewSentence(data)}</p>
          {skippedSentences(data).map((sentence) => (
            <p key={sentence} className="text-muted-foreground">
              {sentence}
            </p>
          ))}
        </>
      ) : (
        !error && <p className="text-muted-foreground">{dialog.loading}</p>
      )}
    </div>
  );
}
