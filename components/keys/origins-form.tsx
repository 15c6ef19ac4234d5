"use client";

import { useSession } from "@/components/shell/session";
import { textListSchema } from "@/components/ui/text-list";
import { TextListForm } from "@/components/ui/text-list-form";
import { toast } from "@/components/ui/toast";
import { updateAllowedOriginsEndpoint } from "@/contract/keys";
import { useUpdateAllowedOrigins } from "./api";
import { labels } from "./labels";

/** Parses a text with one origin per line. Errors name the line. */
export const originsSchema = textListSchema(updateAllowedOriginsEndpoint.body, "origins");

/** The web origins that can use the public key, one per line. */
export function OriginsForm() {
  const { allowedOrigins } = useSession().project;
  const { mutateAsync } = useUpdateAllowedOrigins();
  const save = async (origins: string[]) => {
    const project = await mutateAsync({ origins });
    toast.success(origins.length === 0 ? labels.origins.savedEmpty : labels.origins.saved);
    return project.allowedOrigins;
  };
  return (
    <TextListForm
      title={labels.origins.title}
      description={labels.origins.description}
      label={labels.origins.label}
      hint={labels.origins.hint}
      savedItems={allowedOrigins}
      schema={originsSchema}
      onSave={save}
    />
  );
}
