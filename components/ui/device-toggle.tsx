"use client";

import { Monitor, Smartphone } from "lucide-react";
import { cn } from "@/lib/cn";
import { IconToggleGroup } from "./icon-toggle-group";

const devices = [
  { value: "desktop", label: "As on a desktop", icon: Monitor },
  { value: "phone", label: "As on a phone", icon: Smartphone },
] as const;

export type Device = (typeof devices)[number]["value"];

export const DeviceToggle = ({ device, onDeviceChange }: { device: Device; onDeviceChange: (device: Device) => void }) => (
  <IconToggleGroup label="Screen" options={devices} value={device} onValueChange={onDeviceChange} />
);

/** A frame as wide as its place, or as a phone. */
export const deviceFrameClass = (device: Device): string =>
  cn("w-full bg-background transition-[max-width]", device === "phone" ? "max-w-[375px] border-x" : "max-w-full");
