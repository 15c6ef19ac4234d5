"use client";

import type { z } from "zod";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import { updateProjectEndpoint, type ProjectRecord } from "@/contract/project";
import { useUpdateProject } from "./mutations";
import { ProjectFields } from "./project-fields";
import { WaitlistFields } from "./waitlist-fields";

/** All of it, though the call takes parts. */
const ProjectBody = updateProjectEndpoint.body.required();
export type ProjectBody = z.input<typeof ProjectBody>;

const toFormValues = ({ allowedOrigins: _, paused: _paused, pausedMessage: _pausedText, ...shown }: ProjectRecord): ProjectBody => shown;

/** What the project is called and looks like. */
export function ProjectView() {
  const { project } = useSession();
  const { mutateAsync } = useUpdateProject();
  const form = useZodForm(ProjectBody, { defaultValues: toFormValues(project) });
  const { isSubmitting, isDirty, dirtyFields } = form.formState;
  const save = async (values: ProjectBody) => {
    // What was left as it is may have been changed by somebody else meanwhile.
    const changed = Object.entries(values).filter(([name]) => dirtyFields[name as keyof ProjectBody]);
    form.reset(toFormValues(await mutateAsync(Object.fromEntries(changed))));
    toast.success("The project is saved");
  };
  return (
    <Form form={form} onSubmit={save} confirmLeave>
      <Card
        title="Project"
        description="What customers and staff see on pages and in mail."
        footer={
          <Button type="submit" pending={isSubmitting} disabled={!isDirty}>
            Save
          </Button>
        }
      >
        <div className="grid max-w-xl gap-6">
          <ProjectFields form={form} />
          <h3 className="mt-2 border-t pt-6 font-medium">Waitlist and mail</h3>
          <WaitlistFields form={form} />
          <FormErrorSummary form={form} />
        </div>
      </Card>
    </Form>
  );
}
