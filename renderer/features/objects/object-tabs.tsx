import type { ObjectTabKind, ObjectTabPageProps } from '@renderer/features/tabs'
import { t, withTexts } from '@renderer/i18n'
import { lazy } from 'react'
import { structureTabId } from './tab-ids'

const routinePage = (kind: 'function' | 'procedure' | 'sequence') =>
  lazy(async () => {
    const { RoutineTab } = await withTexts(import('./RoutineTab'), ['objects'])
    return { default: (props: ObjectTabPageProps) => <RoutineTab kind={kind} {...props} /> }
  })
const Structure = lazy(async () => ({
  default: (await withTexts(import('./StructureTab'), ['objects'])).StructureTab,
}))

/** Functions, procedures and sequences of the database, and the structure of a table (S1 §2). */
export const objectTabKinds: readonly ObjectTabKind[] = [
  {
    id: 'function',
    icon: 'function',
    title: (name) => name,
    permission: 'schema.change',
    Page: routinePage('function'),
  },
  {
    id: 'procedure',
    icon: 'procedure',
    title: (name) => name,
    permission: 'schema.change',
    Page: routinePage('procedure'),
  },
  { id: 'sequence', icon: 'hash', title: (name) => name, permission: 'schema.change', Page: routinePage('sequence') },
  {
    id: structureTabId,
    icon: 'layers',
    title: (name) => t('tabs.structureOf', { name }),
    permission: 'schema.read',
    Page: Structure,
  },
]
