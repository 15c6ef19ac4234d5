import type { IncomingMessage, ServerResponse } from "node:http";
import { createLinkCookie, type LinkPage, linkPages } from "../session-cookie";

/**
 * Moves the token of an emailed or printed link from the URL into a cookie of its page and redirects there, so that the browser's history,
 * later requests and their logs don't contain it. Opening the link still doesn't use it up. Returns whether it responded.
 */
export function moveTokenToCookie({ method, url = "" }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const [path = "", query = ""] = url.split("?", 2);
  const page = linkPages.find((each): each is LinkPage => each === path);
  const token = new URLSearchParams(query).get("token");
  if (page === undefined || token === null) return false;
  response.writeHead(303, { Location: page, "Set-Cookie": createLinkCookie(page, token), "Cache-Control": "no-store" });
  response.end();
  return true;
}
