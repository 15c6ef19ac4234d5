"use client";

import { useVisitor } from "@/components/shell/visitor";
import { LinesForm } from "@/components/ui/lines-form";
import { toast } from "@/components/ui/toast";
import { useAllowOrigins } from "./mutations";
import { Origins } from "./origins";

/** The web origins that may use the public key, one to a line. */
export function OriginsForm() {
  const { allowedOrigins } = useVisitor().project;
  const { mutateAsync } = useAllowOrigins();
  const save = async (origins: string[]) => {
    const saved = await mutateAsync({ origins });
    toast.success(origins.length === 0 ? "Every web origin may use the public key" : "The web origins are saved");
    return saved.allowedOrigins;
  };
  return (
    <LinesForm
      title="Web origins"
      description="Browsers may use the public key from these web sites only. List none to allow any."
      label="Origins, one to a line"
      hint="Such as https://www.example.org, without a path."
      kept={allowedOrigins}
      list={Origins}
      save={save}
    />
  );
}
