import { followPointer, type Point } from '@renderer/ui'
import { useCallback, useEffect, useRef, useState } from 'react'

/** A dragged card or stack with its drop target. */
export type Lift =
  | {
      readonly kind: 'card'
      /** Names the record. */
      readonly key: string
      /** Row of the model at the start of the drag. */
      readonly row: number
      readonly name: string
      /** Keys of stacks. */
      readonly from: string
      readonly to: string
      readonly by: 'keys' | 'pointer'
      /** Width of the card in CSS pixels, and the pointer's position in it. */
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

export interface LiftOptions {
  /** Handles a drag over this point of the screen. */
  readonly over: (lift: Lift, at: Point) => Lift
  readonly drop: (lift: Lift) => void
  readonly cancel: (lift: Lift) => void
  /** Called on every frame of a pointer drag. @returns true if the target under the pointer has changed */
  readonly frame: (at: Point) => boolean
}

/** Handles pointer drags. For keyboard drags, the key handler sets and clears the lift. */
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

  /** @param begin  the lift, once the pointer has moved far enough */
  const press = useCallback(
    (event: { readonly clientX: number; readonly clientY: number }, begin: () => Lift | undefined): void => {
      const finish = (done: (now: Lift) => void): void => {
        const { lift: now } = latest.current
        if (now === undefined) return
        put(undefined)
        done(now)
      }
      const look = (at: Point): void => {
        const { lift: now, over } = latest.current
        if (now === undefined) return
        const next = over(now, at)
        if (next.to !== now.to) put(next)
      }
      end.current?.()
      end.current = followPointer(event, {
        begin: () => {
          const begun = begin()
          if (begun !== undefined) put(begun)
          return begun !== undefined
        },
        move: look,
        frame: (at) => {
          if (latest.current.frame(at)) look(at)
        },
        drop: () => finish((now) => latest.current.drop(now)),
        cancel: () => finish((now) => latest.current.cancel(now)),
      })
    },
    [put],
  )
  return { lift, put, press }
}
