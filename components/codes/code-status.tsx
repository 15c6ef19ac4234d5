import { Status } from "@/components/ui/status";
import type { CodeStatus as CodeStatusName } from "@/contract/codes";
import { codeStatusLabels } from "./labels";

/** A code's status, as a dot and a word. */
export function CodeStatus({ status }: { status: CodeStatusName }) {
  const { word, tone, means } = codeStatusLabels[status];
  return (
    <span title={means}>
      <Status tone={tone}>{word}</Status>
    </span>
  );
}
