import {
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
  type ComboboxItemProps as ItemProps,
  Combobox as TextBox,
} from "@ariakit/react/combobox";
import { createContext, type InputHTMLAttributes, type ReactNode, type Ref, useContext, useId } from "react";

/** Ids of the options, and which of them is active. */
const Options = createContext({ optionId: (index: number) => String(index), active: -1 });

interface ComboboxProps {
  text: string;
  onText: (text: string) => void;
  /** Whether the list is shown. */
  isOpen: boolean;
  /** The option that Enter chooses, counted from 0; -1 for none. */
  active: number;
  onActive: (index: number) => void;
  /** Whether the arrow keys also lead back to the box, where no option is active. */
  stopsAtBox: boolean;
  children: ReactNode;
}

/**
 * A text box with a list of options, by the ARIA pattern of that name: the focus stays in the box, `aria-activedescendant`
 * names the active option, arrow keys go through the options, and Enter chooses the active one. Home and End move the
 * caret.
 */
export function Combobox({ text, onText, isOpen, active, onActive, stopsAtBox, children }: ComboboxProps) {
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
        includesBaseElement={stopsAtBox}
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
 * The text box. `onKeyDownCapture` comes before the active option has a key, and keeps it from the option by
 * `preventDefault`; `onKeyDown` comes after it.
 */
export function ComboboxInput({ label, onKeyDownCapture, ...rest }: ComboboxInputProps) {
  return (
    <TextBox
      {...rest}
      type="text"
      aria-label={label}
      autoCapitalize="none"
      spellCheck={false}
      // Opening is decided by whoever shows the list.
      showOnChange={false}
      showOnClick={false}
      showOnKeyPress={false}
      setValueOnClick={false}
      // Keys that choose among the suggestions of an input method are not for the list.
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

/** The list of options. */
export function ComboboxListbox({ id, label, className, hidden, children }: ComboboxListboxProps) {
  return (
    <ComboboxList id={id} aria-label={label} className={className} hidden={hidden} alwaysVisible={!hidden}>
      {children}
    </ComboboxList>
  );
}

type ComboboxOptionProps = Pick<ItemProps, "className" | "children"> & { index: number; onChoose: () => void };

/** One option. Pressing it leaves the focus in the box. */
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
