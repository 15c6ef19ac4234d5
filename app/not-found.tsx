import { AuthCard } from "@/components/layout/auth-card";
import { buttonStyle } from "@/components/ui/styles";
import { routes } from "@/lib/routes";
import { getProjectBranding } from "@/server/branding";

export const metadata = { title: "Page not found" };

/** What customers see at an address that doesn't exist. */
export default async function NotFound() {
  return (
    <AuthCard
      project={await getProjectBranding()}
      title="Page not found"
      description="This page doesn't exist. Check the link, or open one of these pages."
    >
      <div className="grid gap-3">
        {/* Not Links: these are no pages of Next.js. */}
        <a href={routes.claim} className={buttonStyle({ size: "lg" })}>
          Claim your code
        </a>
        <a href={routes.join} className={buttonStyle({ variant: "outline", size: "lg" })}>
          Join the waitlist
        </a>
      </div>
    </AuthCard>
  );
}
