import { findSession, signIn, signOut } from "@/contract/session";
import { signOut as leave } from "@/core/staff/sessions";
import { signIn as enter, findSession as find } from "@/core/staff/sign-in";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(signIn, ({ ctx, body, browser }) => browser.keep(enter(ctx, body, browser.client))),
  serve(findSession, ({ ctx }) => find(ctx)),
  serve(signOut, ({ ctx, browser }) => browser.forget(leave(ctx))),
);
