"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { describeError, type ErrorMessage } from "@/components/ui/errors";
import { callUpload } from "@/contract/call";
import { type ImportKind, importLimits } from "@/contract/import-values";
import type { UploadedImport } from "@/contract/imports";
import { importPath } from "@/lib/routes";
import { labels } from "./labels";

/** How to read a file, where that shouldn't be detected: query parameters of the upload. */
export type ReadingChoices = { encoding?: string; sheet?: string; headerRow?: string };

/** A file on its way to the server: which share of it was sent. */
export type Upload = { name: string; share: number; controller: AbortController };

/** The file of the last upload of this page, which can be sent again to read it differently. Its server keeps only rows. */
export type LastUpload = { record: UploadedImport; file: Blob; name: string; choices: ReadingChoices };
let lastUpload: LastUpload | null = null;

/** Returns the file of an import, if it was uploaded since the page was loaded. */
export const findUpload = (id: string): LastUpload | null => (lastUpload?.record.id === id ? lastUpload : null);

/** Uploads a file, and opens the page of its import. */
export function useUpload() {
  const router = useRouter();
  const [upload, setUpload] = useState<Upload | null>(null);
  const [error, setError] = useState<ErrorMessage | null>(null);
  const start = async (file: Blob, name: string, kind: ImportKind, choices: ReadingChoices = {}): Promise<boolean> => {
    if (file.size > importLimits.bytes) {
      setError({ message: labels.upload.tooLarge(importLimits.bytes / 1024 / 1024) });
      return false;
    }
    const controller = new AbortController();
    const onProgress = (share: number) => setUpload({ name, share, controller });
    setError(null);
    onProgress(0);
    try {
      const query = { name: name.slice(0, 200), kind, ...choices };
      const record = await callUpload("POST /imports", { query, file, signal: controller.signal, onProgress });
      lastUpload = { record, file, name, choices };
      router.push(importPath(record.id));
      return true;
    } catch (failure) {
      const { message, status = 500, requestId } = describeError(failure);
      // The request ID only helps with server errors, which the log explains.
      if (!controller.signal.aborted) setError({ message, requestId: status >= 500 ? requestId : undefined });
      setUpload(null);
      return false;
    }
  };
  return { upload, error, start };
}
