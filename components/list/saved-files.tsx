import { useQuery } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { hasEnded } from "@/components/jobs";
import { useCan, useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Time } from "@/components/ui/time";
import { showErrorToast, useApiMutation } from "@/components/use-api-mutation";
import { call, callUrl } from "@/contract/call";
import type { PrintRecord } from "@/contract/prints";
import { downloadFromUrl } from "./download";
import { listLabels } from "./labels";

const { savedFiles: labels } = listLabels;

type SavedFile = Pick<PrintRecord, "id" | "fileName" | "status" | "size" | "error" | "expiresAt"> & { content: string };

/** How many files a dialog shows. */
const limit = "5";

/** Lists exports, or the prints of a batch or of all codes. */
const loadFiles = {
  exports: async (_: string | undefined, signal: AbortSignal): Promise<SavedFile[]> =>
    (await call("GET /exports", { query: { limit }, signal })).map((file) => ({ ...file, content: labels.rows(file.progress.processed) })),
  prints: async (batch: string | undefined, signal: AbortSignal): Promise<SavedFile[]> =>
    (await call("GET /prints", { query: { limit, batch }, signal })).map((file) => ({
      ...file,
      content: labels.codes(file.progress.processed),
    })),
};

type Kind = keyof typeof loadFiles;

/** The files that were made in the background and aren't deleted yet, in a dialog that makes them. */
export function SavedFiles({ kind, batch }: { kind: Kind; batch?: string | undefined }) {
  const query = useQuery({ queryKey: [kind, "files", batch ?? null], queryFn: ({ signal }) => loadFiles[kind](batch, signal) });
  if (!query.data?.length) return null;
  return (
    <section aria-labelledby="saved-files" className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-1 border-t pt-5">
      <h3 id="saved-files" className="font-medium text-[13px]">
        {labels.title}
      </h3>
      <ul className="divide-y">
        {query.data.map((file) => (
          <SavedFileItem key={file.id} kind={kind} file={file} />
        ))}
      </ul>
    </section>
  );
}

function SavedFileItem({ kind, file }: { kind: Kind; file: SavedFile }) {
  const { id, fileName, content, size, status, expiresAt, error } = file;
  const { timeZone: zone } = useSession().project;
  const canDelete = useCan(`DELETE /${kind}/:id`);
  const canDownload = useCan(`GET /${kind}/:id/file`);
  const { mutate, isPending } = useApiMutation((_: null): Promise<unknown> => call(`DELETE /${kind}/:id`, { params: { id } }));
  const isCompleted = status === "completed";
  return (
    <li className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{fileName}</p>
        <p className="text-[13px] text-muted-foreground">
          {isCompleted ? (
            <>
              {labels.details(content, size ?? 0)} <Time at={expiresAt} zone={zone} />
            </>
          ) : (
            (error ?? (hasEnded(file) ? labels.canceled : labels.unfinished))
          )}
        </p>
      </div>
      {isCompleted && canDownload && (
        <Button variant="outline" size="sm" onClick={() => downloadFromUrl(callUrl(`GET /${kind}/:id/file`, { params: { id } }))}>
          <Download aria-hidden="true" /> {labels.download}
          <span className="sr-only"> {fileName}</span>
        </Button>
      )}
      {canDelete && (
        <IconButton
          size="icon-sm"
          label={labels.delete(fileName)}
          pending={isPending}
          onClick={() => mutate(null, { onError: showErrorToast(labels.deleteFailed) })}
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
