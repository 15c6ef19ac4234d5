"use client";

import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form, FormErrorSummary, FormField, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Interpolate } from "@/components/ui/interpolate";
import { toast } from "@/components/ui/toast";
import { updateAccountEndpoint } from "@/contract/account";
import { labels } from "./labels";
import { useUpdateName } from "./mutations";

export function NameForm() {
  const { staff } = useSession();
  const { mutateAsync } = useUpdateName();
  const form = useZodForm(updateAccountEndpoint.body, { defaultValues: { name: staff.name } });
  const { isSubmitting, isDirty } = form.formState;
  const save = async (body: { name: string }) => {
    const { name } = await mutateAsync(body);
    form.reset({ name });
    toast.success(labels.profile.saved);
  };
  const email = <span className="break-all font-mono text-[13px]">{staff.email}</span>;
  return (
    <Form form={form} onSubmit={save}>
      <Card
        title={labels.profile.title}
        description={<Interpolate text={labels.profile.description} values={{ email }} />}
        footer={
          <Button type="submit" pending={isSubmitting} disabled={!isDirty}>
            {labels.profile.save}
          </Button>
        }
      >
        <div className="grid max-w-md gap-4">
          <FormField form={form} name="name" label={labels.profile.name} hint={labels.profile.nameHint}>
            {(control) => <Input {...control} autoComplete="name" />}
          </FormField>
          <FormErrorSummary form={form} />
        </div>
      </Card>
    </Form>
  );
}
