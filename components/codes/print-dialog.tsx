"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import * as z from "zod";
import { apiQuery } from "@/components/api-query";
import {
  CancelJobButton,
  describeJobResult,
  dismissJob,
  hasEnded,
  jobQuery,
  useRefreshWhenJobEnds,
  useShowJobOnPage,
  watchJob,
} from "@/components/jobs";
import { downloadFromUrl } from "@/components/list/download";
import { SavedFiles } from "@/components/list/saved-files";
import { LocalUrlWarning } from "@/components/shell/local-url-warning";
import { useSession } from "@/components/shell/session";
import type { DialogProps } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogFooter } from "@/components/ui/dialog";
import { describeError, type ErrorMessage, FormErrors } from "@/components/ui/errors";
import { Field } from "@/components/ui/field";
import { NumberField, TextField, useZodForm } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { SwitchField } from "@/components/ui/form-fields";
import { useDebouncedValue } from "@/components/ui/hooks";
import { Skeleton } from "@/components/ui/loading";
import { Progress } from "@/components/ui/progress";
import { Select } from "@/components/ui/select";
import { useApiMutation } from "@/components/use-api-mutation";
import { printFormats } from "@/contract/enums";
import { CreatePrintInput, cardsPerPage, defaultSheet, getSheet, pageSizes, type SheetName, sheetNames, sheets } from "@/contract/prints";
import { routes } from "@/lib/routes";
import type { SelectedCodes } from "./definition";
import { dialogLabels } from "./dialog-labels";

const { printDialog } = dialogLabels;

const { format, sheet, skip, title, text, url, logo, qrCode, cropMarks, size } = CreatePrintInput.shape;

/** The fields of a request, without defaults. */
const PrintForm = z.strictObject({
  format: format.unwrap(),
  sheet: sheet.unwrap(),
  skip,
  title: title.unwrap(),
  text: text.unwrap(),
  url: url.unwrap(),
  logo: logo.unwrap(),
  qrCode: qrCode.unwrap(),
  cropMarks: cropMarks.unwrap(),
  size: size.unwrap().optional(),
  usesLeft: z.boolean(),
});
type PrintForm = z.output<typeof PrintForm>;

type PrintDialogProps = DialogProps & {
  /** What is printed, such as "20 codes". */
  name: string;
  codes: SelectedCodes;
  /** The batch whose codes are printed. Offers to leave out codes without uses left, and lists its prints only. */
  batch?: string;
};

/** Prints codes as cards, or downloads their QR codes. */
export function PrintDialog({ open, onClose, name, codes, batch }: PrintDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={printDialog.title(name)} description={printDialog.description} className="max-w-4xl">
      <PrintSteps codes={codes} canFilter={batch !== undefined} />
      <SavedFiles kind="prints" batch={batch} />
    </FormDialog>
  );
}

type PrintStepsProps = { codes: SelectedCodes; canFilter: boolean };

function PrintSteps(props: PrintStepsProps) {
  const [job, setJob] = useState<string | null>(null);
  return job === null ? <CardsForm {...props} onStart={setJob} /> : <PrintProgress id={job} onBack={() => setJob(null)} />;
}

const formatOptions = printFormats.map((value) => ({ value, ...printDialog.formats[value] }));
const sheetOptions = sheetNames.map((value) => ({
  value,
  label: sheets[value].name,
  hint: printDialog.perPage(cardsPerPage(sheets[value])),
}));

function CardsForm({ codes, canFilter, onStart }: PrintStepsProps & { onStart: (job: string) => void }) {
  const { project, appUrl } = useSession();
  const { mutateAsync } = useApiMutation("POST /prints", { changes: "nothing" });
  const form = useZodForm(PrintForm, {
    defaultValues: {
      format: "pdf",
      usesLeft: canFilter,
      sheet: defaultSheet,
      skip: 0,
      title: project.name,
      text: printDialog.defaultText,
      url: appUrl.replace(/^https?:\/\//, "") + routes.claim,
      logo: project.logo !== null,
      qrCode: true,
      cropMarks: true,
      size: undefined,
    },
  });
  const [format, sheet] = form.watch(["format", "sheet"]);
  const isPdf = format === "pdf";
  const chooseSheet = (next: SheetName) => {
    form.setValue("sheet", next);
    form.setValue("cropMarks", getSheet(next).isPlain === true);
  };
  return (
    <DialogForm
      form={form}
      onSubmit={async (values) => onStart((await mutateAsync({ body: toRequest(codes, values) })).id)}
      submitLabel={isPdf ? printDialog.submit : printDialog.submitQrCodes}
      sticky
    >
      <LocalUrlWarning />
      <div className={isPdf ? "grid gap-6 md:grid-cols-2" : "grid"}>
        <div className="grid content-start gap-4">
          <Field label={printDialog.format}>
            <Select options={formatOptions} value={format} onValueChange={(next) => form.setValue("format", next)} />
          </Field>
          {canFilter && <SwitchField form={form} name="usesLeft" label={printDialog.usesLeft} />}
          {isPdf && (
            <>
              <Field label={printDialog.sheet}>
                <Select options={sheetOptions} value={sheet} onValueChange={chooseSheet} />
              </Field>
              <NumberField form={form} name="skip" label={printDialog.skip} hint={printDialog.skipHint} />
              <TextField form={form} name="title" label={printDialog.cardTitle} optional dir="auto" autoComplete="off" />
              <TextField form={form} name="text" label={printDialog.text} optional dir="auto" autoComplete="off" />
              <TextField form={form} name="url" label={printDialog.url} optional autoComplete="off" />
              {(["logo", "qrCode", "cropMarks"] as const).map((name) => (
                <SwitchField
                  key={name}
                  form={form}
                  name={name}
                  label={printDialog[name]}
                  hint={name === "logo" && project.logo === null ? printDialog.noLogo : undefined}
                  disabled={name === "logo" && project.logo === null}
                />
              ))}
            </>
          )}
          {format === "png" && (
            <NumberField form={form} name="size" label={printDialog.size} hint={printDialog.sizeHint} optional placeholder="512" />
          )}
        </div>
        {isPdf && <CardsPreview codes={codes} values={form.watch()} />}
      </div>
    </DialogForm>
  );
}

/** The body of a request: only the fields of the format. */
function toRequest(codes: SelectedCodes, { usesLeft, format, size, ...cards }: PrintForm) {
  return { ...withUsesLeft(codes, usesLeft), format, ...(format === "pdf" ? cards : { size }) };
}

const withUsesLeft = (codes: SelectedCodes, usesLeft: boolean): SelectedCodes =>
  usesLeft && "filter" in codes ? { filter: { ...codes.filter, usesLeft: true } } : codes;

/** The first page, as the server draws it. */
function CardsPreview({ codes, values }: { codes: SelectedCodes; values: PrintForm }) {
  const { usesLeft, format: _, size: __, ...cards } = useDebouncedValue(values, 300);
  const isValid = PrintForm.safeParse(values).success;
  const body = { ...withUsesLeft(codes, usesLeft), ...cards };
  const { data, error } = useQuery({
    ...apiQuery("POST /prints/preview", { body }),
    placeholderData: keepPreviousData,
    enabled: isValid,
    retry: false,
  });
  const { width, height } = pageSizes[getSheet(values.sheet).page];
  return (
    <section aria-label={printDialog.preview} className="grid content-start gap-2">
      {error === null && (
        <div style={{ aspectRatio: `${width} / ${height}` }} className="w-full overflow-hidden rounded-lg border bg-white">
          {data ? (
            // biome-ignore lint/performance/noImgElement: a data URL doesn't need to be fetched or resized
            <img
              src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(data.svg)}`}
              alt={printDialog.previewAlt}
              className="size-full"
            />
          ) : (
            <Skeleton className="size-full" />
          )}
        </div>
      )}
      <p role="status" className="text-2sm text-muted-foreground">
        {data && !error ? printDialog.count(data.codes, data.pages) : null}
      </p>
      {error && <FormErrors error={previewError(error)} />}
    </section>
  );
}

const fieldLabels: Readonly<Record<string, string>> = {
  title: printDialog.cardTitle,
  text: printDialog.text,
  url: printDialog.url,
  skip: printDialog.skip,
  codes: printDialog.codes,
  filter: printDialog.codes,
};

/** Names the fields by their labels. */
function previewError(error: Error): ErrorMessage {
  const { message, fields = {} } = describeError(error);
  return { message, fields: Object.fromEntries(Object.entries(fields).map(([field, reasons]) => [fieldLabels[field] ?? field, reasons])) };
}

/** The progress of a print, and its download. The jobs panel takes over when the dialog closes. */
function PrintProgress({ id, onBack }: { id: string; onBack: () => void }) {
  const { data: job } = useQuery(jobQuery(id));
  useShowJobOnPage(id);
  useRefreshWhenJobEnds(job);
  useState(() => watchJob(id));
  const isReady = job?.file != null;
  const download = () => {
    downloadFromUrl(`/api${job?.file?.path}`);
    dismissJob(id);
  };
  const result = job && hasEnded(job) ? describeJobResult(job) : null;
  return (
    <div className="grid gap-4">
      <div role="status">
        {result ? (
          <p className="font-medium">{isReady ? printDialog.ready : result.title}</p>
        ) : (
          <Progress label={printDialog.progress} value={job?.processed ?? 0} total={Math.max(1, job?.total ?? 1)} />
        )}
      </div>
      <p className="text-muted-foreground">{isReady ? printDialog.kept : (result?.text ?? printDialog.stays)}</p>
      <DialogFooter>
        {result === null && job && <CancelJobButton job={job} />}
        {result !== null && (
          <Button variant="outline" onClick={onBack}>
            {printDialog.back}
          </Button>
        )}
        {isReady ? (
          <Button onClick={download}>
            <Download aria-hidden="true" /> {printDialog.download}
          </Button>
        ) : (
          <DialogClose />
        )}
      </DialogFooter>
    </div>
  );
}
