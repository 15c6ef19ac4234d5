import { CopyButton } from "./copy-button";

/** The request ID, which finds the details in the log. */
export function RequestId({ id }: { id: string }) {
  return (
    <p className="flex min-w-0 items-center gap-1 text-muted-foreground text-xs">
      <span className="shrink-0">Request ID</span>
      <span className="truncate font-mono">{id}</span>
      <CopyButton text={id} label="request ID" icon />
    </p>
  );
}
