import { pauseProject } from "@/contract/pauses";
import { pause } from "@/core/projects/pauses";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(pauseProject, ({ ctx, body }) => pause(ctx, body)));
