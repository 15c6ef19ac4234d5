import { needsOwner } from "@/core/staff/setup";
import { routes } from "@/lib/routes";
import { withAllMethods } from "../route-handlers";
import { claimPages, loadClaimPage } from "./claim";
import type { Page } from "./document";
import { embedPages } from "./embed";
import { redirectTo } from "./forms";
import { type Handlers, type PageRequest, pageHandler } from "./handler";
import { joinPages, loadJoinPage } from "./join";
import { unsubscribePages } from "./unsubscribe";
import { waitlistPages } from "./waitlist";

/** Loads the home page that staff chose. Until there is an owner, it leads to the setup. */
async function loadHomePage(request: PageRequest): Promise<Page | Response> {
  const { ctx, project, query } = request;
  if (await needsOwner(ctx.db)) return redirectTo(routes.setup);
  if (project.homePage === "redirect" && project.homeRedirectUrl !== null) {
    const url = new URL(project.homeRedirectUrl);
    // Such as `?ref=` of a referral link.
    for (const [name, value] of query) url.searchParams.append(name, value);
    return new Response(null, { status: 302, headers: { Location: url.href, "Cache-Control": "no-store" } });
  }
  return project.homePage === "claim" ? loadClaimPage(request) : loadJoinPage(request);
}

const homePage: Record<string, Handlers> = { [routes.home]: { GET: pageHandler(loadHomePage) } };

const pages = { ...homePage, ...claimPages, ...joinPages, ...waitlistPages, ...unsubscribePages, ...embedPages };

/** The pages for customers and what their forms submit to, by path and method. GET answers HEAD too. */
export const publicPages = Object.fromEntries(Object.entries(pages).map(([path, handlers]) => [path, withAllMethods(handlers)]));
