import { headers } from "next/headers";
import { pageRequirement } from "@/components/layout/nav";
import { PageHeader } from "@/components/layout/page";
import { ButtonLink } from "@/components/ui/button";
import { forbiddenCalls } from "@/contract/index";
import { describeRequiredRole } from "@/contract/required-role";
import type { Role } from "@/contract/roles";
import { routes } from "@/lib/routes";
import { getSignedInStaff } from "@/server/staff-page";

export const metadata = { title: "Page not found" };

/** The role that the requested page needs, if the staff member doesn't have it. */
async function findMissingRole(): Promise<Role | null> {
  const [staff, { path }] = [await getSignedInStaff(), { path: (await headers()).get("x-path") ?? "" }];
  const required = pageRequirement(path.split("?")[0] ?? "");
  return staff === null || required === undefined ? null : (forbiddenCalls(staff.staff.role)[required] ?? null);
}

export default async function NotFound() {
  const role = await findMissingRole();
  return (
    <>
      {role === null ? (
        <PageHeader title="Page not found" description="This page doesn't exist, or what it shows was deleted." />
      ) : (
        <PageHeader title="You don't have access to this page" description={describeRequiredRole(role, "This page")} />
      )}
      <ButtonLink href={routes.overview} variant="outline">
        Go to overview
      </ButtonLink>
    </>
  );
}
