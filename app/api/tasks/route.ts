import { listTasks } from "@/contract/tasks";
import { list } from "@/core/tasks/list";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(listTasks, ({ ctx, query }) => list(ctx, query)));
