"use client";

import { Monitor, Smartphone } from "lucide-react";
import { cn } from "@/lib/cn";
import { IconChoice } from "./icon-choice";

const screens = [
  { value: "desktop", label: "As on a desktop", icon: Monitor },
  { value: "phone", label: "As on a phone", icon: Smartphone },
] as const;

export type Screen = (typeof screens)[number]["value"];

export const ScreenSwitch = ({ screen, onScreen }: { screen: Screen; onScreen: (screen: Screen) => void }) => (
  <IconChoice label="Screen" choices={screens} value={screen} onValueChange={onScreen} />
);

/** A frame as wide as its place, or as a phone. */
export const frameStyle = (screen: Screen): string =>
  cn("w-full bg-background transition-[max-width]", screen === "phone" ? "max-w-[375px] border-x" : "max-w-full");
