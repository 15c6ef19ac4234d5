import { findCode } from "@/contract/codes";
import { get } from "@/core/codes/find";
import { serve } from "@/server/serve";

/** Looks up the code in the last part of the path; the routes of fixed words answer it too, since a code may read like one of them. */
export const lookUp = serve(findCode, ({ ctx, params }) => get(ctx, params.code));
