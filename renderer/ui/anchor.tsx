import { useMergedRef } from '@mantine/hooks'
import {
  cloneElement,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type AriaAttributes,
  type MouseEventHandler,
  type ReactElement,
  type Ref,
  type RefObject,
} from 'react'

interface TargetProps extends AriaAttributes {
  readonly id?: string
  readonly ref?: Ref<HTMLElement> | undefined
  readonly onClick?: MouseEventHandler | undefined
  readonly 'data-expanded'?: true | undefined
}

/** Anchor of a panel. */
export interface Anchored {
  /** The button, with ARIA attributes for its panel. */
  readonly button: ReactElement
  readonly anchor: RefObject<HTMLElement | null>
  /** Id of the button; the id of the panel derives from it. */
  readonly id: string
  /** The panel is needed: it is open, or was before. */
  readonly isNeeded: boolean
  /** The panel was open from the beginning. */
  readonly wasOpen: boolean
}

/**
 * Returns a button and its panel. Mounts the library's component when the panel first opens: a closed one costs as much
 * as ten buttons, and a toolbar has many.
 *
 * @param popup  kind of the panel, for screen readers
 * @param onClick  runs after the button's own handler
 */
export function useAnchored(
  target: ReactElement,
  opened: boolean,
  popup: 'dialog' | 'menu',
  onClick?: () => void,
): Anchored {
  const id = useId()
  const anchor = useRef<HTMLElement>(null)
  const [wasOpen] = useState(opened)
  const [isNeeded, setNeeded] = useState(opened)
  if (opened && !isNeeded) setNeeded(true)
  const given = target as ReactElement<TargetProps>
  const ref = useMergedRef(anchor, given.props.ref)
  const button = cloneElement(given, {
    ref,
    id,
    'aria-haspopup': popup,
    'aria-expanded': opened,
    'aria-controls': opened ? `${id}-dropdown` : undefined,
    ...(onClick && {
      'data-expanded': opened || undefined,
      onClick: (event) => {
        given.props.onClick?.(event)
        onClick()
      },
    }),
  })
  return { button, anchor, id, isNeeded, wasOpen }
}

/**
 * True if a panel shows. The first opening comes one render after the panel mounts: the library remembers the
 * previously focused element only when a mounted panel opens.
 */
export function useShown(opened: boolean, wasOpen: boolean): boolean {
  const [isMade, setMade] = useState(wasOpen)
  useLayoutEffect(() => setMade(true), [])
  return opened && isMade
}

export interface AnchorProps {
  readonly to: RefObject<Element | null>
  /** Set by the library. */
  readonly ref?: Ref<Element>
}

/** Stands in for the button in the library's tree. The button itself never moves in the DOM. */
export function Anchor({ to, ref }: AnchorProps) {
  const given = useRef<Element>(null)
  // With each render: the button may have become another element.
  useLayoutEffect(() => {
    if (given.current === to.current) return
    given.current = to.current
    give(ref, to.current)
  })
  return null
}

function give(ref: Ref<Element> | undefined, element: Element | null): void {
  if (typeof ref === 'function') ref(element)
  else if (ref) ref.current = element
}
