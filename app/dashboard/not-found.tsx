import { FileQuestion } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { routes } from "@/lib/routes";

export const metadata = { title: "Nothing here" };

export default function NotFound() {
  return (
    <EmptyState
      icon={FileQuestion}
      title="Nothing here"
      text="There is no page at this address, or your role does not open it."
      action={
        <ButtonLink href={routes.overview} variant="outline">
          Go to the overview
        </ButtonLink>
      }
      className="min-h-[60dvh] content-center"
    />
  );
}
