"use client";

import type { ComponentProps, ReactNode } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import { ButtonLink } from "@/components/ui/button";
import { useFocusContent } from "./use-focus-content";

type ResultCardProps = Pick<ComponentProps<typeof AuthCard>, "project" | "title" | "footer"> & {
  children: ReactNode;
  /** Where it goes on from here. */
  next: { href: string; label: string };
};

/** A card that has no form, or none any more: what came of it, and where it goes on. */
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
