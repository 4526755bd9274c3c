import {
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
  type ComboboxItemProps as ItemProps,
  Combobox as TextBox,
} from "@ariakit/react/combobox";
import { createContext, type InputHTMLAttributes, type ReactNode, type Ref, useContext, useId } from "react";

/** Creates option ids and holds the index of the active option. */
const Options = createContext({ optionId: (index: number) => String(index), active: -1 });

interface ComboboxProps {
  text: string;
  onText: (text: string) => void;
  isOpen: boolean;
  /** Index of the option that Enter chooses, from 0; -1 for none. */
  active: number;
  onActive: (index: number) => void;
  /** True if the arrow keys also return to the text box, where no option is active. */
  includesInput: boolean;
  children: ReactNode;
}

/**
 * Text box with a list of options, by the ARIA combobox pattern. The focus stays in the text box, and
 * `aria-activedescendant` names the active option. Arrow keys move through the options and Enter chooses one; Home and
 * End move the caret.
 */
export function Combobox({ text, onText, isOpen, active, onActive, includesInput, children }: ComboboxProps) {
  const prefix = `${useId()}-`;
  const optionId = (index: number) => `${prefix}${index}`;
  return (
    <Options value={{ optionId, active }}>
      <ComboboxProvider
        value={text}
        setValue={onText}
        open={isOpen}
        activeId={active >= 0 ? optionId(active) : null}
        setActiveId={(id) => onActive(id?.startsWith(prefix) ? Number(id.slice(prefix.length)) : -1)}
        includesBaseElement={includesInput}
      >
        {children}
      </ComboboxProvider>
    </Options>
  );
}

type ComboboxInputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "className" | "placeholder" | "enterKeyHint" | "onKeyDown" | "onKeyDownCapture"
> & { label: string; ref?: Ref<HTMLInputElement> };

/**
 * Text box. `onKeyDownCapture` runs before the active option handles a key and can prevent that with `preventDefault`.
 * `onKeyDown` runs after it.
 */
export function ComboboxInput({ label, onKeyDownCapture, ...rest }: ComboboxInputProps) {
  return (
    <TextBox
      {...rest}
      type="text"
      aria-label={label}
      autoCapitalize="none"
      spellCheck={false}
      // The parent controls when the list opens.
      showOnChange={false}
      showOnClick={false}
      showOnKeyPress={false}
      setValueOnClick={false}
      // Keys that choose a suggestion of an input method (for example for Chinese) must not reach the list.
      onKeyDownCapture={(event) => {
        if (event.nativeEvent.isComposing) event.stopPropagation();
        else onKeyDownCapture?.(event);
      }}
    />
  );
}

interface ComboboxListboxProps {
  id?: string;
  label: string;
  className?: string;
  hidden?: boolean;
  children: ReactNode;
}

export function ComboboxListbox({ id, label, className, hidden, children }: ComboboxListboxProps) {
  return (
    <ComboboxList id={id} aria-label={label} className={className} hidden={hidden} alwaysVisible={!hidden}>
      {children}
    </ComboboxList>
  );
}

type ComboboxOptionProps = Pick<ItemProps, "className" | "children"> & { index: number; onChoose: () => void };

/** One option. Pressing it keeps the focus in the text box. */
export function ComboboxOption({ index, className, onChoose, children }: ComboboxOptionProps) {
  const { optionId, active } = useContext(Options);
  return (
    <ComboboxItem
      id={optionId(index)}
      className={className}
      aria-selected={index === active}
      focusOnHover={false}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </ComboboxItem>
  );
}
