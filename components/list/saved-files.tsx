import { useQuery } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { apiPageQuery } from "@/components/api-query";
import { hasEnded } from "@/components/jobs";
import { useCan, useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Time } from "@/components/ui/time";
import { showErrorToast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { callUrl } from "@/contract/call";
import type { PrintRecord } from "@/contract/prints";
import { dialogLabels } from "./dialog-labels";
import { downloadFromUrl } from "./download";

const { savedFiles: labels } = dialogLabels;

type SavedFile = Pick<PrintRecord, "id" | "fileName" | "status" | "size" | "error" | "expiresAt"> & { content: string };

/** How many files a dialog shows. */
const limit = "5";

type Kind = "exports" | "prints";

/** The files that were made in the background and aren't deleted yet, in a dialog that makes them. */
export function SavedFiles({ kind, batch }: { kind: Kind; batch?: string | undefined }) {
  const exports = useQuery({ ...apiPageQuery("GET /exports", { query: { limit } }), enabled: kind === "exports" });
  const prints = useQuery({ ...apiPageQuery("GET /prints", { query: { limit, batch } }), enabled: kind === "prints" });
  const files: SavedFile[] =
    (kind === "exports"
      ? exports.data?.items.map((file) => ({ ...file, content: labels.rows(file.progress.processed) }))
      : prints.data?.items.map((file) => ({ ...file, content: labels.codes(file.progress.processed) }))) ?? [];
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="saved-files" className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-1 border-t pt-5">
      <h3 id="saved-files" className="font-medium text-2sm">
        {labels.title}
      </h3>
      <ul className="divide-y">
        {files.map((file) => (
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
  const { mutate, isPending } = useApiMutation(`DELETE /${kind}/:id`, { changes: [`GET /${kind}`] });
  const isCompleted = status === "completed";
  return (
    <li className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{fileName}</p>
        <p className="text-2sm text-muted-foreground">
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
          onClick={() => mutate({ params: { id } }, { onError: showErrorToast(labels.deleteFailed) })}
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
