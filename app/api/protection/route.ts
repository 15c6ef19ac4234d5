import { findProtection } from "@/contract/protection-state";
import { protection } from "@/core/protection/state";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(findProtection, ({ ctx }) => protection(ctx)));
