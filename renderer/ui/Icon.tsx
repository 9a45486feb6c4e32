import { icons, type IconName, type IconShape } from './icon-shapes'

export interface IconProps {
  readonly name: IconName
  /** 16 in lists and bars, 14 in buttons and headers, 12 for chevrons. */
  readonly size?: 12 | 14 | 16 | 20 | 24
  /** Turned round on pages that read from right to left: chevrons, undo, sign-out. */
  readonly mirrored?: boolean
  readonly className?: string | undefined
}

/** One of our icons. Always decoration: the words beside it, or the button's label, say what it means. */
export function Icon({ name, size = 16, mirrored = false, className }: IconProps) {
  const shape: IconShape = icons[name]
  return (
    <svg
      className={className}
      data-mirrored={mirrored || undefined}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={size === 12 ? 1.6 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      {shape.line !== '' && <path d={shape.line} />}
      {shape.dots !== undefined && <path d={shape.dots} fill="currentColor" />}
    </svg>
  )
}

export type { IconName } from './icon-shapes'
