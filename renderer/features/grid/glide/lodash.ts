/*
 * The parts of lodash that glide-data-grid uses, in short: the build replaces the package by this file
 * (`scripts/build/lean-packages.ts`). lodash's own files are a fiftieth of the first load.
 */

export function clamp(value: number, lower: number, upper: number): number {
  return Math.max(Math.min(value, upper), lower)
}

/** Flattens one level. */
export function flatten<T>(list: readonly (T | readonly T[])[]): T[] {
  return list.flat() as T[]
}

export function groupBy<T>(list: readonly T[], keyOf: (each: T) => string): Record<string, T[]> {
  const groups: Record<string, T[]> = {}
  for (const each of list) (groups[keyOf(each)] ??= []).push(each)
  return groups
}

export function has(value: object | null | undefined, key: string): boolean {
  return value !== null && value !== undefined && Object.hasOwn(value, key)
}

/** Returns the numbers from the start up to, not including, the end; with one argument, from 0 up to it. */
export function range(from: number, to?: number, step?: number): number[] {
  const [start, end] = to === undefined ? [0, from] : [from, to]
  const by = step ?? (start < end ? 1 : -1)
  return Array.from({ length: Math.max(0, Math.ceil((end - start) / by)) }, (_, at) => start + at * by)
}

export function uniq<T>(list: readonly T[]): T[] {
  return [...new Set(list)]
}

/** Calls once after the last call of a series, with its arguments. */
export function debounce<A extends unknown[]>(call: (...given: A) => void, waitMs: number): (...given: A) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (...given) => {
    clearTimeout(timer)
    timer = setTimeout(() => call(...given), waitMs)
  }
}

/** Calls at once, then at most once in each period: the last call of a period runs at its end. */
export function throttle<A extends unknown[]>(call: (...given: A) => void, waitMs: number): (...given: A) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: A | undefined
  const rest = (): void => {
    timer = setTimeout(() => {
      timer = undefined
      if (waiting === undefined) return
      const given = waiting
      waiting = undefined
      call(...given)
      rest()
    }, waitMs)
  }
  return (...given) => {
    if (timer === undefined) {
      call(...given)
      rest()
    } else waiting = given
  }
}
