import { changeStaff, removeStaff } from "@/contract/team";
import { changeStaff as change, removeStaff as remove } from "@/core/staff/team";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(changeStaff, ({ ctx, params, body }) => change(ctx, params.id, body)),
  serve(removeStaff, ({ ctx, params }) => remove(ctx, params.id)),
);
