import type { ReactNode } from "react";
import { ErrorState } from "@/components/ui/errors";
import { keyTexts } from "@/components/ui/keyed-texts";
import { Skeleton } from "@/components/ui/loading";

/** The copy of pages without the frame. Error pages load it separately, so it has nothing that they don't need. */
export const pageLabels = {
  errorScreen: {
    heading: "Error",
    title: "This page couldn't be loaded",
    message:
      "Something went wrong on this page. If you were changing something, check whether it was saved. If the problem continues, check the server log.",
  },
  siteHeader: { nav: "Site", name: "Gatehouse", dashboard: "Dashboard" },
  skipLink: "Skip to content",
  loading: "Loading",
};

type PageHeaderProps = {
  title: ReactNode;
  /** The number of items, or a text such as "10,000+". */
  count?: number | string;
  description?: ReactNode;
  /** The primary action of the page. */
  action?: ReactNode;
};

export function PageHeader({ title, count, description, action }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 pt-6 pb-6 lg:pt-8">
      <div className="grid min-w-0 max-w-full gap-1">
        <h1 className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-2 font-semibold text-xl tracking-tight">
          {keyTexts(title)}
          {count !== undefined && (
            <span className="font-normal text-muted-foreground">{typeof count === "number" ? count.toLocaleString("en") : count}</span>
          )}
        </h1>
        {description && <p className="max-w-2xl text-muted-foreground">{description}</p>}
      </div>
      {action}
    </header>
  );
}

/** The content of `loading.tsx`: placeholders for the page header and the content, at their heights. */
export function PageLoading() {
  return (
    <div role="status">
      <span className="sr-only">{pageLabels.loading}</span>
      <div className="flex h-24 items-center lg:h-26">
        <Skeleton className="h-6 w-44" />
      </div>
      <Skeleton className="h-80 w-full rounded-lg" />
    </div>
  );
}

const { errorScreen: labels } = pageLabels;

type ErrorScreenProps = { error: Error & { digest?: string }; retry: () => void };

/** The content of `error.tsx` inside the frame. */
export function ErrorScreen({ error, retry }: ErrorScreenProps) {
  return (
    <>
      <h1 className="sr-only">{labels.heading}</h1>
      <ErrorState
        title={labels.title}
        message={labels.message}
        requestId={error.digest}
        onRetry={retry}
        className="min-h-[60dvh] content-center"
      />
    </>
  );
}

/** The first element in the tab order of a page. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-lg bg-popover px-3 py-2 font-medium text-popover-foreground shadow focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-3 focus:py-2"
    >
      {pageLabels.skipLink}
    </a>
  );
}
