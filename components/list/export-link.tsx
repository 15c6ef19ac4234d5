import { Download } from "lucide-react";
import { buttonStyle } from "@/components/ui/button";
import { cn } from "@/lib/cn";

/** Downloads all of a list that matches. `href` is the address of its endpoint with its filters, and `format: "csv"`. */
export function ExportLink({ href }: { href: string }) {
  return (
    <a href={href} download className={cn(buttonStyle({ variant: "outline" }))}>
      <Download aria-hidden="true" /> Export CSV
    </a>
  );
}
