"use client";

import { MoreHorizontal } from "lucide-react";
import type { ComponentProps } from "react";
import { IconButton } from "./icon-button";
import { Menu } from "./menu";

type ButtonProps = Pick<ComponentProps<typeof IconButton>, "label" | "size" | "variant" | "pending" | "className">;
type MoreMenuProps = ButtonProps & Omit<ComponentProps<typeof Menu>, "trigger" | "className">;

/** A menu behind three dots, for actions without a button of their own. */
export function MoreMenu({ label, size, variant, pending, className, ...menu }: MoreMenuProps) {
  const trigger = (
    <IconButton label={label} size={size} variant={variant} pending={pending} className={className}>
      <MoreHorizontal aria-hidden="true" />
    </IconButton>
  );
  return <Menu {...menu} trigger={trigger} />;
}
