import { randomUUID } from "node:crypto";
import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { commonHeaders, refusalAnswer } from "@/server/answer";
import { readText } from "@/server/body";
import { options } from "./options";

type Context = { params: Promise<{ nextauth: string[] }> };

const handle = (request: Request, context: Context) => NextAuth(options())(request, context);

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
    return refusalAnswer(error, requestId, commonHeaders(requestId));
  }
}

export { handle as GET, handlePosted as POST };
