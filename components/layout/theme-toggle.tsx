"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";

/** Which icon stands is decided by style sheet: the server does not know the theme. */
export function ThemeToggle() {
  const { theme, setTheme } = useTheme();
  return (
    <Menu
      trigger={
        <IconButton label="Theme">
          <Sun aria-hidden="true" className="dark:hidden" />
          <Moon aria-hidden="true" className="hidden dark:block" />
        </IconButton>
      }
    >
      {({ MenuGroup, MenuLabel, MenuRadio, MenuRadioGroup }) => (
        <>
          <MenuGroup>
            <MenuLabel>Theme</MenuLabel>
            <MenuRadioGroup value={theme} onValueChange={setTheme}>
              <MenuRadio value="system">
                <Monitor aria-hidden="true" /> System
              </MenuRadio>
              <MenuRadio value="light">
                <Sun aria-hidden="true" /> Light
              </MenuRadio>
              <MenuRadio value="dark">
                <Moon aria-hidden="true" /> Dark
              </MenuRadio>
            </MenuRadioGroup>
          </MenuGroup>
        </>
      )}
    </Menu>
  );
}
