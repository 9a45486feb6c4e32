import { lazy, Suspense, useState, type ComponentType } from 'react'

/** Returns a component whose code loads at the first render. Renders nothing until then. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function Later(props: P) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

/** Loads that wait for an idle page; undefined once it is idle. */
let waiting: (() => Promise<unknown>)[] | undefined = []

/** Like `later`, but an idle page loads the code ahead (`loadPrefetched`): it then renders at once. */
export function prefetched<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined
  const loaded = async (): Promise<ComponentType<P>> => (Loaded = await load())
  const Late = later(loaded)
  if (waiting === undefined) whenIdle(loaded)
  else waiting.push(loaded)
  return function Prefetched(props: P) {
    // An instance that began without the code keeps its state when the code arrives.
    const [Shown] = useState(() => Loaded ?? Late)
    return <Shown {...props} />
  }
}

/** Loads the code of every `prefetched` component when the page is idle. Call it after the first rows. */
export function loadPrefetched(): void {
  const now = waiting ?? []
  waiting = undefined
  for (const load of now) whenIdle(load)
}

/** A failure is reported by the render that needs the code. */
function whenIdle(load: () => Promise<unknown>): void {
  requestIdleCallback(() => void load().catch(() => undefined))
}
