import { redactSecrets } from '@common/util/redact-secrets'
import type { PageEvent } from '@renderer/stores'

export interface ReportFacts {
  readonly now: Date
  readonly version: string
  /** The system of the desktop window; undefined in a browser. */
  readonly platform: string | undefined
  readonly browser: string
  /** Address of the page, as in the hash. */
  readonly page: string
  readonly language: string
  readonly window: string
  readonly error: Error | undefined
  readonly events: readonly PageEvent[]
  /** Last lines of the server's log; undefined in a browser, whose user can't read it. */
  readonly log: readonly string[] | undefined
}

const causesMax = 5

/**
 * Returns the report of a problem as text, in English for those who fix it. It holds no secrets: redacts everything,
 * and leaves out the query of the address, which names tables and records.
 */
export function composeReport(facts: ReportFacts): string {
  const { now, version, platform, browser, page, language, window, error, events, log } = facts
  const parts: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [
      'Versions',
      [
        `Basalt ${version}`,
        platform === undefined ? 'In a browser' : `Desktop window on ${platform}`,
        browser,
        `Page ${page.split('?')[0] ?? ''}`,
        `Language ${language}, window ${window}`,
      ],
    ],
    ['Error', error === undefined ? ['None: the user opened this report.'] : stackOf(error)],
    ['Last actions', events.map(({ time, text }) => `${new Date(time).toISOString()}  ${text}`)],
    ['Log of the server', log ?? ['Not readable in a browser. It is the file logs/server.log of the profile.']],
  ]
  const body = parts.map(([title, lines]) => [title, '-'.repeat(title.length), ...lines].join('\n')).join('\n\n')
  return `Basalt: report of a problem, ${now.toISOString()}\n\n${redactSecrets(body)}\n`
}

/** Returns the stacks of an error and its causes. */
function stackOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth >= causesMax) return []
  const stack = error.stack?.includes(error.message) === true ? error.stack : `${error.name}: ${error.message}`
  return [`${depth === 0 ? '' : 'Caused by '}${stack}`, ...stackOf(error.cause, depth + 1)]
}

/** `basalt-report-2026-11-27-2246.txt`, in UTC. */
export function reportName(now: Date): string {
  const [day = '', time = ''] = now.toISOString().split('T')
  return `basalt-report-${day}-${time.slice(0, 5).replace(':', '')}.txt`
}
