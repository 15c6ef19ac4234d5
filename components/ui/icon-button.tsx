"use client";

import { type LucideIcon, Monitor, Smartphone } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";
import { Button } from "./button";
import { tooltip } from "./tooltip";

type IconButtonProps = Omit<ComponentProps<typeof Button>, "size" | "aria-label"> & {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  size?: "icon" | "icon-sm";
  /** The side on which its tooltip is shown. */
  side?: "top" | "right" | "bottom" | "left";
  children: ReactNode;
};

/** A button that only shows an icon. */
export function IconButton({ label, size = "icon", variant = "ghost", side, ...rest }: IconButtonProps) {
  return <Button {...tooltip(label, { side })} {...rest} variant={variant} size={size} aria-label={label} />;
}

type IconToggleGroupProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string; icon: LucideIcon }[];
  /** Null while it isn't known. */
  value: Value | null;
  onValueChange: (value: Value) => void;
};

/** A choice between a few options, shown as icons. */
export function IconToggleGroup<Value extends string>({ label, options, value, onValueChange }: IconToggleGroupProps<Value>) {
  return (
    <fieldset aria-label={label} className="flex shrink-0 gap-1">
      {options.map(({ value: option, label: optionLabel, icon: Icon }) => (
        <IconButton
          key={option}
          size="icon-sm"
          label={optionLabel}
          aria-pressed={value === option}
          onClick={() => onValueChange(option)}
          className="text-muted-foreground aria-pressed:bg-accent aria-pressed:text-foreground"
        >
          <Icon aria-hidden="true" />
        </IconButton>
      ))}
    </fieldset>
  );
}

const devices = [
  { value: "desktop", label: "Desktop", icon: Monitor },
  { value: "phone", label: "Phone", icon: Smartphone },
] as const;

export type Device = (typeof devices)[number]["value"];

export const DeviceToggle = ({ device, onDeviceChange }: { device: Device; onDeviceChange: (device: Device) => void }) => (
  <IconToggleGroup label="Device" options={devices} value={device} onValueChange={onDeviceChange} />
);

/** The class of a frame in the width of the device. */
export const deviceFrameClass = (device: Device): string =>
  cn("w-full bg-background transition-[max-width]", device === "phone" ? "max-w-[375px] border-x" : "max-w-full");
