import { CopyButton } from "./copy-button";

/** The id under which the log tells more. */
export function RequestId({ id }: { id: string }) {
  return (
    <p className="flex min-w-0 items-center gap-1 text-muted-foreground text-xs">
      <span className="shrink-0">Request</span>
      <span className="truncate font-mono">{id}</span>
      <CopyButton text={id} label="the request id" icon />
    </p>
  );
}
