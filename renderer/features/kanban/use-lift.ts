import { useCallback, useEffect, useRef, useState } from 'react'

/** A card or a stack that has been taken up, and where it would be put. */
export type Lift =
  | {
      readonly kind: 'card'
      /** Names the record. */
      readonly key: string
      /** Row of the model when it was taken up. */
      readonly row: number
      readonly name: string
      /** Keys of stacks. */
      readonly from: string
      readonly to: string
      readonly by: 'keys' | 'pointer'
      /** Of the card, in CSS pixels, and where in it the pointer took hold. */
      readonly width: number
      readonly height: number
      readonly grip: { readonly x: number; readonly y: number }
    }
  | {
      readonly kind: 'stack'
      readonly key: string
      readonly name: string
      /** Places among the stacks shown. */
      readonly from: number
      readonly to: number
    }

export interface Pointer {
  readonly x: number
  readonly y: number
}

export interface LiftOptions {
  /** Something lifted is over this place of the screen. */
  readonly over: (lift: Lift, at: Pointer) => Lift
  readonly drop: (lift: Lift) => void
  readonly cancel: (lift: Lift) => void
  /** Called with every frame while the pointer has something lifted. */
  readonly frame: (at: Pointer) => void
}

/** So far the pointer goes with its button down before that means dragging. */
const slackPx = 5

/** Takes things up with the pointer; what is lifted by keys is put in and taken out by whoever hears the keys. */
export function useLift(options: LiftOptions) {
  const [lift, setLift] = useState<Lift>()
  const latest = useRef({ ...options, lift })
  latest.current = { ...options, lift }
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])

  const put = useCallback((next: Lift | undefined): void => {
    latest.current.lift = next
    setLift(next)
  }, [])

  /** @param begin  what is lifted once the pointer has gone far enough */
  const press = useCallback(
    (event: { readonly clientX: number; readonly clientY: number }, begin: () => Lift | undefined): void => {
      const start = { x: event.clientX, y: event.clientY }
      let at: Pointer = start
      let frame = 0
      let isLifted = false
      const each = (): void => {
        latest.current.frame(at)
        frame = requestAnimationFrame(each)
      }
      const move = ({ clientX, clientY }: PointerEvent): void => {
        at = { x: clientX, y: clientY }
        if (!isLifted) {
          if (Math.hypot(at.x - start.x, at.y - start.y) < slackPx) return
          const begun = begin()
          if (begun === undefined) return stop()
          isLifted = true
          put(begun)
          frame = requestAnimationFrame(each)
        }
        const { lift: now, over } = latest.current
        if (now === undefined) return
        const next = over(now, at)
        if (next.to !== now.to) put(next)
      }
      const finish = (isDropped: boolean) => (): void => {
        const { lift: now } = latest.current
        stop()
        if (!isLifted || now === undefined) return
        put(undefined)
        if (isDropped) latest.current.drop(now)
        else latest.current.cancel(now)
      }
      const drop = finish(true)
      const cancel = finish(false)
      const escape = (key: KeyboardEvent): void => {
        if (key.key !== 'Escape' || !isLifted) return
        key.preventDefault()
        key.stopPropagation()
        cancel()
      }
      const stop = (): void => {
        cancelAnimationFrame(frame)
        window.removeEventListener('pointermove', move)
        window.removeEventListener('pointerup', drop)
        window.removeEventListener('pointercancel', cancel)
        window.removeEventListener('blur', cancel)
        window.removeEventListener('keydown', escape, true)
        end.current = undefined
      }
      end.current?.()
      end.current = stop
      window.addEventListener('pointermove', move)
      window.addEventListener('pointerup', drop)
      window.addEventListener('pointercancel', cancel)
      window.addEventListener('blur', cancel)
      window.addEventListener('keydown', escape, true)
    },
    [put],
  )
  return { lift, put, press }
}
