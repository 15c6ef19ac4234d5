"use client";

import { useRouter } from "next/navigation";
import { ConfirmChange } from "@/components/confirm-change";
import type { CodeRecord } from "@/contract/codes";
import { routes } from "@/lib/routes";
import { useDeleteCode } from "./mutations";
import { lostAccessSentence } from "./labels";

type DeleteProps = { code: CodeRecord; open: boolean; onClose: () => Promise<unknown> };

/** Deletes a code, and leaves its page. */
export function DeleteCode({ code: { code, claims }, open, onClose }: DeleteProps) {
  const router = useRouter();
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={`Delete ${code}?`}
      consequence={`${lostAccessSentence(claims)} It goes for good, and mail that waits to be sent with it is cancelled.`}
      action="Delete"
      word={claims > 1 ? "delete" : undefined}
      change={useDeleteCode()}
      input={{ code }}
      said={`${code} is deleted`}
      onDone={() => router.replace(routes.codes)}
    />
  );
}
