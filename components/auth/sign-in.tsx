"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { requestPasskey } from "@/components/passkey";
import { Button } from "@/components/ui/button";
import { describeError, FormErrors } from "@/components/ui/errors";
import { Form, FormErrorSummary, PasswordField, showSubmitError, TextField, useZodForm } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";
import { call, RequestError } from "@/contract/call";
import { signInEndpoint } from "@/contract/session";
import type { SecondFactorName } from "@/contract/staff-fields";
import { routes } from "@/lib/routes";
import { labels } from "./labels";
import { BrowserRequirements } from "./shared";

type SignInViewProps = {
  project: ProjectBranding;
  providers: readonly Provider[];
  /** The path to open after signing in. */
  next: string;
  /** How to confirm a sign-in with an identity provider that waits for a second factor. */
  pendingSecondFactors: readonly SecondFactorName[] | null;
  /** The name of the error that an identity provider redirected back with. */
  error: string | null;
};

/** The page to sign in. */
export function SignInView({ project, providers, next, pendingSecondFactors, error }: SignInViewProps) {
  return (
    <SignIn
      frame={({ title = labels.signIn.title, ...step }) => <AuthCard project={project} title={title} {...step} />}
      providers={providers}
      openProvider={async (provider) => window.location.assign(await getProviderUrl(provider, next))}
      // A full page load: nothing rendered before signing in may remain.
      onSignedIn={() => window.location.replace(next)}
      pendingSecondFactors={pendingSecondFactors}
      providerError={providerErrorMessage(error)}
    />
  );
}

type SignInProps = {
  /** Renders a step. The first one has no title of its own. */
  frame: (step: { title?: string; description?: string; children: ReactNode }) => ReactNode;
  providers: readonly Provider[];
  /** Starts a sign-in with an identity provider. */
  openProvider: (provider: Provider) => Promise<void>;
  onSignedIn: () => void;
  /** The email to start with. */
  email?: string;
  pendingSecondFactors?: readonly SecondFactorName[] | null;
  providerError?: string | null;
};

/** Signs in with a password, a passkey or an identity provider, and a second factor. */
export function SignIn({
  frame,
  providers,
  openProvider,
  onSignedIn,
  email = "",
  pendingSecondFactors = null,
  providerError = null,
}: SignInProps) {
  const signInForm = useSignInForm(email, onSignedIn, pendingSecondFactors);
  if (signInForm.step === "code") return <SecondFactorStep frame={frame} signInForm={signInForm} />;
  return frame({
    children: (
      <>
        <BrowserRequirements />
        {/* Hidden after an attempt with a password, which has its own error. */}
        {providerError && !signInForm.form.formState.isSubmitted && <FormErrors error={{ message: providerError }} className="mb-4" />}
        <PasswordForm {...signInForm} />
        <div className="mt-4 grid gap-3 noscript:hidden">
          <p className="flex items-center gap-3 text-2sm text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
            {labels.signIn.or}
          </p>
          <PasskeyButton onSignedIn={onSignedIn} />
          <ProviderButtons providers={providers} openProvider={openProvider} />
        </div>
      </>
    ),
  });
}

function PasswordForm({ form, submit, isPending, isChecking }: SignInForm) {
  return (
    <Form form={form} onSubmit={submit} confirmLeave={false} className="grid gap-4">
      <TextField form={form} name="email" label={labels.email} type="email" autoComplete="username" mono />
      <div className="relative">
        <PasswordField form={form} name="password" label={labels.password} autoComplete="current-password" />
        <TextLink href={routes.forgotPassword} className="absolute top-0 right-0 text-2sm">
          {labels.signIn.forgotPassword}
        </TextLink>
      </div>
      <FormErrorSummary form={form} />
      <Button type="submit" size="lg" pending={isPending}>
        {labels.signIn.submit}
      </Button>
      <CheckingStatus isChecking={isChecking} />
    </Form>
  );
}

/** Says why signing in takes long. */
const CheckingStatus = ({ isChecking }: Pick<SignInForm, "isChecking">) => (
  <p role="status" className="text-2sm text-muted-foreground empty:hidden">
    {isChecking && labels.signIn.checking}
  </p>
);

/** The second step of signing in. */
function SecondFactorStep({ frame, signInForm }: Pick<SignInProps, "frame"> & { signInForm: SignInForm }) {
  const { form, submit, submitPasskey, startOver, isPending, isChecking, secondFactors } = signInForm;
  const { title, descriptions, code, recoveryCode, usePasskey, useRecoveryCode, useAnotherAccount } = labels.secondFactor;
  const hasPasskey = secondFactors.includes("passkey");
  const hasAuthenticator = secondFactors.includes("authenticator");
  const [isRecovering, setRecovering] = useState(!hasAuthenticator);
  const description = hasPasskey ? (hasAuthenticator ? descriptions.both : descriptions.passkey) : descriptions.authenticator;
  return frame({
    title,
    description,
    children: (
      <Form form={form} onSubmit={submit} confirmLeave={false} className="grid gap-4">
        {hasPasskey && (
          <Button size="lg" pending={isPending} onClick={() => void submitPasskey()}>
            {usePasskey}
          </Button>
        )}
        <TextField
          form={form}
          name="code"
          label={isRecovering ? recoveryCode : code}
          mono
          // Recovery codes have letters, which the keyboard for digits of a phone doesn't.
          inputMode={isRecovering ? "text" : "numeric"}
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
        />
        <FormErrorSummary form={form} />
        <CheckingStatus isChecking={isChecking} />
        <div className="grid gap-2">
          <Button type="submit" variant={hasPasskey ? "outline" : "default"} size="lg" pending={isPending}>
            {labels.signIn.submit}
          </Button>
          {!isRecovering && (
            <Button variant="ghost" size="lg" onClick={() => setRecovering(true)}>
              {useRecoveryCode}
            </Button>
          )}
          <Button variant="ghost" size="lg" onClick={startOver}>
            {useAnotherAccount}
          </Button>
        </div>
      </Form>
    ),
  });
}

/** Signs in. After too many attempts for the email, by anyone, the browser solves a proof of work first. */
async function signInWithProof(body: z.input<typeof signInEndpoint.body>, setChecking: (isChecking: boolean) => void): Promise<void> {
  try {
    await call("POST /session", { body });
  } catch (error) {
    if (!(error instanceof RequestError && error.challenge)) throw error;
    const { solveChallenge } = await import("@/lib/solve-challenge");
    setChecking(true);
    const proof = await solveChallenge(error.challenge)
      .catch(() => Promise.reject(error))
      .finally(() => setChecking(false));
    await call("POST /session", { body: { ...body, proof } });
  }
}

/** The form's schema when the email and password aren't needed. */
const confirmationBody = signInEndpoint.body.partial({ email: true, password: true }) as unknown as typeof signInEndpoint.body;

type Step = "password" | "code";
type SignInForm = ReturnType<typeof useSignInForm>;

/** The sign-in form, in two steps: email and password, then the code for accounts with a second factor. */
function useSignInForm(email: string, onSignedIn: () => void, pendingSecondFactors: readonly SecondFactorName[] | null) {
  // After a sign-in with an identity provider, only the second step is needed.
  const [isConfirming, setConfirming] = useState(pendingSecondFactors !== null);
  const [step, setStep] = useState<Step>(isConfirming ? "code" : "password");
  const [secondFactors, setSecondFactors] = useState(pendingSecondFactors ?? []);
  const [isSignedIn, setSignedIn] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const [isPasskeyPending, setPasskeyPending] = useState(false);
  const form = useZodForm(isConfirming ? confirmationBody : signInEndpoint.body, {
    defaultValues: isConfirming ? {} : { email, password: "" },
  });
  const { setFocus, setError, clearErrors, reset } = form;
  const focusedStep = useRef(step);
  useEffect(() => {
    if (focusedStep.current === step) return;
    focusedStep.current = step;
    setFocus(step === "code" ? "code" : email ? "password" : "email");
  }, [step, email, setFocus]);

  const showCodeError = (message: string) => setError("code", { type: "server", message }, { shouldFocus: true });
  const submit = async ({ code, ...credentials }: z.output<typeof signInEndpoint.body>) => {
    if (step === "code" && !code) return showCodeError(labels.secondFactor.codeRequired);
    try {
      if (isConfirming) await call("POST /session/second-factor", { body: { code } });
      else await signInWithProof(step === "code" ? { ...credentials, code } : credentials, setChecking);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.name === "second_factor_invalid") return showCodeError(error.message);
      // The message is for clients of the API.
      if (error.name === "proof_required") return showSubmitError(form, { name: error.name, message: labels.signIn.checkFailed });
      if (error.name !== "second_factor_required") throw error;
      clearErrors();
      setSecondFactors(error.secondFactors ?? []);
      return setStep("code");
    }
    finish();
  };
  const finish = () => {
    setSignedIn(true);
    onSignedIn();
  };
  const submitPasskey = async () => {
    setPasskeyPending(true);
    clearErrors();
    try {
      const { email, password } = form.getValues();
      const passkey = await requestPasskey();
      if (isConfirming) await call("POST /session/second-factor", { body: { passkey } });
      else await call("POST /session", { body: { email, password, passkey } });
      finish();
    } catch (error) {
      showSubmitError(form, describeError(error));
    }
    setPasskeyPending(false);
  };
  const startOver = () => {
    setConfirming(false);
    reset({ email, password: "" });
    setStep("password");
  };
  const isPending = form.formState.isSubmitting || isPasskeyPending || isSignedIn;
  return { form, step, secondFactors, submit, submitPasskey, startOver, isPending, isChecking };
}

/** Buttons to sign in with an identity provider. */
function ProviderButtons({ providers, openProvider }: Pick<SignInProps, "providers" | "openProvider">) {
  // Not `useApiMutation`, which sends again what had no answer: that could open a second window, which no click opened.
  const { mutate, reset, variables, isPending, isSuccess, error } = useMutation({ mutationFn: openProvider });
  // The back button restores this page with its pending state.
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener("pageshow", handlePageShow);
    return () => window.removeEventListener("pageshow", handlePageShow);
  }, [reset]);

  const pendingId = isPending || isSuccess ? variables?.id : undefined;
  return (
    <>
      <FormErrors error={error && describeError(error)} />
      {providers.map((provider) => (
        <Button
          key={provider.id}
          variant="outline"
          size="lg"
          pending={pendingId === provider.id}
          disabled={pendingId !== undefined}
          className="h-auto min-h-10 whitespace-normal text-balance py-2"
          onClick={() => mutate(provider)}
        >
          {labels.signIn.continueWith(provider.name)}
        </Button>
      ))}
    </>
  );
}

/** The button to sign in with a passkey, without an email or password. */
function PasskeyButton({ onSignedIn }: Pick<SignInProps, "onSignedIn">) {
  // Not `useApiMutation`, which sends again what had no answer: the browser would ask for a passkey again, since each challenge works once.
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => call("POST /session/passkey", { body: { passkey: await requestPasskey() } }),
    onSuccess: onSignedIn,
  });
  return (
    <>
      <FormErrors error={error && describeError(error)} />
      <Button variant="outline" size="lg" pending={isPending || isSuccess} onClick={() => mutate()}>
        {labels.signIn.withPasskey}
      </Button>
    </>
  );
}

/** An identity provider that staff can sign in with. */
export type Provider = { id: string; name: string };

const authUrls = { csrf: "/api/auth/csrf", signIn: "/api/auth/signin" };

/** Returns the URL of a provider's sign-in page, which redirects back to `next`, a path of this site. Throws a TypeError if the server doesn't respond. */
export async function getProviderUrl({ id }: Provider, next: string): Promise<string> {
  const { csrfToken } = await fetchJson<{ csrfToken: string }>(authUrls.csrf);
  const { url } = await fetchJson<{ url: string }>(`${authUrls.signIn}/${encodeURIComponent(id)}`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, callbackUrl: next, json: "true" }),
  });
  return url;
}

async function fetchJson<Body>(url: string, init: RequestInit = {}): Promise<Body> {
  const response = await fetch(url, { ...init, credentials: "same-origin" });
  const body: unknown = await response.json().catch(() => null);
  if (body === null) throw new TypeError(`The server responded with status ${response.status} and a body that isn't JSON`);
  return body as Body;
}

const { other, ...messages } = labels.providerErrors;

/** The message for a failed sign-in with an identity provider, by the error name in the URL. Returns null without an error. */
function providerErrorMessage(error: string | null): string | null {
  if (error === null) return null;
  return new Map(Object.entries(messages)).get(error) ?? other;
}
