"use client";

import { type ComponentProps, type ReactNode, useEffect } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { AuthCard } from "@/components/layout/auth-card";
import { ButtonLink } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/form";
import { RequestError } from "@/contract/call";
import { minPasswordLength } from "@/contract/staff-fields";
import { labels } from "./labels";

/** A notice on pages whose form needs JavaScript, shown only if it is off. */
export function JavaScriptRequired() {
  return <p className="mb-4 hidden rounded-lg border px-3 py-2 text-[13px] noscript:block">{labels.javaScriptRequired}</p>;
}

type NewPasswordFieldProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  name: FieldPath<Input>;
  label?: string;
};

/** A field for a new password. It isn't repeated, because it can be shown. */
export function NewPasswordField<Input extends FieldValues, Output>({
  form,
  name,
  label = labels.password,
}: NewPasswordFieldProps<Input, Output>) {
  return (
    <PasswordField form={form} name={name} label={label} hint={labels.newPasswordHint(minPasswordLength)} autoComplete="new-password" />
  );
}

type ResultCardProps = Pick<ComponentProps<typeof AuthCard>, "project" | "title" | "footer"> & {
  children: ReactNode;
  next: { href: string; label: string };
};

/** Replaces a form with its result and a link to the next page. */
export function ResultCard({ children, next, ...card }: ResultCardProps) {
  useFocusContent();
  return (
    <AuthCard {...card}>
      <div className="grid gap-6">
        <p>{children}</p>
        <ButtonLink href={next.href} size="lg">
          {next.label}
        </ButtonLink>
      </div>
    </AuthCard>
  );
}

/** Moves the focus to the start of the page, because the form that had it was replaced. */
export function useFocusContent(): void {
  useEffect(() => document.getElementById("content")?.focus(), []);
}

/** Waits for a request that uses a link token. Returns false if the API rejects the token, and rethrows any other error. */
export async function isTokenAccepted(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof RequestError && error.name === "link_not_valid") return false;
    throw error;
  }
}
