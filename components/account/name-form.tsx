"use client";

import { useVisitor } from "@/components/shell/visitor";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { changeAccountEndpoint } from "@/contract/account";
import { useChangeName } from "./mutations";

export function NameForm() {
  const { staff } = useVisitor();
  const { mutateAsync } = useChangeName();
  const form = useZodForm(changeAccountEndpoint.body, { defaultValues: { name: staff.name } });
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
          <FormProblems form={form} />
        </div>
      </Card>
    </Form>
  );
}
