"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { apiQuery } from "@/components/api-query";
import { watchJob } from "@/components/jobs";
import { useCan } from "@/components/shell/session";
import type { DialogProps } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DialogClose, DialogFooter } from "@/components/ui/dialog";
import { QueryError } from "@/components/ui/errors";
import { Field } from "@/components/ui/field";
import { TextField, useZodForm } from "@/components/ui/form";
import { DialogForm, DisabledReason, FormDialog } from "@/components/ui/form-dialog";
import { MergedDialogForm } from "@/components/ui/merged-dialog-form";
import { RadioGroup } from "@/components/ui/radio-group";
import { showErrorToast, toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { callFile, callUrl } from "@/contract/call";
import type { SavedExport } from "@/contract/exports";
import { createViewEndpoint, type SavedView } from "@/contract/views";
import { formatTotal } from "@/lib/plural";
import { type ListName, toViewInput } from "./definition";
import { dialogLabels } from "./dialog-labels";
import { downloadFile, downloadFromUrl } from "./download";
import { listLabels } from "./labels";
import { SavedFiles } from "./saved-files";
import type { ListState } from "./use-list";

const { exportDialog: labels, saveView: viewLabels } = dialogLabels;

/** The list that is exported: its filters and sort order as query parameters, and the number of its rows. */
export type ExportedList = Pick<ListState<unknown>, "total" | "columns" | "sort"> & { filterQuery: object };

type ExportDialogProps = DialogProps & {
  name: ListName;
  list: ExportedList;
  /** The columns of the file that hold what the table shows. */
  shown: readonly string[];
  /** The selected rows, if the selection is exported. */
  selectedIds: readonly string[];
};

/** Exports a list or its selected rows as a file. Large files are made in the background. */
export function ExportDialog({ open, onClose, ...form }: ExportDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={labels.title} className="max-w-lg">
      <ExportForm {...form} onDone={onClose} />
      <SavedFiles kind="exports" />
    </FormDialog>
  );
}

const columnChoices = ["all", "shown", "chosen"] as const;
type ExportFormProps = Omit<ExportDialogProps, "open" | "onClose"> & { onDone: () => void };

function ExportForm({ name, list, shown, selectedIds, onDone }: ExportFormProps) {
  const [format, setFormat] = useState<SavedExport["format"]>("xlsx");
  const [rows, setRows] = useState<"matching" | "selected">(selectedIds.length > 0 ? "selected" : "matching");
  const [choice, setChoice] = useState<(typeof columnChoices)[number]>("all");
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const query = useQuery(apiQuery("GET /exports/columns", { query: { list: name } }));
  const names = query.data?.map(({ field }) => field) ?? [];
  // The table calls some of its columns by the older names of the file's.
  const findName = (id: string) => query.data?.find(({ field, name: olderName }) => field === id || olderName === id)?.field ?? [];
  const shownNames = shown.flatMap(findName);
  // Until a column is chosen, what the table shows. The names can still be loading.
  const chosen = picked ?? shownNames;
  const columns = choice === "all" ? undefined : choice === "shown" ? shownNames : names.filter((each) => chosen.includes(each));
  const canExportInBackground = useCan("POST /exports");
  const isLarge = rows === "matching" && list.total?.endsWith("+") === true && canExportInBackground;
  const create = useApiMutation("POST /exports", { changes: ["GET /exports"] });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const parameters = { ...list.filterQuery, ...(list.sort && { sort: list.sort.by, order: list.sort.order }) };
    const file = { format, columns: columns?.join(",") };
    if (rows === "selected") void downloadFile(downloadSelected(name, selectedIds, file));
    else if (isLarge) {
      const { id } = await create.mutateAsync({
        body: { list: name, format, ...(columns && { columns }), query: omitUndefined(parameters) },
      });
      watchJob(id);
    } else downloadFromUrl(callUrl(`GET /${name}`, { query: { ...parameters, ...file } }));
    onDone();
  };
  return (
    <form method="post" onSubmit={(event) => void submit(event).catch(showErrorToast(listLabels.downloadFailed))} className="grid gap-5">
      <RadioGroup
        label={labels.format}
        options={(["xlsx", "csv", "ndjson"] as const).map((value) => ({ value, ...labels.formats[value] }))}
        value={format}
        onValueChange={setFormat}
      />
      {selectedIds.length > 0 && (
        <RadioGroup
          label={labels.rows}
          options={[
            { value: "selected", label: labels.selected(selectedIds.length) },
            { value: "matching", label: labels.matching(list.total === undefined ? "" : formatTotal(list.total)) },
          ]}
          value={rows}
          onValueChange={setRows}
        />
      )}
      <RadioGroup
        label={labels.columns}
        options={columnChoices.map((value) => ({ value, label: labels.columnChoices[value] }))}
        value={choice}
        onValueChange={setChoice}
      />
      {choice === "chosen" && (
        <fieldset className="grid max-h-64 grid-cols-2 gap-x-4 gap-y-2 overflow-y-auto rounded-lg border p-3">
          <legend className="sr-only">{labels.columns}</legend>
          <div className="col-span-2 -mx-2 -mt-1 flex gap-1">
            <Button variant="ghost" size="sm" onClick={() => setPicked(names)}>
              {labels.allColumns}
            </Button>
            <Button variant="ghost" size="sm" onClick={() => setPicked([])}>
              {labels.noColumns}
            </Button>
          </div>
          {query.data?.map(({ field, title }) => (
            <Field key={field} label={title} inline>
              <Checkbox
                checked={chosen.includes(field)}
                onCheckedChange={(next) => setPicked(next ? [...chosen, field] : chosen.filter((each) => each !== field))}
              />
            </Field>
          ))}
        </fieldset>
      )}
      {query.isError && <QueryError query={query} />}
      {isLarge && <p className="text-2sm text-muted-foreground">{labels.large}</p>}
      <DialogFooter>
        <DisabledReason text={columns?.length === 0 ? labels.columnRequired : undefined} />
        <DialogClose disabled={create.isPending} />
        <Button type="submit" pending={create.isPending} disabled={columns?.length === 0}>
          {isLarge ? labels.submitLarge : labels.submit}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Filters that aren't set are undefined. */
const omitUndefined = (query: object) => JSON.parse(JSON.stringify(query));

/** Only leads and codes can be selected and exported. */
const downloadSelected = (name: ListName, ids: readonly string[], query: { format: SavedExport["format"]; columns: string | undefined }) =>
  name === "codes"
    ? callFile("POST /codes/lookup", { query, body: { codes: [...ids] } })
    : callFile("POST /leads/lookup", { query, body: { emails: [...ids] } });

/** The parts of a list that its views use. */
export type ViewList = Pick<ListState<unknown>, "view" | "viewId" | "normalizeView" | "openView" | "setViewId">;

type SaveViewProps = { name: ListName; list: ViewList };

/** Saves a view. */
export function SaveViewDialog({ open, onClose, ...form }: DialogProps & SaveViewProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={viewLabels.title} description={viewLabels.description}>
      <SaveForm {...form} onDone={onClose} />
    </FormDialog>
  );
}

const NameBody = createViewEndpoint.body.pick({ name: true });

function SaveForm({ name: list, list: state, onDone }: SaveViewProps & { onDone: () => unknown }) {
  const form = useZodForm(NameBody, { defaultValues: { name: "" } });
  const { mutateAsync } = useApiMutation("POST /views", { changes: ["GET /views"] });
  const save = async ({ name }: { name: string }) => {
    const { id } = await mutateAsync({ body: { list, name, ...toViewInput(state.view) } });
    state.setViewId(id);
    toast.success(viewLabels.saved(name));
    onDone();
  };
  return (
    <DialogForm form={form} onSubmit={save} submitLabel={viewLabels.save}>
      <TextField form={form} name="name" label={viewLabels.name} autoComplete="off" dir="auto" />
    </DialogForm>
  );
}

type RenameViewProps = { view: SavedView };

/** Renames a view. */
export function RenameViewDialog({ view, open, onClose }: DialogProps & RenameViewProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={viewLabels.renameTitle}>
      <RenameForm view={view} onDone={onClose} />
    </FormDialog>
  );
}

function RenameForm({ view: { id, list, name }, onDone }: RenameViewProps & { onDone: () => unknown }) {
  const client = useQueryClient();
  const form = useZodForm(NameBody, { defaultValues: { name } });
  const { mutateAsync } = useApiMutation("PATCH /views/:id", { changes: ["GET /views"] });
  const load = async () => {
    const saved = await client.fetchQuery({ ...apiQuery("GET /views", { query: { list } }), staleTime: 0 });
    return { name: saved.find((view) => view.id === id)?.name ?? name };
  };
  return (
    <MergedDialogForm
      form={form}
      onSave={async (changes, expected) => {
        const saved = await mutateAsync({ params: { id }, body: { ...changes, expected } });
        return { name: saved.name };
      }}
      onLoad={load}
      describeValue={(value) => ({ name: viewLabels.name, text: String(value) })}
      onSaved={() => {
        toast.success(viewLabels.renamed(form.getValues("name")));
        onDone();
      }}
      submitLabel={viewLabels.rename}
    >
      <TextField form={form} name="name" label={viewLabels.name} autoComplete="off" dir="auto" />
    </MergedDialogForm>
  );
}
