import { defaultDbAlias } from '@common/constants'
import type { ProjectListEntry } from '@common/operations/projects'
import { useTables } from '@renderer/features/tables'
import { queryOfTab } from '@renderer/features/tabs'
import { useTranslation } from '@renderer/i18n'
import { useFavourites, useRecents, type Place, type Visited } from '@renderer/stores'
import { Icon, type IconName } from '@renderer/ui'
import { Link } from 'react-router-dom'
import styles from './Places.module.css'

/** Limits of projects, and of entries per list (mock b). */
const projectsMax = 4
const placesMax = 4

/** Recent and favourite tables of the most recent projects. */
export function Places({ projects }: { readonly projects: readonly ProjectListEntry[] }) {
  const { t } = useTranslation()
  const [one, two, three, four] = projects
    .filter(({ status }) => status === 'started')
    .toSorted((a, b) => (b.opened_at ?? '').localeCompare(a.opened_at ?? ''))
    .slice(0, projectsMax)
  // Calls the same number of hooks for any number of projects.
  const lists = [usePlaces(one), usePlaces(two), usePlaces(three), usePlaces(four)]
  const recent = inTurns(lists.map(({ recents }) => recents)).slice(0, placesMax)
  const marked = lists.flatMap(({ favourites }) => favourites).slice(0, placesMax)
  return (
    <>
      <PlaceList title={t('projects.recent')} icon="clock" places={recent} />
      <PlaceList title={t('projects.favourites')} icon="star" places={marked} />
    </>
  )
}

interface PlaceCard {
  readonly project: ProjectListEntry
  readonly place: Place | Visited
}

function usePlaces(project: ProjectListEntry | undefined): {
  readonly recents: readonly PlaceCard[]
  readonly favourites: readonly PlaceCard[]
} {
  const id = project?.id ?? ''
  const [recents, favourites] = [useRecents(id), useFavourites(id)]
  const cards = (places: readonly (Place | Visited)[]): PlaceCard[] =>
    project === undefined ? [] : places.map((place) => ({ project, place }))
  return { recents: cards(recents), favourites: cards(favourites) }
}

/** Interleaves the lists, so that no project hides the others. */
function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}

function PlaceList(props: { readonly title: string; readonly icon: IconName; readonly places: readonly PlaceCard[] }) {
  if (props.places.length === 0) return null
  return (
    <section className={styles.section} aria-label={props.title}>
      <h2>{props.title}</h2>
      <ul className={styles.cards}>
        {props.places.map(({ project, place }) => (
          <Card key={JSON.stringify([project.id, place])} icon={props.icon} project={project} place={place} />
        ))}
      </ul>
    </section>
  )
}

function Card({ icon, project, place }: PlaceCard & { readonly icon: IconName }) {
  const { value: tables } = useTables(project.id)
  const table = tables?.find(({ name }) => name === place.table)
  const record = 'record' in place ? place.record : undefined
  // Skips dropped tables.
  if (tables !== undefined && table === undefined) return null
  const title = table?.title ?? place.table
  const isNamed = record !== undefined && record.name !== ''
  const query = queryOfTab({
    name: place.table,
    type: table?.type ?? 'table',
    dbAlias: defaultDbAlias,
    view: place.view,
    record: record?.key,
  })
  return (
    <li>
      <Link className={styles.card} to={`/nc/${encodeURIComponent(project.id)}?${query}`}>
        <Icon name={icon === 'star' ? 'star' : record === undefined ? 'table' : 'file'} />
        <span className={styles.lines}>
          <bdi className={styles.name}>{isNamed ? record.name : title}</bdi>
          <span className={styles.second}>{isNamed ? `${title} · ${project.title}` : project.title}</span>
        </span>
      </Link>
    </li>
  )
}
