import { Combobox, useCombobox } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { useEffect, type ReactNode } from 'react'
import styles from './PickField.module.css'

export interface FieldDropProps {
  readonly opened: boolean
  /** Alternative to typing, such as a calendar. The field holds the focus. */
  readonly drop: ReactNode
  readonly children: ReactNode
}

/** A dropdown under a field, on top of everything, while the field has the focus. */
export function FieldDrop({ opened, drop, children }: FieldDropProps) {
  const combobox = useCombobox()
  const { openDropdown, closeDropdown } = combobox
  useEffect(() => {
    if (opened) openDropdown()
    else closeDropdown()
  }, [opened, openDropdown, closeDropdown])
  return (
    <Combobox
      store={combobox}
      offset={4}
      position="bottom-start"
      width="max-content"
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ dropdown: styles.dropdown ?? '' }}
    >
      <Combobox.DropdownTarget>
        <div className={styles.target}>{children}</div>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>{drop}</Combobox.Dropdown>
    </Combobox>
  )
}
