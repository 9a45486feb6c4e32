import { Select as MantineSelect } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import type { ReactNode } from 'react'
import { Field, type FieldProps } from './Field'
import { Icon } from './Icon'
import styles from './Select.module.css'

export interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value | null
  readonly options: ReadonlyArray<{
    readonly value: Value
    readonly label: string
    readonly disabled?: boolean
    /** Decoration before the label. */
    readonly icon?: ReactNode
  }>
  readonly onChange: (value: Value) => void
  readonly size?: 'sm' | 'md'
  /** Type to find: for more than about ten options. */
  readonly searchable?: boolean
  /** Width of the list in pixels, for options that are longer than the field. Default: that of the field. */
  readonly listWidth?: number
  readonly placeholder?: string
  readonly disabled?: boolean
  /** True if the labels are names that no language translates, such as those of languages. */
  readonly isUntranslated?: boolean
  readonly 'aria-label'?: string
}

/** Picks one value from a list. */
export function Select<Value extends string>({
  label,
  hint,
  error,
  reserveNote,
  className,
  options,
  onChange,
  size = 'md',
  listWidth,
  isUntranslated,
  ...rest
}: SelectProps<Value>) {
  const iconOf = (value: string | null): ReactNode => options.find((option) => option.value === value)?.icon
  const selectText = (input: HTMLInputElement): void => {
    // The list opens at the same moment, and puts the caret at the end.
    if (rest.searchable !== true) return
    requestAnimationFrame(() => {
      // Backward selection shows the beginning of a long name.
      input.setSelectionRange(0, input.value.length, 'backward')
      input.scrollLeft = 0
    })
  }
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      {...(reserveNote === undefined ? {} : { reserveNote })}
      className={className}
    >
      {(control) => (
        <MantineSelect
          {...rest}
          {...control}
          translate={isUntranslated ? 'no' : undefined}
          data={options.map(({ value, label: text, disabled = false }) => ({ value, label: text, disabled }))}
          leftSection={iconOf(rest.value)}
          leftSectionPointerEvents="none"
          renderOption={({ option }) => (
            <span className={styles.line} translate={isUntranslated ? 'no' : undefined}>
              {iconOf(option.value)}
              <span className={styles.text}>{option.label}</span>
            </span>
          )}
          onChange={(value) => {
            if (value !== null) onChange(value)
          }}
          allowDeselect={false}
          selectFirstOptionOnChange
          openOnFocus={false}
          // Typing replaces the chosen value.
          onFocus={(event) => selectText(event.currentTarget)}
          onClick={(event) => selectText(event.currentTarget)}
          rightSection={<Icon name="chevronDown" size={12} />}
          rightSectionPointerEvents="none"
          comboboxProps={{
            transitionProps: { duration: 120, transition: 'fade' },
            offset: 4,
            ...(listWidth !== undefined && { width: listWidth, position: 'bottom-start' }),
          }}
          classNames={{ input: styles.input ?? '', dropdown: styles.dropdown ?? '', option: styles.option ?? '' }}
          attributes={{
            input: {
              'data-size': size,
              'data-icon': iconOf(rest.value) === undefined ? undefined : true,
              'data-invalid': control['aria-invalid'],
            },
          }}
        />
      )}
    </Field>
  )
}
