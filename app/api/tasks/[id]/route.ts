import { findTask } from "@/contract/tasks";
import { get } from "@/core/tasks/list";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(findTask, ({ ctx, params }) => get(ctx, params.id)));
