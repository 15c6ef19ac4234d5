"use client";

import type { ComponentProps, ReactNode } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import { ButtonLink } from "@/components/ui/button";
import { useFocusContent } from "./use-focus-content";

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
