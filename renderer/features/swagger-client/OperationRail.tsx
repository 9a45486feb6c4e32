import type { ApiDocument, ApiGroup, ApiOperation } from '@common/openapi'
import { MethodName, RailList, RailSearch } from '@renderer/features/clients'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { EmptyState, Icon } from '@renderer/ui'
import { useId, useState } from 'react'
import styles from './swagger-client.module.css'

export interface OperationRailProps {
  readonly document: ApiDocument
  /** Key of the shown operation. */
  readonly chosen: string | undefined
  readonly onChoose: (operation: ApiOperation) => void
}

/** Operations that a search shows. */
const foundMax = 200

/** The operations by table. The group of the shown operation is open, and a search opens those with a match. */
export function OperationRail({ document, chosen, onChoose }: OperationRailProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const wanted = search.trim().toLowerCase()
  const found = wanted === '' ? document.groups : searched(document.groups, wanted)
  const isOpen = ({ tag, operations }: ApiGroup): boolean =>
    wanted !== '' || (toggled.get(tag) ?? operations.some(({ key }) => key === chosen))
  return (
    <>
      <RailSearch label={t('swaggerClient.find')} value={search} onChange={setSearch} />
      <RailList>
        {found.length === 0 && <EmptyState title={t('swaggerClient.nothingFound')} />}
        {found.map((group) => (
          <Group
            key={group.tag}
            group={group}
            isOpen={isOpen(group)}
            chosen={chosen}
            onToggle={() => setToggled(new Map(toggled).set(group.tag, !isOpen(group)))}
            onChoose={onChoose}
          />
        ))}
      </RailList>
    </>
  )
}

/** Returns the groups with their operations that contain the text. A group whose name matches has all of them. */
function searched(groups: readonly ApiGroup[], wanted: string): ApiGroup[] {
  let left = foundMax
  return groups.flatMap((group) => {
    const isNamed = `${group.tag} ${group.description}`.toLowerCase().includes(wanted)
    const operations = group.operations
      .filter(({ key, summary }) => isNamed || `${key} ${summary}`.toLowerCase().includes(wanted))
      .slice(0, left)
    left -= operations.length
    return operations.length === 0 ? [] : [{ ...group, operations }]
  })
}

/** Returns the path that all operations of a table begin with; an empty text for groups of other paths. */
function baseOf({ operations }: ApiGroup): string {
  const [, base = ''] = /^(\/nc\/[^/]+\/api\/v1\/[^/_][^/]*)/.exec(operations[0]?.path ?? '') ?? []
  return base
}

interface GroupProps extends Pick<OperationRailProps, 'chosen' | 'onChoose'> {
  readonly group: ApiGroup
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Group({ group, isOpen, chosen, onToggle, onChoose }: GroupProps) {
  const id = useId()
  const base = baseOf(group)
  const name = group.description === '' ? group.tag : group.description
  return (
    <section>
      <button
        type="button"
        className={styles.group}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} mirrored />
        <bdi translate="no">{name}</bdi>
        <small>{formatNumber(group.operations.length)}</small>
      </button>
      {isOpen && (
        <ul id={id} className={styles.list} aria-label={name}>
          {group.operations.map((operation) => (
            <li key={operation.key}>
              <button
                type="button"
                className={styles.entry}
                aria-current={operation.key === chosen || undefined}
                title={`${operation.key}\n${operation.summary}`}
                onClick={() => onChoose(operation)}
              >
                <MethodName method={operation.method} />
                <bdi translate="no">{shortPath(operation.path, base)}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Returns the path below its table: `/{AlbumsId}`; `/` for the table itself. Other paths begin below the project. */
function shortPath(path: string, base: string): string {
  if (path === base) return '/'
  if (path.startsWith(`${base}/`)) return readable(path.slice(base.length))
  return readable(path.replace(/^\/nc\/[^/]+(?:\/api\/v1)?(?=\/)/, ''))
}

function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
