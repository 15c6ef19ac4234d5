import { live as endpoint } from "@/contract/health";
import { live } from "@/core/health";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(endpoint, async () => live()));
