import { cancelTask } from "@/contract/tasks";
import { cancel } from "@/core/tasks/cancel";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(cancelTask, ({ ctx, body }) => cancel(ctx, body.task)));
