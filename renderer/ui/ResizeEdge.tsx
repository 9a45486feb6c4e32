import type { KeyboardEvent, PointerEvent } from 'react'
import { followPointer } from './follow-pointer'

const keyStepPx = 16

export interface ResizeEdgeProps {
  readonly label: string
  /** Its place and look. */
  readonly className: string | undefined
  /** In which direction the edge moves when the panel grows. */
  readonly grows: 'up' | 'down' | 'left' | 'start' | 'end'
  /** Size of the panel without a drag, in pixels. */
  readonly size: number
  readonly min: number
  readonly max?: number
  /** Receives the size under the pointer, which can be out of bounds; undefined when the drag ends. */
  readonly onDrag: (size: number | undefined) => void
  /** Receives the chosen size, which can be out of bounds. */
  readonly onResize: (size: number) => void
  /** Called by Enter and by a double click. */
  readonly onCollapse?: () => void
}

/** The edge of a panel: drag it or press arrows to resize the panel; Escape reverts the drag. */
export function ResizeEdge(props: ResizeEdgeProps) {
  const { grows, size, onDrag, onResize, onCollapse } = props
  const start = (event: PointerEvent<HTMLDivElement>): void => {
    const edge = event.currentTarget
    // The cursor of the edge stays, and nothing under the pointer reacts.
    edge.setPointerCapture(event.pointerId)
    const { clientX, clientY } = event
    const sign = signOf(edge, grows)
    let now = size
    followPointer(event, {
      move: ({ x, y }) => {
        now = size + (isVertical(grows) ? y - clientY : x - clientX) * sign
        onDrag(now)
      },
      drop: () => {
        onDrag(undefined)
        if (now !== size) onResize(now)
      },
      cancel: () => onDrag(undefined),
    })
  }
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const [back, onward] = isVertical(grows) ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
    const step = signOf(event.currentTarget, grows) * keyStepPx
    if (event.key === onward) onResize(size + step)
    else if (event.key === back) onResize(size - step)
    else if (event.key === 'Enter' && onCollapse !== undefined) onCollapse()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      className={props.className}
      role="separator"
      tabIndex={0}
      aria-orientation={isVertical(grows) ? 'horizontal' : 'vertical'}
      aria-label={props.label}
      aria-valuenow={size}
      aria-valuemin={props.min}
      aria-valuemax={props.max}
      onPointerDown={start}
      onDoubleClick={onCollapse}
      onKeyDown={press}
    />
  )
}

const isVertical = (grows: ResizeEdgeProps['grows']): boolean => grows === 'up' || grows === 'down'

/** Returns 1 if the panel grows with the coordinates of the pointer, else -1. */
function signOf(edge: Element, grows: ResizeEdgeProps['grows']): 1 | -1 {
  if (grows === 'up' || grows === 'left') return -1
  if (grows === 'down') return 1
  const isRightToLeft = getComputedStyle(edge).direction === 'rtl'
  return (grows === 'end') === isRightToLeft ? -1 : 1
}
