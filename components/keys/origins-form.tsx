"use client";

import { useSession } from "@/components/shell/session";
import { TextListForm } from "@/components/ui/text-list-form";
import { toast } from "@/components/ui/toast";
import { labels } from "./labels";
import { useUpdateAllowedOrigins } from "./mutations";
import { originsSchema } from "./origins";

const copy = labels.origins;

/** The web origins that can use the public key, one per line. */
export function OriginsForm() {
  const { allowedOrigins } = useSession().project;
  const { mutateAsync } = useUpdateAllowedOrigins();
  const save = async (origins: string[]) => {
    const project = await mutateAsync({ origins });
    toast.success(origins.length === 0 ? copy.savedEmpty : copy.saved);
    return project.allowedOrigins;
  };
  return (
    <TextListForm
      title={copy.title}
      description={copy.description}
      label={copy.label}
      hint={copy.hint}
      savedItems={allowedOrigins}
      schema={originsSchema}
      onSave={save}
    />
  );
}
