import type { ReactNode } from "react";
import { TextLink } from "@/components/ui/link";
import { codePath, leadPath } from "@/lib/routes";

/** A part of a card with a title. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid min-w-0 gap-1.5">
    <h3 className="font-medium text-2sm leading-5">{title}</h3>
    {children}
  </section>
);

export const LeadLink = ({ email }: { email: string }) => (
  <TextLink translate="no" href={leadPath(email)} prefetch={false} className="min-w-0 break-all font-mono text-2sm">
    {email}
  </TextLink>
);

export const CodeLink = ({ code }: { code: string }) => (
  <TextLink translate="no" href={codePath(code)} prefetch={false} className="min-w-0 break-all font-mono text-2sm">
    {code}
  </TextLink>
);
