import { Status } from "@/components/ui/status";
import type { CodeStatus as CodeStatusName } from "@/contract/codes";
import { statusWords } from "./words";

/** A code's status, as a dot and a word. */
export function CodeStatus({ status }: { status: CodeStatusName }) {
  const { word, tone, means } = statusWords[status];
  return (
    <span title={means}>
      <Status tone={tone}>{word}</Status>
    </span>
  );
}
