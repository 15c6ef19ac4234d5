"use client";

import { Monitor, Smartphone } from "lucide-react";
import { cn } from "@/lib/cn";
import { IconToggleGroup } from "./icon-toggle-group";

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
