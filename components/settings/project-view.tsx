"use client";

import type { z } from "zod";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import { type ProjectRecord, updateProjectEndpoint } from "@/contract/project";
import { settingsLabels } from "./labels";
import { useUpdateProject } from "./mutations";
import { ProjectFields } from "./project-fields";
import { WaitlistFields } from "./waitlist-fields";

const { project: labels } = settingsLabels;

// The form edits all fields, while the endpoint accepts any of them.
const ProjectBody = updateProjectEndpoint.body.required();
export type ProjectBody = z.input<typeof ProjectBody>;

const toFormValues = ({ allowedOrigins: _, paused: _paused, pausedMessage: _pausedMessage, ...values }: ProjectRecord): ProjectBody =>
  values;

/** The settings of the project: branding, claims and the waitlist. */
export function ProjectView() {
  const { project } = useSession();
  const { mutateAsync } = useUpdateProject();
  const form = useZodForm(ProjectBody, { defaultValues: toFormValues(project) });
  const { isSubmitting, isDirty, dirtyFields } = form.formState;
  const save = async (values: ProjectBody) => {
    // Other staff members may have changed the other fields since the page was loaded.
    const changed = Object.entries(values).filter(([name]) => dirtyFields[name as keyof ProjectBody]);
    form.reset(toFormValues(await mutateAsync(Object.fromEntries(changed))));
    toast.success(labels.savedToast);
  };
  return (
    <Form form={form} onSubmit={save} confirmLeave>
      <Card
        title={labels.title}
        description={labels.description}
        footer={
          <Button type="submit" pending={isSubmitting} disabled={!isDirty}>
            {labels.save}
          </Button>
        }
      >
        <div className="grid max-w-xl gap-6">
          <ProjectFields form={form} />
          <h3 className="mt-2 border-t pt-6 font-medium">{labels.waitlistSection}</h3>
          <WaitlistFields form={form} />
          <FormErrorSummary form={form} />
        </div>
      </Card>
    </Form>
  );
}
