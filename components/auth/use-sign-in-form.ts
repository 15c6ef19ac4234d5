"use client";

import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { useZodForm } from "@/components/ui/form";
import { call, RequestError } from "@/contract/call";
import { signInEndpoint } from "@/contract/session";
import { labels } from "./labels";

type Step = "password" | "code";
export type SignInForm = ReturnType<typeof useSignInForm>;

/** The sign-in form, in two steps: email and password, then the code for accounts with a second factor. */
export function useSignInForm(next: string) {
  const [step, setStep] = useState<Step>("password");
  const [isRedirecting, setRedirecting] = useState(false);
  const form = useZodForm(signInEndpoint.body, { defaultValues: { email: "", password: "" } });
  const { setFocus, setError, clearErrors, reset } = form;
  const focusedStep = useRef(step);
  useEffect(() => {
    if (focusedStep.current === step) return;
    focusedStep.current = step;
    setFocus(step === "code" ? "code" : "email");
  }, [step, setFocus]);

  const showCodeError = (message: string) => setError("code", { type: "server", message }, { shouldFocus: true });
  const submit = async ({ code, ...credentials }: z.output<typeof signInEndpoint.body>) => {
    if (step === "code" && !code) return showCodeError(labels.secondFactor.codeRequired);
    try {
      await call("POST /session", { body: step === "code" ? { ...credentials, code } : credentials });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.name === "second_factor_invalid") return showCodeError(error.message);
      if (error.name !== "second_factor_required") throw error;
      clearErrors();
      return setStep("code");
    }
    setRedirecting(true);
    // A full page load: nothing rendered before signing in may remain.
    window.location.replace(next);
  };
  const startOver = () => {
    reset();
    setStep("password");
  };
  return { form, step, submit, startOver, isPending: form.formState.isSubmitting || isRedirecting };
}
