import { Plus, Undo2 } from "lucide-react";
import { useJobMutation } from "@/components/jobs";
import { useCan, useSession } from "@/components/shell/session";
import type { Action } from "@/components/ui/actions";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { BranchPreview } from "@/contract/invite-codes";
import { labels } from "./labels";

/** The action that creates the codes that a lead is still missing. */
export function useCreateCodes(email: string): (available: number) => Action | false {
  const canCreate = useCan("POST /leads/email/:email/invites");
  const { mutateAsync } = useApiMutation("POST /leads/email/:email/invites", {
    changes: ["GET /leads/email/:email/invites", "GET /codes", "GET /batches"],
  });
  return (available) =>
    canCreate && {
      label: labels.create(available),
      icon: Plus,
      failed: labels.createFailed,
      run: async () => {
        await mutateAsync({ params: { email } });
        toast.success(labels.created);
      },
    };
}

/** An action that revokes a branch after a preview. `name` is where it starts. */
const revokeAction = (
  name: string,
  binDays: number,
  { preview, run, onSuccess = () => {} }: { preview: () => Promise<BranchPreview>; run: () => unknown; onSuccess?: () => void },
): Action => ({
  label: labels.revoke,
  icon: Undo2,
  destructive: true,
  confirm: async () => {
    const [{ revokeConfirmation }, counts] = await Promise.all([import("./dialog-labels"), preview()]);
    return revokeConfirmation(name, counts, binDays);
  },
  run,
  onSuccess,
});

/** The action that revokes the branch of a lead. */
export function useRevokeLead(email: string): Action | false {
  const canRevoke = useCan("POST /leads/email/:email/branch/revoke");
  const { binDays } = useSession().project;
  const { mutateAsync } = useJobMutation("POST /leads/email/:email/branch/revoke");
  return (
    canRevoke &&
    revokeAction(email, binDays, {
      preview: () => call("GET /leads/email/:email/branch", { params: { email } }),
      run: () => mutateAsync({ params: { email } }),
    })
  );
}

type Deletion = { deletes?: "GET /codes/:code"; onSuccess?: () => void };

/** The action that revokes the branch of a code, which others can have claimed too. */
export function useRevokeCode({ deletes, onSuccess = () => {} }: Deletion = {}): (code: string) => Action | false {
  const canRevoke = useCan("POST /codes/:code/branch/revoke");
  const { binDays } = useSession().project;
  const { mutateAsync } = useJobMutation("POST /codes/:code/branch/revoke", deletes ? { deletes } : {});
  return (code) =>
    canRevoke &&
    revokeAction(code, binDays, {
      preview: () => call("GET /codes/:code/branch", { params: { code } }),
      run: () => mutateAsync({ params: { code } }),
      onSuccess,
    });
}
