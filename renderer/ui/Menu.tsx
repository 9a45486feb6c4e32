import { Menu as MantineMenu } from '@mantine/core'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { useState, type ReactElement, type ReactNode } from 'react'
import { Anchor, useAnchored, useShown, type Anchored } from './anchor'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'
import { Keys } from './Kbd'
import styles from './Menu.module.css'

export interface MenuProps {
  /** The button that opens it; takes a ref. */
  readonly target: ReactElement
  readonly children: ReactNode
  readonly width?: number
  /** Edge of the target that the menu aligns with. */
  readonly align?: 'start' | 'end'
  readonly opened?: boolean
  readonly onChange?: (opened: boolean) => void
}

/** A menu under its button: arrows move, letters jump, Escape closes and returns the focus. */
export function Menu({ target, opened, onChange, ...list }: MenuProps) {
  const [isOwnOpen, setOwnOpen] = useState(false)
  const isOpen = opened ?? isOwnOpen
  const change = (next: boolean): void => {
    setOwnOpen(next)
    onChange?.(next)
  }
  const { button, isNeeded, ...anchored } = useAnchored(target, isOpen, 'menu', () => change(!isOpen))
  return (
    <>
      {button}
      {isNeeded && <MenuList {...list} {...anchored} opened={isOpen} onChange={change} />}
    </>
  )
}

interface MenuListProps
  extends Pick<MenuProps, 'children' | 'width' | 'align'>, Pick<Anchored, 'anchor' | 'id' | 'wasOpen'> {
  readonly opened: boolean
  readonly onChange: (opened: boolean) => void
}

function MenuList({ anchor, id, wasOpen, children, width, align = 'start', opened, onChange }: MenuListProps) {
  const isShown = useShown(opened, wasOpen)
  return (
    <MantineMenu
      id={id}
      opened={isShown}
      onChange={onChange}
      position={align === 'start' ? 'bottom-start' : 'bottom-end'}
      offset={4}
      {...(width === undefined ? {} : { width })}
      transitionProps={{ duration: 120, transition: 'pop-top-left', timingFunction: 'ease-out' }}
      classNames={{
        dropdown: styles.dropdown ?? '',
        item: styles.item ?? '',
        itemLabel: styles.itemLabel ?? '',
        itemSection: styles.itemSection ?? '',
        divider: styles.divider ?? '',
        label: styles.label ?? '',
      }}
      withInitialFocusPlaceholder={false}
      // A long one scrolls within the window.
      middlewares={{ flip: true, shift: true, size: { padding: 8 } }}
      returnFocus
      withinPortal
    >
      <MantineMenu.Target>
        <Anchor to={anchor} />
      </MantineMenu.Target>
      <MantineMenu.Dropdown>{children}</MantineMenu.Dropdown>
    </MantineMenu>
  )
}

export interface MenuItemProps {
  readonly icon?: IconName
  /** For a choice from a list: true if chosen. A tick, or its space, replaces the icon. */
  readonly chosen?: boolean
  readonly keys?: string | undefined
  readonly danger?: boolean
  readonly disabled?: boolean
  /** A second line that explains the choice. Makes the entry taller. */
  readonly description?: string
  readonly closeOnClick?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** An entry of a menu. */
export function MenuItem({
  icon: given,
  chosen,
  keys,
  danger = false,
  disabled,
  description,
  closeOnClick,
  onClick,
  children,
}: MenuItemProps) {
  const rich = description !== undefined
  const icon = chosen === undefined ? given : chosen ? 'check' : 'blank'
  return (
    <MantineMenu.Item
      leftSection={icon === undefined ? undefined : <Icon name={icon} />}
      rightSection={keys === undefined ? undefined : <Keys keys={keys} />}
      onClick={onClick}
      className={classes(rich && styles.rich)}
      data-danger={danger || undefined}
      aria-current={chosen === true ? true : undefined}
      {...(disabled === undefined ? {} : { disabled })}
      {...(closeOnClick === undefined ? {} : { closeMenuOnClick: closeOnClick })}
    >
      {rich ? (
        <span className={styles.richText}>
          <span>{children}</span>
          <span>{description}</span>
        </span>
      ) : (
        children
      )}
    </MantineMenu.Item>
  )
}

export function MenuDivider() {
  return <MantineMenu.Divider />
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <MantineMenu.Label>{children}</MantineMenu.Label>
}
