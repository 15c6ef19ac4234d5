"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { useSession } from "@/components/shell/session";
import { DialogContent, PersistentDialog } from "@/components/ui/dialog";
import { untilSaved } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { routes } from "@/lib/routes";
import { labels } from "./labels";
import { getProviderUrl, type Provider, SignIn } from "./sign-in";

/** How often the dialog looks whether someone has signed in in another window, in milliseconds. */
const checkInterval = 3_000;

/** Finds the first field to fill in, because the email is known. The page behind can have a field for the password, too. */
const findPassword = () =>
  Array.from(document.querySelectorAll<HTMLElement>('[role="dialog"] input[autocomplete="current-password"]')).at(-1);

type SessionEndDialogProps = {
  open: boolean;
  providers: readonly Provider[];
  /** Called when the same staff member has signed in again. */
  onSignedIn: () => void;
  /** Called when it is closed, with the reason if someone else has signed in. */
  onClose: (reason?: Error) => void;
};

/** Signs in on top of the page, so that what was typed there remains. */
export function SessionEndDialog({ open, providers, onSignedIn, onClose }: SessionEndDialogProps) {
  const { staff } = useSession();
  const client = useQueryClient();
  const router = useRouter();
  const finish = async (signedIn: { id: string; email: string }) => {
    if (signedIn.id === staff.id) {
      onSignedIn();
      await untilSaved(client);
      router.refresh();
      return client.invalidateQueries();
    }
    // Renders what the server knows of the session again. What was typed remains.
    router.refresh();
    client.clear();
    onClose(new Error(labels.sessionEnd.otherPerson(signedIn.email)));
  };
  const check = useEffectEvent(() => call("GET /session").then((session) => finish(session.staff)));
  useEffect(() => {
    if (!open) return;
    const checkQuietly = () => void check().catch(() => {});
    const timer = setInterval(checkQuietly, checkInterval);
    window.addEventListener("focus", checkQuietly);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", checkQuietly);
    };
  }, [open]);
  const popup = useRef<Window | null>(null);
  const openProvider = async (provider: Provider) => {
    // Opened before anything is awaited, because browsers block windows that no click opened.
    popup.current = window.open("", "_blank", "popup,width=520,height=680");
    const url = await getProviderUrl(provider, routes.signedIn).catch((error: unknown) => {
      popup.current?.close();
      throw error;
    });
    if (popup.current === null) throw new Error(labels.sessionEnd.popupBlocked);
    popup.current.location.replace(url);
  };
  return (
    <PersistentDialog open={open} persistent onOpenChange={(next) => !next && onClose()}>
      <SignIn
        email={staff.email}
        providers={providers}
        openProvider={openProvider}
        onSignedIn={() => void check()}
        frame={({ title = labels.sessionEnd.title, description = labels.sessionEnd.description, children }) => (
          <DialogContent title={title} description={description} initialFocus={findPassword}>
            {children}
          </DialogContent>
        )}
      />
    </PersistentDialog>
  );
}
