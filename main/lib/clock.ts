/** Time, so that tests can hold it still. */
export interface Clock {
  readonly now: () => Date
  /** Milliseconds that never run backwards: for durations. */
  readonly monotonicMs: () => number
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
}
