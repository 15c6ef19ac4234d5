"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { ConfirmChange } from "@/components/confirm-change";
import type { CodeRecord } from "@/contract/codes";
import { routes } from "@/lib/routes";
import { useDeleteCode } from "./mutations";
import { losers } from "./words";

type DeleteProps = { code: CodeRecord; open: boolean; onClose: () => Promise<unknown> };

/** Deletes a code, and leaves its page. */
export function DeleteCode({ code: { code, claims }, open, onClose }: DeleteProps) {
  const router = useRouter();
  const change = useDeleteCode();
  const gone = useRef(false);
  const leaving = {
    ...change,
    mutateAsync: async (input: { code: string }) => {
      const deleted = await change.mutateAsync(input);
      gone.current = true;
      return deleted;
    },
  };
  const close = async () => {
    // The page's address says that the dialog is open; it must have said otherwise before it gives way to another.
    await onClose();
    if (gone.current) router.replace(routes.codes);
  };
  return (
    <ConfirmChange
      open={open}
      onClose={() => void close()}
      title={`Delete ${code}?`}
      consequence={`${losers(claims)} It goes for good, and mail that waits to be sent with it is cancelled.`}
      action="Delete"
      word={claims > 1 ? "delete" : undefined}
      change={leaving}
      input={{ code }}
      said={`${code} is deleted`}
    />
  );
}
