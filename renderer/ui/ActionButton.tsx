import { useState } from 'react'
import { Button, type ButtonKind, type ButtonSize } from './Button'
import type { IconName } from './Icon'
import { IconButton } from './IconButton'
import { Tooltip } from './Tooltip'

export interface ActionButtonProps {
  readonly icon: IconName
  /** The action: text of the button, or name and tooltip of an icon. */
  readonly label: string
  readonly keys?: string | undefined
  /** Shows the icon alone. */
  readonly iconOnly?: boolean
  readonly kind?: ButtonKind
  readonly size?: ButtonSize
  readonly danger?: boolean
  /** Why it can't be used now. */
  readonly disabledReason?: string | undefined
  /**
   * Runs on a click. Until its promise settles, the button shows that it works and ignores further clicks. Handles its
   * own errors.
   */
  readonly onAction: () => Promise<unknown> | void
}

/** One action as a button or as an icon, with its keys, its reason and its work (S2 §1). */
export function ActionButton(props: ActionButtonProps) {
  const { icon, label, keys, iconOnly = false, kind, size = 'sm', danger = false, disabledReason, onAction } = props
  const [isRunning, setRunning] = useState(false)

  async function run(): Promise<void> {
    setRunning(true)
    try {
      await onAction()
    } finally {
      setRunning(false)
    }
  }

  if (iconOnly)
    return (
      <IconButton
        icon={icon}
        label={disabledReason === undefined ? label : `${label}: ${disabledReason}`}
        keys={keys}
        size={size}
        danger={danger}
        loading={isRunning}
        aria-disabled={disabledReason === undefined ? undefined : true}
        onClick={() => {
          if (disabledReason === undefined) void run()
        }}
      />
    )
  const button = (
    <Button
      icon={icon}
      size={size}
      danger={danger}
      loading={isRunning}
      disabledReason={disabledReason}
      {...(kind !== undefined && { kind })}
      onClick={() => void run()}
    >
      {label}
    </Button>
  )
  return keys === undefined || disabledReason !== undefined ? (
    button
  ) : (
    <Tooltip label={label} keys={keys}>
      {button}
    </Tooltip>
  )
}
