import { findPlace } from "@/contract/place";
import { place } from "@/core/leads/place";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(findPlace, ({ ctx, params }) => place(ctx, params.email)));
