"use client";

import { TriangleAlert } from "lucide-react";
import { buttonStyle } from "@/components/ui/button-style";
import { Input } from "@/components/ui/input";
import { brandStyle, contrastRatio, pageBackgrounds } from "@/lib/brand";
import { cn } from "@/lib/cn";
import { settingsLabels } from "./labels";

const { accent: labels } = settingsLabels;

type AccentInputProps = { name: string; value: string; onChange: (accent: string) => void; onBlur: () => void };

const isHexColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/** A color that is picked or typed. */
export function AccentInput({ name, value, onChange, onBlur }: AccentInputProps) {
  return (
    <div className="flex gap-2">
      <input
        type="color"
        aria-label={labels.pick}
        value={isHexColor(value) ? value.toLowerCase() : "#000000"}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 w-11 shrink-0 cursor-pointer rounded-lg border border-input bg-background p-1 pointer-coarse:h-10"
      />
      <Input
        mono
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        spellCheck={false}
        autoComplete="off"
        className="w-32"
      />
    </div>
  );
}

/** Minimum contrast between a control and the page: WCAG 1.4.11. */
const minContrast = 3;

/** A sample button in each theme, with a warning if the contrast is too low. */
export function AccentPreview({ accent }: { accent: string }) {
  if (!isHexColor(accent)) return null;
  const lowContrastThemes = (["light", "dark"] as const).filter((theme) => contrastRatio(accent, pageBackgrounds[theme]) < minContrast);
  return (
    <div className="-mt-2 grid gap-2">
      <div aria-hidden="true" className="grid max-w-sm grid-cols-2 gap-2">
        {(["light", "dark"] as const).map((theme) => (
          <div key={theme} className="grid gap-1">
            <div style={{ background: pageBackgrounds[theme] }} className="grid place-items-center rounded-lg border p-4">
              <span style={brandStyle(accent)} className={cn(buttonStyle(), "bg-brand text-brand-foreground hover:bg-brand")}>
                {labels.previewButton}
              </span>
            </div>
            <span className="text-muted-foreground text-xs">{labels[theme]}</span>
          </div>
        ))}
      </div>
      <div role="status">
        {lowContrastThemes.map((theme) => (
          <p key={theme} className="flex gap-2 text-[13px] text-warning">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {labels.lowContrast[theme](contrastRatio(accent, pageBackgrounds[theme]).toFixed(1), minContrast)}
          </p>
        ))}
      </div>
    </div>
  );
}
