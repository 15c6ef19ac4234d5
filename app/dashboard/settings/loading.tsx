import { Skeleton } from "@/components/ui/loading";

export default function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-80 rounded-lg" />
    </div>
  );
}
