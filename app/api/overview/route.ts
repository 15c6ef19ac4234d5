import { getOverview } from "@/contract/overview";
import { overview } from "@/core/overview";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(getOverview, ({ ctx }) => overview(ctx)));
