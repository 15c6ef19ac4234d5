import { randomUUID } from "node:crypto";
import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { ApiError } from "@/core/api-error";
import { readText } from "@/server/body";
import { listIdentityProviders } from "@/server/providers";
import { commonHeaders, errorResponse } from "@/server/responses";
import { options } from "./options";

type Context = { params: Promise<{ nextauth: string[] }> };

// What signing in with a provider takes, the way back to our page when it fails included; next-auth knows more, which nothing here needs.
const alone = ["csrf", "signin", "error"];
const withProvider = ["signin", "callback"];

async function handle(request: Request, context: Context): Promise<Response> {
  const [action = "", provider] = (await context.params).nextauth;
  const known = listIdentityProviders();
  const isOpen = provider === undefined ? alone.includes(action) : withProvider.includes(action) && known.some(({ id }) => id === provider);
  if (isOpen && known.length > 0) return NextAuth(options())(request, context);
  const requestId = randomUUID();
  return errorResponse(new ApiError("not_found"), requestId, commonHeaders(requestId));
}

/** What pages post, read before next-auth does: it would read any amount, and break on what says it is JSON and is none. */
async function handlePosted(request: NextRequest, context: Context) {
  const requestId = randomUUID();
  try {
    const { url, method, headers } = request;
    const body = await readText(request, { bodyLimit: 16 * 1024 });
    const form = new Headers(headers);
    form.set("content-type", "application/x-www-form-urlencoded");
    return handle(new NextRequest(url, { method, headers: form, body }), context);
  } catch (error) {
    return errorResponse(error, requestId, commonHeaders(requestId));
  }
}

export { handle as GET, handlePosted as POST };
