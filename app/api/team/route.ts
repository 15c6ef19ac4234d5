import { listStaff } from "@/contract/team";
import { listStaff as list } from "@/core/staff/team";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(listStaff, ({ ctx }) => list(ctx)));
