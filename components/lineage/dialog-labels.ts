import { describeRecovery } from "@/components/jobs";
import type { Confirmation } from "@/components/ui/confirm";
import type { BranchPreview } from "@/contract/invite-codes";
import { plural } from "@/lib/plural";
import { labels } from "./labels";

/** Confirms revoking a branch. `name` is the lead or the code where it starts. */
export function revokeConfirmation(
  name: string,
  { codes, unusedCodes, people, losingAccess }: BranchPreview,
  binDays: number,
): Confirmation {
  const access =
    people === 0
      ? "No one has claimed any of the codes."
      : losingAccess === people
        ? plural(people, { one: "{n} person loses access immediately.", other: "{n} people lose access immediately." })
        : `${plural(people, { one: "{n} person loses a claim immediately", other: "{n} people lose a claim immediately" })}, ${plural(losingAccess, { zero: "and keeps access with another code", one: "{n} of them all access", other: "{n} of them all access" })}.`;
  const deleted = `${plural(codes, { one: "{n} code is deleted", other: "{n} codes are deleted" })}, ${unusedCodes.toLocaleString("en")} of them unused.`;
  const { recovery } = describeRecovery(
    { toBin: "The branch moves to the bin with its claims.", permanent: "The branch is deleted permanently." },
    binDays,
  );
  return {
    title: `Revoke the branch of ${name}?`,
    consequence: `${access} ${deleted} ${recovery}`,
    action: labels.revoke,
    confirmText: "revoke",
  };
}
