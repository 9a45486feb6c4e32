/** Scheme of links that open in the desktop application. */
export const linkScheme = 'basalt'

/** The target of a link: a project, one of its tables, or a record of it. */
export interface LinkedPlace {
  readonly project: string
  /** Name or title of a table or SQL view. */
  readonly table?: string | undefined
  /** Key of a record, as in paths of the data API. */
  readonly record?: string | undefined
  /** Id of a view of the table. */
  readonly view?: string | undefined
}

/** Longest link, in characters. */
export const linkMax = 2_048

/** Without dots, ports and users, a host of the web is no project. */
const projectId = /^[\w-]{1,100}$/
const link = /^basalt:\/\/([^/?#]+)((?:\/[^/?#]*)*)(?:\?view=([^&#]*))?$/i

/**
 * Returns the target of `basalt://project/table/record?view=id`. Returns undefined for anything else: other hosts,
 * control characters, dots that climb folders, overlong text. It doesn't check that the target exists.
 */
export function parseLink(text: string): LinkedPlace | undefined {
  if (text.length > linkMax) return undefined
  const [, host = '', path = '', viewText] = link.exec(text) ?? []
  if (!projectId.test(host)) return undefined
  // Systems add a slash to a link that is only a host.
  const segments = path.replace(/\/$/, '').split('/').slice(1)
  if (segments.length > 2) return undefined
  const [table, record] = segments.map(decoded)
  const view = viewText === undefined ? undefined : decoded(viewText)
  const isComplete = segments.length === [table, record].filter((part) => part !== undefined).length
  if (!isComplete || (viewText !== undefined && (view === undefined || table === undefined))) return undefined
  return {
    project: host,
    ...(table === undefined ? {} : { table }),
    ...(record === undefined ? {} : { record }),
    ...(view === undefined ? {} : { view }),
  }
}

/** Returns the link to a place. `parseLink` reads it. */
export function linkTo({ project, table, record, view }: LinkedPlace): string {
  const path = [table, record].flatMap((part) => (part === undefined ? [] : [`/${encodeURIComponent(part)}`])).join('')
  return `${linkScheme}://${project}${path}${view === undefined ? '' : `?view=${encodeURIComponent(view)}`}`
}

const forbidden = /\p{Cc}|(?:^|[/\\])\.{1,2}(?:[/\\]|$)/u

function decoded(text: string): string | undefined {
  try {
    const part = decodeURIComponent(text)
    return part === '' || forbidden.test(part) ? undefined : part
  } catch {
    return undefined
  }
}
