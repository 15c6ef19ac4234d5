import { PageHeader } from "@/components/layout/page-header";
import { ButtonLink } from "@/components/ui/button";
import { routes } from "@/lib/routes";

export const metadata = { title: "Nothing here" };

export default function NotFound() {
  return (
    <>
      <PageHeader title="Nothing here" description="There is no page at this address, or your role does not open it." />
      <ButtonLink href={routes.overview} variant="outline">
        Go to the overview
      </ButtonLink>
    </>
  );
}
