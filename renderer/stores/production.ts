import { create } from 'zustand'

/** Projects that this window knows to be in production. */
export const useProduction = create<{ readonly ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

export const production = {
  set: (projectId: string, is: boolean): void => {
    const { ids } = useProduction.getState()
    if (ids.has(projectId) === is) return
    const next = new Set(ids)
    if (is) next.add(projectId)
    else next.delete(projectId)
    useProduction.setState({ ids: next })
  },
  has: (projectId: string): boolean => useProduction.getState().ids.has(projectId),
}
