import type { ImportOptions } from '@common/import/options'
import { useFailure } from '@renderer/api'
import { useRef, useState } from 'react'
import * as api from './import-api'
import { orderOf, type ImportTarget, type SheetPlan } from './plan'
import { followImport } from './runs'
import { useArrivals } from './use-arrivals'
import { usePreviews } from './use-previews'
import { arriving, type Items, type WizardItem, type WizardOptions } from './wizard-items'

export interface Wizard {
  readonly items: readonly WizardItem[]
  readonly active: WizardItem | undefined
  readonly choose: (key: string) => void
  readonly include: (key: string, included: boolean) => void
  readonly setOptions: (key: string, options: ImportOptions) => void
  readonly setTarget: (key: string, target: ImportTarget) => void
  readonly setPlan: (key: string, plan: Partial<SheetPlan>) => void
  /** Starts all included imports. @returns true if all have started; otherwise `failed` gives the reasons */
  readonly begin: (onFail: 'skip' | 'stop') => Promise<boolean>
  /** Why the server did not begin. */
  readonly failed: string | undefined
  readonly isBeginning: boolean
  /** True if the user made changes that closing would lose. */
  readonly isChanged: boolean
  readonly setChanged: () => void
}

/** Uploads files, loads their previews and holds the import plans. */
export function useWizard(options: WizardOptions): Wizard {
  const { request } = options
  const { projectId } = request
  const [items, setItems] = useState<readonly WizardItem[]>(() => api.sourcesOf(request).map(arriving))
  const [activeKey, setActiveKey] = useState<string>()
  const [failed, setFailed] = useFailure()
  const [isBeginning, setBeginning] = useState(false)
  const [isChanged, setIsChanged] = useState(false)
  const setChanged = (): void => setIsChanged(true)
  const latest = useRef(items)
  latest.current = items
  /** Started imports, which continue after the wizard closes. */
  const begun = useRef(new Set<string>())

  const change = (key: string, patch: (item: WizardItem) => Partial<WizardItem>): void =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...patch(item) } : item)))

  const store: Items = {
    latest,
    change,
    replace: (key, by) => setItems((all) => all.flatMap((item) => (item.key === key ? by : [item]))),
  }
  const { read, readInto } = usePreviews(projectId, store)
  useArrivals(options, store, begun, read)

  const itemOf = (key: string): WizardItem | undefined => latest.current.find((item) => item.key === key)
  const active = items.find((item) => item.key === activeKey) ?? items[0]

  const begin = async (onFail: 'skip' | 'stop'): Promise<boolean> => {
    setBeginning(true)
    setFailed(undefined)
    const ids = [...new Set(items.flatMap(({ importId, included }) => (included && importId ? [importId] : [])))]
    try {
      for (const id of ids) {
        if (begun.current.has(id)) continue
        const sheets = items.flatMap(({ importId, included, preview, sheet, options, plan }) =>
          importId === id && included && preview ? [orderOf(sheet, options, plan, preview)] : [],
        )
        const status = await api.start(projectId, { id, sheets, onFail })
        begun.current.add(id)
        followImport({ projectId, id, name: status.name }, status)
      }
      return true
    } catch (error) {
      setFailed(error)
      return false
    } finally {
      setBeginning(false)
    }
  }

  return {
    items,
    active,
    choose: setActiveKey,
    include: (key, included) => {
      setChanged()
      change(key, () => ({ included }))
    },
    setOptions: (key, options) => {
      setChanged()
      const item = itemOf(key)
      if (item) void read(item, options, item.plan.target)
    },
    setTarget: (key, target) => {
      const item = itemOf(key)
      if (!item) return
      setChanged()
      const isOther = target.kind === 'table' || item.plan.target.kind === 'table'
      change(key, ({ plan }) => ({ plan: { ...plan, target, ...(isOther ? { key: [] } : {}) } }))
      if (isOther) void readInto(item, target)
    },
    setPlan: (key, plan) => {
      setChanged()
      change(key, (item) => ({ plan: { ...item.plan, ...plan } }))
    },
    begin,
    failed,
    isBeginning,
    isChanged,
    setChanged,
  }
}
