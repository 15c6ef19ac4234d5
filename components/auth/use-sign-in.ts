"use client";

import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { useZodForm } from "@/components/ui/form";
import { call, RequestError } from "@/contract/call";
import { signInEndpoint } from "@/contract/session";

type Step = "password" | "code";
export type SignIn = ReturnType<typeof useSignIn>;

/** Signing in: one form in two steps. The second is for those who have a second factor, and keeps what the first was told. */
export function useSignIn(next: string) {
  const [step, setStep] = useState<Step>("password");
  const [isLeaving, setLeaving] = useState(false);
  const form = useZodForm(signInEndpoint.body, { defaultValues: { email: "", password: "" } });
  const { setFocus, setError, clearErrors, reset } = form;
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    setFocus(step === "code" ? "code" : "email");
  }, [step, setFocus]);

  const tell = (message: string) => setError("code", { type: "server", message }, { shouldFocus: true });
  const enter = async ({ code, ...known }: z.output<typeof signInEndpoint.body>) => {
    if (step === "code" && !code) return tell("must be six digits, or a recovery code");
    try {
      await call("POST /session", { body: step === "code" ? { ...known, code } : known });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.name === "second_factor_invalid") return tell(error.message);
      if (error.name !== "second_factor_required") throw error;
      clearErrors();
      return setStep("code");
    }
    setLeaving(true);
    // A page of its own, so that nothing on it was made for somebody who is not signed in.
    window.location.replace(next);
  };
  const startOver = () => {
    reset();
    setStep("password");
  };
  return { form, step, enter, startOver, isPending: form.formState.isSubmitting || isLeaving };
}
