import { icons } from './icons'

/** `blank` reserves the space of an icon, for menu entries without a tick. */
export type IconName = keyof typeof icons | 'blank'

export interface IconProps {
  readonly name: IconName
  /** 16 in lists and bars, 14 in buttons and headers, 12 for chevrons. */
  readonly size?: 12 | 14 | 16 | 20 | 24
  /** Mirrors the icon on right-to-left pages: undo, sign-out. Chevrons sideways are mirrored unless this is false. */
  readonly mirrored?: boolean | undefined
  readonly className?: string | undefined
}

/** Draws an icon. Screen readers skip it: the text beside it, or the button's label, carries the meaning. */
export function Icon({ name, size = 16, mirrored = /^chevron[LR]/.test(name), className }: IconProps) {
  if (name === 'blank') return <svg className={className} width={size} height={size} style={fixed} aria-hidden="true" />
  const Drawing = icons[name]
  return (
    <Drawing
      {...(className === undefined ? {} : { className })}
      data-mirrored={mirrored || undefined}
      size={size}
      // The box of 24 shrinks with the size; strokes below 1.2 px look broken.
      stroke={size === 12 ? 2.4 : 2}
      aria-hidden="true"
      focusable="false"
      style={fixed}
    />
  )
}

const fixed = { flex: 'none' } as const
