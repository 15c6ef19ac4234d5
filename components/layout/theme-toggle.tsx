"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { layoutLabels } from "./labels";

const { theme: labels } = layoutLabels;

/** CSS decides which icon is visible, because the server doesn't know the theme. */
export function ThemeToggle() {
  const { theme, setTheme } = useTheme();
  return (
    <Menu
      trigger={
        <IconButton label={labels.title}>
          <Sun aria-hidden="true" className="dark:hidden" />
          <Moon aria-hidden="true" className="hidden dark:block" />
        </IconButton>
      }
    >
      {({ MenuGroup, MenuLabel, MenuRadio, MenuRadioGroup }) => (
        <>
          <MenuGroup>
            <MenuLabel>{labels.title}</MenuLabel>
            <MenuRadioGroup value={theme} onValueChange={setTheme}>
              <MenuRadio value="system">
                <Monitor aria-hidden="true" /> {labels.system}
              </MenuRadio>
              <MenuRadio value="light">
                <Sun aria-hidden="true" /> {labels.light}
              </MenuRadio>
              <MenuRadio value="dark">
                <Moon aria-hidden="true" /> {labels.dark}
              </MenuRadio>
            </MenuRadioGroup>
          </MenuGroup>
        </>
      )}
    </Menu>
  );
}
