import { Input } from "./input";

export const isHexColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

type ColorInputProps = {
  name: string;
  /** `#rrggbb`, or text that isn't a color yet. */
  value: string;
  onChange: (color: string) => void;
  onBlur: () => void;
  /** The label of the color picker for screen readers. */
  pickLabel: string;
  placeholder?: string;
};

/** A color that is picked or typed. */
export function ColorInput({ name, value, onChange, onBlur, pickLabel, placeholder }: ColorInputProps) {
  const picked = isHexColor(value) ? value : placeholder && isHexColor(placeholder) ? placeholder : "#000000";
  return (
    <div className="flex gap-2">
      <input
        type="color"
        aria-label={pickLabel}
        value={picked.toLowerCase()}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 w-11 shrink-0 cursor-pointer rounded-lg border border-input bg-background p-1 pointer-coarse:h-10"
      />
      <Input
        mono
        name={name}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        spellCheck={false}
        autoComplete="off"
        className="w-32"
      />
    </div>
  );
}
