import { useEffect, useReducer } from 'react'
import type { GridModel } from '../model/grid-model'

/** Renders again whenever anything in the model changes; rows that arrive are otherwise only painted. */
export function useModelVersion(model: GridModel): number {
  const [version, changed] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    changed()
    return model.subscribe(() => changed())
  }, [model])
  return version
}
