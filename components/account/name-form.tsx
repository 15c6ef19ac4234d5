"use client";

import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form, FormField, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { updateAccountEndpoint } from "@/contract/account";
import { useUpdateName } from "./mutations";

export function NameForm() {
  const { staff } = useSession();
  const { mutateAsync } = useUpdateName();
  const form = useZodForm(updateAccountEndpoint.body, { defaultValues: { name: staff.name } });
  const { isSubmitting, isDirty } = form.formState;
  const save = async (body: { name: string }) => {
    const { name } = await mutateAsync(body);
    form.reset({ name });
    toast.success("Your name is saved");
  };
  return (
    <Form form={form} onSubmit={save}>
      <Card
        title="You"
        description={
          <>
            You sign in as <span className="break-all font-mono text-[13px]">{staff.email}</span>.
          </>
        }
        footer={
          <Button type="submit" pending={isSubmitting} disabled={!isDirty}>
            Save
          </Button>
        }
      >
        <div className="grid max-w-md gap-4">
          <FormField form={form} name="name" label="Name" hint="Your colleagues read it.">
            {(control) => <Input {...control} autoComplete="name" />}
          </FormField>
          <FormErrorSummary form={form} />
        </div>
      </Card>
    </Form>
  );
}
