import { Status } from "@/components/ui/status";
import type { CodeStatus as CodeStatusName } from "@/contract/codes";
import { codeStatusLabels } from "./labels";

/** Shows a code's status as a dot and a word. */
export function CodeStatus({ status }: { status: CodeStatusName }) {
  const { label: word, tone, description: means } = codeStatusLabels[status];
  return (
    <span title={means}>
      <Status tone={tone}>{word}</Status>
    </span>
  );
}
