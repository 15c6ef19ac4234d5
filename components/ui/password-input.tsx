"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { cn } from "@/lib/cn";
import { Input } from "./input";

/** A password field with a button that shows the password. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<typeof Input>, "type">) {
  const [isVisible, setVisible] = useState(false);
  return (
    <div className="relative">
      <Input {...rest} type={isVisible ? "text" : "password"} className={cn("pr-10", className)} />
      <button
        type="button"
        aria-label="Show password"
        aria-pressed={isVisible}
        onClick={() => setVisible(!isVisible)}
        className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-lg text-muted-foreground hover:text-foreground noscript:hidden"
      >
        {isVisible ? <EyeOff aria-hidden="true" className="size-4" /> : <Eye aria-hidden="true" className="size-4" />}
      </button>
    </div>
  );
}
