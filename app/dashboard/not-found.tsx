import { PageHeader } from "@/components/layout/page";
import { ButtonLink } from "@/components/ui/button";
import { routes } from "@/lib/routes";

export const metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" description="This page doesn't exist, or what it shows was deleted." />
      <ButtonLink href={routes.overview} variant="outline">
        Go to overview
      </ButtonLink>
    </>
  );
}
