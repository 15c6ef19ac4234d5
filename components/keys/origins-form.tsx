"use client";

import { z } from "zod";
import { useVisitor } from "@/components/shell/visitor";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { Refused } from "@/contract/call";
import { useAllowOrigins } from "./mutations";
import { linesOf, Origins, wrongLines } from "./origins";

const OriginsBody = z.object({ text: Origins });

/** The web origins that may use the public key, one to a line. */
export function OriginsForm() {
  const { allowedOrigins } = useVisitor().project;
  const { mutateAsync } = useAllowOrigins();
  const form = useZodForm(OriginsBody, { defaultValues: { text: allowedOrigins.join("\n") } });
  const { isSubmitting, isDirty } = form.formState;
  const save = async ({ text: origins }: z.output<typeof OriginsBody>) => {
    try {
      const saved = await mutateAsync({ origins });
      form.reset({ text: saved.allowedOrigins.join("\n") });
      toast.success(origins.length === 0 ? "Every web origin may use the public key" : "The web origins are saved");
    } catch (error) {
      if (!(error instanceof Refused && error.fields)) throw error;
      form.setError("text", { type: "server", message: wrongLines(error.fields, linesOf(form.getValues("text"))) });
    }
  };
  return (
    <Form form={form} onSubmit={save}>
      <Card
        title="Web origins"
        description="Browsers may use the public key from these web sites only. List none to allow any."
        footer={
          <Button type="submit" pending={isSubmitting} disabled={!isDirty}>
            Save
          </Button>
        }
      >
        <div className="grid max-w-xl gap-4">
          <FormField form={form} name="text" label="Origins, one to a line" hint="Such as https://www.example.org, without a path.">
            {(control) => (
              <Textarea {...control} mono rows={4} spellCheck={false} autoCapitalize="off" autoComplete="off" className="whitespace-pre" />
            )}
          </FormField>
          <FormProblems form={form} />
        </div>
      </Card>
    </Form>
  );
}
