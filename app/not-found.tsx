import { Notice, SiteHeader } from "@/components/layout/site-header";
import { routes } from "@/lib/routes";

export const metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <>
      <SiteHeader />
      <Notice title="Page not found">
        <p>This page doesn't exist. Check the URL, or go back to the home page.</p>
        <p>
          {/* Not a Link: the home page is no page of Next.js. */}
          <a href={routes.home}>Go to home page</a>
        </p>
      </Notice>
    </>
  );
}
