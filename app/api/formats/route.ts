import { listFormats } from "@/contract/formats";
import { listFormats as list } from "@/core/codes/room";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(listFormats, ({ ctx }) => list(ctx)));
