"use client";

import { useEffect } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { labels } from "./labels";

/** The end of a sign-in in a window of its own, which closes if the browser allows it. */
export function SignedInView({ project }: { project: ProjectBranding }) {
  useEffect(() => window.close(), []);
  return (
    <AuthCard project={project} title={labels.signedIn.title}>
      <p>{labels.signedIn.text}</p>
    </AuthCard>
  );
}
