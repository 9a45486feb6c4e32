import { followPointer, type Point } from '@renderer/ui'
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

export interface LiftOptions {
  /** Something lifted is over this place of the screen. */
  readonly over: (lift: Lift, at: Point) => Lift
  readonly drop: (lift: Lift) => void
  readonly cancel: (lift: Lift) => void
  /** Called with every frame while the pointer has something lifted. @returns whether something else lies there now */
  readonly frame: (at: Point) => boolean
}

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
