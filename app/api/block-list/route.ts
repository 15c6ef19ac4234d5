import { changeBlockList, findBlockList } from "@/contract/block-list";
import { changeBlockList as change, findBlockList as find } from "@/core/protection/block-list";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(findBlockList, ({ ctx }) => find(ctx)),
  serve(changeBlockList, ({ ctx, body }) => change(ctx, body)),
);
