import { changeProject, findProject } from "@/contract/project";
import { changeProject as change, findProject as find } from "@/core/projects/project";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(findProject, ({ ctx }) => find(ctx)),
  serve(changeProject, ({ ctx, body }) => change(ctx, body)),
);
