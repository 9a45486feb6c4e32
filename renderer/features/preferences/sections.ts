import type { IconName } from '@renderer/ui'
import type { SettingsContent, SettingsSection } from './section'

const files = import.meta.glob<readonly SettingsSection[]>('../*/settings-section.ts', {
  eager: true,
  import: 'settingsSections',
})

export interface LoadedSection extends SettingsContent {
  readonly id: string
  readonly icon: IconName
}

/** Loads all sections with their rows, in their order. Parts of one section are joined; the first names it. */
export async function loadSections(declared = Object.values(files).flat()): Promise<readonly LoadedSection[]> {
  const parts = await Promise.all(
    declared
      .toSorted((one, other) => one.order - other.order)
      .map(async ({ id, icon, load }): Promise<LoadedSection> => ({ id, icon, ...(await load()) })),
  )
  return [...new Set(parts.map(({ id }) => id))].flatMap((id) => {
    const [first, ...others] = parts.filter((part) => part.id === id)
    return first === undefined ? [] : [{ ...first, rows: [first, ...others].flatMap(({ rows }) => rows) }]
  })
}
