"use client";

import { type ComponentProps, type ReactNode, useEffect, useSyncExternalStore } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { AuthCard } from "@/components/layout/auth-card";
import { ButtonLink } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/form";
import { Interpolate } from "@/components/ui/text";
import { RequestError } from "@/contract/call";
import { minPasswordLength } from "@/contract/limits";
import { cn } from "@/lib/cn";
import { labels } from "./labels";

const noticeStyle = "mb-4 rounded-lg border px-3 py-2 text-2sm";

/** Notices on pages whose form needs JavaScript and cookies, shown only if the browser blocks them. */
export function BrowserRequirements() {
  const fault = useCookieFault();
  return (
    <>
      <p className={cn(noticeStyle, "hidden noscript:block")}>{labels.javaScriptRequired}</p>
      {fault && (
        <p role="alert" className={noticeStyle}>
          {fault === "blocked" ? labels.cookiesBlocked.signIn : <HttpsRequired />}
        </p>
      )}
    </>
  );
}

/** The public URL of the site, from the root layout. */
const appUrl = () => document.documentElement.dataset.appUrl ?? "";

function HttpsRequired() {
  const link = (
    <a href={appUrl()} className="text-link underline underline-offset-3">
      {appUrl()}
    </a>
  );
  return <Interpolate text={labels.cookiesBlocked.https} values={{ url: link }} />;
}

/** Why the browser doesn't keep our cookies: they are blocked, or the page was opened over HTTP and they need HTTPS. */
type CookieFault = "blocked" | "needs_https";

/** Only the browser knows. Null on the server, and if cookies are kept. */
function useCookieFault(): CookieFault | null {
  return useSyncExternalStore(
    () => () => {},
    findCookieFault,
    () => null,
  );
}

let cookieFault: CookieFault | null | undefined;

function findCookieFault(): CookieFault | null {
  if (cookieFault !== undefined) return cookieFault;
  const needsHttps = appUrl().startsWith("https:") && !keepsCookie("; Secure");
  cookieFault = keepsCookie() ? (needsHttps ? "needs_https" : null) : "blocked";
  return cookieFault;
}

/** Tries it, because browsers can also block the cookies of single sites. */
function keepsCookie(attributes = ""): boolean {
  const name = "gatehouse-test";
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API, and it needs HTTPS
  const setCookie = (maxAge: number) => (document.cookie = `${name}=1; Path=/; Max-Age=${maxAge}; SameSite=Lax${attributes}`);
  setCookie(60);
  const isKept = navigator.cookieEnabled && document.cookie.includes(`${name}=1`);
  setCookie(0);
  return isKept;
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

/** Replaces a form whose link isn't valid. Without cookies, no link is. */
export function InvalidLinkCard(props: ResultCardProps) {
  const fault = useCookieFault();
  const { title, link, httpsTitle } = labels.cookiesBlocked;
  if (fault === null) return <ResultCard {...props} />;
  return (
    <AuthCard project={props.project} title={fault === "blocked" ? title : httpsTitle}>
      <p>{fault === "blocked" ? link : <HttpsRequired />}</p>
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
