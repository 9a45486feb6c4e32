import { prefetched } from '@renderer/ui'

const load = () => import('./every-panel')

/** The panels of the toolbar: one file, which loads after the first rows. */
export const FieldsPanel = prefetched(async () => (await load()).FieldsPanel)
export const FilterPanel = prefetched(async () => (await load()).FilterPanel)
export const SortPanel = prefetched(async () => (await load()).SortPanel)
export const GroupPanel = prefetched(async () => (await load()).GroupPanel)
export const ColourPanel = prefetched(async () => (await load()).ColourPanel)
