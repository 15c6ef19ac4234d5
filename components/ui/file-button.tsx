"use client";

import { type ComponentProps, useRef } from "react";
import { Button } from "./button";

/** The files that can hold rows of leads or codes. */
export const tableFiles = ".csv,.tsv,.txt,.xlsx";

type FileButtonProps = Omit<ComponentProps<typeof Button>, "onClick"> & {
  /** File types, as in the `accept` attribute of an input. */
  accept: string;
  onFile: (file: File) => void;
};

/** A button that lets people choose a file. */
export function FileButton({ accept, onFile, ...button }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept={accept}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Lets the same file be chosen again after it was changed.
          target.value = "";
        }}
      />
      <Button {...button} onClick={() => picker.current?.click()} />
    </>
  );
}
