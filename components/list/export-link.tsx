import { Download } from "lucide-react";
import { buttonStyle } from "@/components/ui/button-style";
import { cn } from "@/lib/cn";
import { listLabels } from "./labels";

/** Downloads all matching items. `href` is the URL of the list endpoint with its filters and `format=csv`. */
export function ExportLink({ href }: { href: string }) {
  return (
    <a href={href} download className={cn(buttonStyle({ variant: "outline" }))}>
      <Download aria-hidden="true" /> {listLabels.exportCsv}
    </a>
  );
}
