import { randomUUID } from "node:crypto";
import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { ApiError } from "@/core/api-error";
import { readText } from "@/server/body";
import { listIdentityProviders } from "@/server/providers";
import { commonHeaders, errorResponse } from "@/server/responses";
import { options } from "./options";

type Context = { params: Promise<{ nextauth: string[] }> };

// The next-auth actions that sign-in needs, including the redirect after an error. Other actions are disabled.
const actions = ["csrf", "signin", "error"];
const providerActions = ["signin", "callback"];

async function handle(request: Request, context: Context): Promise<Response> {
  const [action = "", provider] = (await context.params).nextauth;
  const providers = listIdentityProviders();
  const isAllowed =
    provider === undefined ? actions.includes(action) : providerActions.includes(action) && providers.some(({ id }) => id === provider);
  if (isAllowed && providers.length > 0) return NextAuth(options())(request, context);
  const requestId = randomUUID();
  return errorResponse(new ApiError("not_found"), requestId, commonHeaders(requestId));
}

/** Reads the body before next-auth, which has no size limit and fails for invalid JSON. */
async function handlePost(request: NextRequest, context: Context) {
  const requestId = randomUUID();
  try {
    const { url, method, headers } = request;
    const body = await readText(request, 16 * 1024);
    const form = new Headers(headers);
    form.set("content-type", "application/x-www-form-urlencoded");
    return handle(new NextRequest(url, { method, headers: form, body }), context);
  } catch (error) {
    return errorResponse(error, requestId, commonHeaders(requestId));
  }
}

export { handle as GET, handlePost as POST };
