import { can, type Permission } from '@common/permissions'
import { usePageCommand, type CommandContext } from '@renderer/actions'
import type { OptionColor } from '@common/model'
import type { TranslationKey } from '@renderer/i18n'
import { effectiveRoles, goTo, useUsers } from '@renderer/stores'
import type { IconName } from '@renderer/ui'
import { useMemo } from 'react'
import { chooseFiles, makeProjectOfMetadata, takeIntoNewProject } from '@renderer/features/import'
import { makeSample } from './create'

/** A way to create a project: an item of the menu, a card of the empty list. */
export interface Way {
  readonly id: string
  readonly icon: IconName
  readonly color: OptionColor
  readonly title: TranslationKey & `projects.${string}`
  readonly text: TranslationKey & `projects.${string}`
  /** Command whose key does the same. */
  readonly command?: string
  readonly permission: Permission
  readonly go: () => void
}

const ways: readonly Way[] = [
  {
    id: 'builtIn',
    icon: 'database',
    color: 'blue',
    title: 'projects.builtIn',
    text: 'projects.builtInText',
    command: 'project.new',
    permission: 'project.create',
    go: () => void goTo('/project/name'),
  },
  {
    id: 'external',
    icon: 'plug',
    color: 'violet',
    title: 'projects.external',
    text: 'projects.externalText',
    permission: 'project.connect',
    go: () => void goTo('/project/xcdb'),
  },
  {
    id: 'template',
    icon: 'template',
    color: 'pink',
    title: 'projects.template',
    text: 'projects.templateText',
    permission: 'project.create',
    go: () => void goTo('/project/templates'),
  },
  {
    id: 'import',
    icon: 'download',
    color: 'green',
    title: 'projects.import',
    text: 'projects.importText',
    command: 'project.import',
    permission: 'project.create',
    go: () => chooseFiles(takeIntoNewProject),
  },
  {
    id: 'metadata',
    icon: 'layers',
    color: 'orange',
    title: 'projects.metadata',
    text: 'projects.metadataText',
    permission: 'project.create',
    go: () => chooseFiles(([file]) => file && void makeProjectOfMetadata(file), '.zip'),
  },
  {
    id: 'file',
    icon: 'folder',
    color: 'teal',
    title: 'projects.file',
    text: 'projects.fileText',
    command: 'project.openFile',
    permission: 'project.openFile',
    go: () => void goTo('/projects?open=file'),
  },
  {
    id: 'sample',
    icon: 'bolt',
    color: 'amber',
    title: 'projects.sample',
    text: 'projects.sampleText',
    permission: 'project.create',
    go: () => void makeSample(),
  },
]

/** Returns the ways available to this user. */
export function useWays(): readonly Way[] {
  const state = useUsers()
  return useMemo(() => ways.filter((way) => can(effectiveRoles(state), way.permission)), [state])
}

/** Handles the keys of the project list, such as N for a new one. */
export function useProjectKeys(): void {
  const list = useWays()
  const run = (id: Way['id']): (() => void) | undefined => list.find((way) => way.id === id)?.go
  const when = ({ path }: CommandContext): boolean => path === '/projects'
  usePageCommand({ id: 'project.import', label: 'actions.importProject', keys: ['I'], when }, run('import'))
  usePageCommand({ id: 'project.openFile', label: 'actions.openDatabaseFile', keys: ['O'], when }, run('file'))
}
