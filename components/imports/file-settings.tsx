"use client";

import { Card } from "@/components/ui/card";
import { FormErrors } from "@/components/ui/errors";
import { Field } from "@/components/ui/field";
import { Progress } from "@/components/ui/progress";
import { Select } from "@/components/ui/select";
import { useApiMutation } from "@/components/use-api-mutation";
import type { ImportRecord } from "@/contract/imports";
import { textEncodings } from "@/contract/table-files";
import { labels } from "./labels";
import { findUpload, type LastUpload, type ReadingChoices, useUpload } from "./upload";

const { file: text } = labels;

/** How the file was read, which can be changed until the page is left: the file is sent again, and this import canceled. */
export function FileSettings({ record }: { record: ImportRecord }) {
  const upload = findUpload(record.id);
  return upload && <Choices key={record.id} record={record} last={upload} />;
}

function Choices({ record: { id, kind, encoding, sheet, headerRow }, last }: { record: ImportRecord; last: LastUpload }) {
  const { upload, error, start } = useUpload();
  const cancel = useApiMutation("POST /imports/:id/cancel", { changes: ["GET /imports/:id"] });
  const { file, name, choices, record } = last;
  const read = async (changed: ReadingChoices) => {
    if (await start(file, name, kind, { ...choices, ...changed })) cancel.mutate({ params: { id } });
  };
  const samples = record.encodings.find((each) => each.encoding === encoding)?.samples ?? [];
  return (
    <Card title={text.title} description={text.description}>
      {upload ? (
        <Progress label={labels.upload.reading(name)} value={null} total={1} />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          {encoding !== null && (
            <Field label={text.encoding} hint={samples.length > 0 ? text.samples(samples) : undefined}>
              <Select
                options={encodingOptions(record.encodings)}
                value={encoding}
                onValueChange={(value) => void read({ encoding: value })}
              />
            </Field>
          )}
          {sheet !== null && record.sheets.length > 1 && (
            <Field label={text.sheet}>
              <Select
                options={record.sheets.map(({ name: value, isHidden }) => ({ value, label: isHidden ? text.hiddenSheet(value) : value }))}
                value={sheet}
                onValueChange={(value) => void read({ sheet: value, headerRow: undefined })}
              />
            </Field>
          )}
          <Field label={text.headerRow} hint={text.headerRowHint}>
            <Select
              options={headerRowOptions(headerRow)}
              value={String(headerRow ?? 0)}
              onValueChange={(value) => void read({ headerRow: value })}
            />
          </Field>
        </div>
      )}
      <FormErrors error={error} className="mt-4" />
    </Card>
  );
}

/** The likeliest encodings with samples, then the others. */
function encodingOptions(candidates: LastUpload["record"]["encodings"]) {
  const likely = candidates.map(({ encoding, samples }) => ({ value: encoding, label: encoding, hint: text.samples(samples) }));
  const others = textEncodings.filter((encoding) => !candidates.some((each) => each.encoding === encoding));
  return [...likely, ...others.map((encoding) => ({ value: encoding as string, label: encoding, hint: undefined }))];
}

/** How many of the first rows can be chosen as the headers. */
const maxHeaderRow = 30;

function headerRowOptions(current: number | null) {
  const rows = Array.from({ length: Math.max(maxHeaderRow, current ?? 0) }, (_, index) => index + 1);
  return [{ value: "0", label: text.noHeader }, ...rows.map((row) => ({ value: String(row), label: text.row(row) }))];
}
