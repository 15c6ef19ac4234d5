import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import styles from "./layout.module.css";

/** A page with a single message. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className={cn("prose", styles.notice)}>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
