"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { Menu, MenuContent, MenuGroup, MenuLabel, MenuRadio, MenuRadioGroup, MenuTrigger } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";

/** Which icon stands is decided by style sheet: the server does not know the theme. */
export function ThemeToggle() {
  const { theme, setTheme } = useTheme();
  return (
    <Menu>
      <MenuTrigger
        render={
          <IconButton label="Theme">
            <Sun aria-hidden="true" className="dark:hidden" />
            <Moon aria-hidden="true" className="hidden dark:block" />
          </IconButton>
        }
      />
      <MenuContent>
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
      </MenuContent>
    </Menu>
  );
}
