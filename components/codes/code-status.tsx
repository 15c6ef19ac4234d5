import { Status } from "@/components/ui/status";
import type { CodeStatus as CodeStatusName } from "@/contract/codes";
import { codeStatusLabels } from "./labels";

/** Shows a code's status as a dot and a word. */
export function CodeStatus({ status }: { status: CodeStatusName }) {
  const { label, tone, description } = codeStatusLabels[status];
  return (
    <span title={description}>
      <Status tone={tone}>{label}</Status>
    </span>
  );
}
