"use client";

import { useSession } from "@/components/shell/session";
import { TextListForm } from "@/components/ui/text-list-form";
import { toast } from "@/components/ui/toast";
import { useUpdateAllowedOrigins } from "./mutations";
import { originsSchema } from "./origins";

/** The web origins that may use the public key, one to a line. */
export function OriginsForm() {
  const { allowedOrigins } = useSession().project;
  const { mutateAsync } = useUpdateAllowedOrigins();
  const save = async (origins: string[]) => {
    const saved = await mutateAsync({ origins });
    toast.success(origins.length === 0 ? "Every web origin may use the public key" : "The web origins are saved");
    return saved.allowedOrigins;
  };
  return (
    <TextListForm
      title="Web origins"
      description="Browsers may use the public key from these web sites only. List none to allow any."
      label="Origins, one to a line"
      hint="Such as https://www.example.org, without a path."
      savedItems={allowedOrigins}
      schema={originsSchema}
      onSave={save}
    />
  );
}
