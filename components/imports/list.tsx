"use client";

import { FileUp, MailX, Users } from "lucide-react";
import { type DragEvent, useState } from "react";
import { PageHeader } from "@/components/layout/page";
import { type Column, countColumn, statusColumn, textColumn, timeColumn } from "@/components/list/columns";
import { ListTable } from "@/components/list/table";
import { useList } from "@/components/list/use-list";
import { RoleNote } from "@/components/shell/role-note";
import { useCan } from "@/components/shell/session";
import { Button, ButtonLink, FileButton, tableFiles } from "@/components/ui/button";
import { Card, TableCard } from "@/components/ui/card";
import { FormErrors } from "@/components/ui/errors";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";
import { WrappedName } from "@/components/ui/text";
import { useUnsaved } from "@/components/ui/unsaved-changes";
import { type ImportKind, importName, pastedRowsName } from "@/contract/import-values";
import type { ImportRecord } from "@/contract/imports";
import { cn } from "@/lib/cn";
import { importPath, routes } from "@/lib/routes";
import { importsList } from "./definition";
import { importStatusLabels, labels } from "./labels";
import { type Upload, useUpload } from "./upload";

const { columns: headers, upload: uploadLabels } = labels;

const importKey = ({ id }: ImportRecord) => id;
const rowLink = { href: ({ id }: ImportRecord) => importPath(id) };

const importColumns: readonly Column<ImportRecord>[] = [
  { id: "file", header: headers.file, cell: (record) => <WrappedName text={importName(record)} /> },
  statusColumn({ id: "status", header: headers.status, width: "w-40" }, ({ status }) => importStatusLabels[status]),
  { id: "kind", header: headers.kind, width: "w-32", minTableWidth: "lg", cell: ({ kind }) => labels.kinds[kind] },
  countColumn({ id: "rows", header: headers.rows, width: "w-24", minTableWidth: "sm" }, ({ rowCount }) => rowCount),
  countColumn({ id: "added", header: headers.created, width: "w-24", minTableWidth: "md" }, ({ result }) => result.created),
  countColumn({ id: "updated", header: headers.updated, width: "w-24", minTableWidth: "wide" }, ({ result }) => result.updated),
  textColumn({ id: "by", header: headers.by, width: "w-40", minTableWidth: "max" }, ({ actor }) => actor.name),
  timeColumn({ id: "created", header: headers.date, width: "w-36", minTableWidth: "sm" }, ({ createdAt }) => createdAt),
];

/** The page that uploads a file, and lists earlier imports. */
export function ImportsView() {
  const list = useList(importsList);
  const canImport = useCan("POST /imports");
  const kind = list.filterQuery.kind ?? "leads";
  const table = (
    <ListTable
      list={list}
      label={labels.title}
      columns={importColumns}
      getRowId={importKey}
      getRowName={importName}
      rowOpening={rowLink}
      emptyState={{ icon: FileUp, ...labels.emptyList }}
    />
  );
  return (
    <>
      <PageHeader
        title={labels.title}
        description={<RoleNote call="POST /imports" action={labels.actions.restrictedList} />}
        action={
          kind === "leads" ? (
            <ButtonLink href={routes.leads} variant="outline">
              <Users aria-hidden="true" /> {labels.leads}
            </ButtonLink>
          ) : (
            <ButtonLink href={routes.suppressions} variant="outline">
              <MailX aria-hidden="true" /> {labels.suppressions}
            </ButtonLink>
          )
        }
      />
      {canImport ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <UploadCard kind={kind} />
          <TableCard title={labels.earlier}>{table}</TableCard>
        </div>
      ) : (
        table
      )}
    </>
  );
}

function UploadCard({ kind }: { kind: ImportKind }) {
  const { upload, error, start } = useUpload();
  const [isPasting, setPasting] = useState(false);
  // Kept while it is uploaded, which can fail.
  const [text, setText] = useState("");
  useUnsaved(text.trim() !== "");
  return (
    <Card title={uploadLabels.title[kind]} description={uploadLabels.description[kind]}>
      {upload !== null ? (
        <UploadProgress upload={upload} />
      ) : isPasting ? (
        <PasteForm
          text={text}
          onTextChange={setText}
          onPaste={() => void start(new Blob([text]), pastedRowsName, kind)}
          onBack={() => setPasting(false)}
        />
      ) : (
        <DropZone onFile={(file) => void start(file, file.name, kind)} onPaste={() => setPasting(true)} />
      )}
      <FormErrors error={error} className="mt-4" />
    </Card>
  );
}

function UploadProgress({ upload: { name, share, controller } }: { upload: Upload }) {
  const isSent = share >= 1;
  return (
    <div className="grid justify-items-start gap-4">
      <Progress
        label={isSent ? uploadLabels.reading(name) : uploadLabels.uploading(name)}
        value={isSent ? null : share}
        total={1}
        valueText={isSent ? undefined : uploadLabels.percent(share)}
        className="w-full"
      />
      <Button variant="outline" onClick={() => controller.abort()}>
        {uploadLabels.cancel}
      </Button>
    </div>
  );
}

/** Takes a file that is dropped or chosen. */
function DropZone({ onFile, onPaste }: { onFile: (file: File) => void; onPaste: () => void }) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same with the keyboard
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        "grid justify-items-center gap-1 rounded-lg border border-dashed px-4 py-10 text-center",
        isOver && "border-ring bg-accent",
      )}
    >
      <FileUp aria-hidden="true" className="mb-2 size-5 text-muted-foreground" />
      <p className="font-medium">{uploadLabels.drop}</p>
      <p className="text-muted-foreground">{uploadLabels.limits}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <FileButton accept={tableFiles} onFile={onFile}>
          {uploadLabels.choose}
        </FileButton>
        <Button variant="outline" onClick={onPaste}>
          {uploadLabels.paste}
        </Button>
      </div>
    </div>
  );
}

type PasteFormProps = { text: string; onTextChange: (text: string) => void; onPaste: () => void; onBack: () => void };

function PasteForm({ text, onTextChange, onPaste, onBack }: PasteFormProps) {
  return (
    <div className="grid gap-4">
      <Field label={uploadLabels.pasted} hint={uploadLabels.pastedHint}>
        <Textarea mono value={text} onChange={(event) => onTextChange(event.target.value)} className="max-h-80 min-h-40 whitespace-pre" />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button disabled={text.trim() === ""} onClick={onPaste}>
          {uploadLabels.submit}
        </Button>
        <Button variant="outline" onClick={onBack}>
          {uploadLabels.chooseInstead}
        </Button>
      </div>
    </div>
  );
}
