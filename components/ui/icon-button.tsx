"use client";

import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button";
import { Tooltip } from "./tooltip";

type IconButtonProps = Omit<ComponentProps<typeof Button>, "size" | "aria-label"> & {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  size?: "icon" | "icon-sm";
  side?: ComponentProps<typeof Tooltip>["side"];
  children: ReactNode;
};

/** A button that only shows an icon. */
export function IconButton({ label, size = "icon", variant = "ghost", side, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} side={side}>
      <Button {...rest} variant={variant} size={size} aria-label={label} />
    </Tooltip>
  );
}
