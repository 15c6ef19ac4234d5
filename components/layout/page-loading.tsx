import { Skeleton } from "@/components/ui/skeleton";
import { layoutLabels } from "./labels";

/** The content of `loading.tsx`: placeholders for the page header and the content, at their heights. */
export function PageLoading({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status">
      <span className="sr-only">{layoutLabels.loading}</span>
      <div className="flex h-24 items-center lg:h-26">
        <Skeleton className="h-6 w-44" />
      </div>
      <Skeleton className="w-full rounded-lg" style={{ height: rows * 40 }} />
    </div>
  );
}
