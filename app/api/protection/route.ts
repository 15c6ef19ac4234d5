import { findProtection } from "@/contract/protection-state";
import { findProtection as find } from "@/core/protection/state";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(findProtection, ({ ctx }) => find(ctx)));
