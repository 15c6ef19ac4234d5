"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";
import { Button } from "./button";
import { useOpenAfterMount } from "./hooks";
import { backdropStyle, dialogViewportStyle, panelStyle } from "./styles";
import { Sentence } from "./text";
import { useUnsavedScope } from "./unsaved-changes";

export const DialogTrigger = Base.Trigger;

type DialogProps = Omit<ComponentProps<typeof Base.Root>, "children"> & { open: boolean; children: ReactNode };

/** A dialog that is open or not. Closing it asks if something was typed in it and isn't saved. */
export function Dialog({ open, onOpenChange, children, ...rest }: DialogProps) {
  const { hasUnsaved, confirmLeave, provide } = useUnsavedScope();
  const change: typeof onOpenChange = (next, details) => {
    if (next || !hasUnsaved()) return onOpenChange?.(next, details);
    details.cancel();
    void confirmLeave().then((isConfirmed) => isConfirmed && onOpenChange?.(next, details));
  };
  return (
    <Base.Root {...rest} open={useOpenAfterMount(open)} onOpenChange={change}>
      {provide(children)}
    </Base.Root>
  );
}

type PersistentDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether only its buttons close it, for content that is shown once. */
  persistent: boolean;
  children: ReactNode;
};

/** A dialog that isn't closed by accident. */
export function PersistentDialog({ open, onOpenChange, persistent, children }: PersistentDialogProps) {
  return (
    <Dialog
      open={open}
      disablePointerDismissal={persistent}
      onOpenChange={(next, { reason }) => {
        if (!persistent || reason !== "escape-key") onOpenChange(next);
      }}
    >
      {children}
    </Dialog>
  );
}

type DialogContentProps = Pick<ComponentProps<typeof Base.Popup>, "initialFocus" | "finalFocus"> & {
  title: ReactNode;
  description?: ReactNode;
  wide?: boolean;
  /** Use it for a custom width, such as `max-w-5xl`. */
  className?: string;
  children: ReactNode;
};

/** The content of a dialog. Its buttons belong in a `DialogFooter`, which can be inside a form. */
export function DialogContent({ title, description, wide = false, className, children, ...focus }: DialogContentProps) {
  return (
    <Base.Portal>
      <Base.Backdrop className={backdropStyle} />
      <Base.Viewport className={dialogViewportStyle}>
        <Base.Popup {...focus} className={cn(panelStyle, wide ? "max-w-2xl" : "max-w-md", className)}>
          <header className="grid gap-1 px-6 pt-5 pr-14">
            <Base.Title className="font-semibold text-base">{typeof title === "string" ? <Sentence text={title} /> : title}</Base.Title>
            {description && (
              <Base.Description className="text-muted-foreground">
                {typeof description === "string" ? <Sentence text={description} /> : description}
              </Base.Description>
            )}
          </header>
          <div className="px-6 pt-4 pb-6">{children}</div>
          <DialogCloseIcon />
        </Base.Popup>
      </Base.Viewport>
    </Base.Portal>
  );
}

/** The buttons of a dialog, with the primary one last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}

/** The end of a long dialog, which stays visible: its errors and its `DialogFooter`. */
export function StickyDialogEnd({ children }: { children: ReactNode }) {
  return (
    <div className="-mx-6 -mb-6 short:static sticky bottom-0 mt-6 grid gap-4 rounded-b-lg border-t bg-popover px-6 py-4 *:last:mt-0">
      {children}
    </div>
  );
}

/** A button that closes the dialog. */
export function DialogClose({ children = "Cancel", disabled }: { children?: ReactNode; disabled?: boolean }) {
  return <Base.Close disabled={disabled} render={<Button variant="outline">{children}</Button>} />;
}

/** The button in the corner of a dialog. */
export function DialogCloseIcon() {
  return (
    <Base.Close
      aria-label="Close"
      render={
        <Button variant="ghost" size="icon-sm" className="absolute top-4 right-4 text-muted-foreground">
          <X aria-hidden="true" />
        </Button>
      }
    />
  );
}
