"use client";

import { createContext, type ReactNode, use, useId } from "react";
import { cn } from "@/lib/cn";

/** The style of all text controls. */
export const inputStyle = [
  "w-full min-w-0 rounded-lg border border-input bg-background px-3 text-foreground placeholder:text-muted-foreground pointer-coarse:text-base",
  "focus-visible:outline-offset-0 aria-invalid:border-destructive disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground",
];

type FieldControlProps = {
  id: string;
  "aria-labelledby": string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

const FieldContext = createContext<FieldControlProps | null>(null);

/** The attributes that connect a control to the label, hint and error of its field. Null outside of a field. */
export const useField = (): FieldControlProps | null => use(FieldContext);

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to fix it. */
  error?: string | undefined;
  optional?: boolean;
  /** Puts the label beside the control, for checkboxes and switches. */
  inline?: boolean;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
};

/** A control with a label, a hint and an error. */
export function Field({ label, hint, error, optional, inline = false, hideLabel = false, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const labelElement = (
    <label id={`${id}-label`} htmlFor={id} className={cn("font-medium text-2sm leading-5", hideLabel && "sr-only")}>
      <bdi>{label}</bdi>
      {optional && <span className="font-normal text-muted-foreground"> (optional)</span>}
    </label>
  );
  const messages = (
    <>
      <FieldHint id={`${id}-hint`} text={hint} />
      <FieldError id={`${id}-error`} text={error} />
    </>
  );
  return (
    <FieldContext
      value={{
        id,
        "aria-labelledby": `${id}-label`,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      }}
    >
      {inline ? (
        <div className={cn("flex items-start gap-3", className)}>
          <span className="flex h-5 items-center">{children}</span>
          <div className="grid min-w-0 gap-1">
            {labelElement}
            {messages}
          </div>
        </div>
      ) : (
        <div className={cn("grid min-w-0 grid-cols-1 content-start gap-1.5", className)}>
          {labelElement}
          {children}
          {messages}
        </div>
      )}
    </FieldContext>
  );
}

function FieldHint({ id, text }: { id: string; text: ReactNode }) {
  if (!text) return null;
  return (
    <p id={id} className="text-2sm text-muted-foreground">
      {text}
    </p>
  );
}

/** What is wrong with the value of a control. Renders nothing without a text. */
export function FieldError({ id, text }: { id?: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p id={id} className="whitespace-pre-line text-2sm text-destructive first-letter:uppercase">
      {text}
    </p>
  );
}
