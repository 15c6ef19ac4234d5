import { changeMailSettings, findMailSettings } from "@/contract/mail-settings";
import { changeMailSettings as change, findMailSettings as find } from "@/core/mail/settings";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(findMailSettings, ({ ctx }) => find(ctx)),
  serve(changeMailSettings, ({ ctx, body }) => change(ctx, body)),
);
