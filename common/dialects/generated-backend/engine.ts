import type { KindFacts } from '@common/generated-backend/model'

/** Connection of a project, without its secrets. */
export interface ShownConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly schema?: string | undefined
  readonly encrypted: boolean
}

/** Facts about a database for the backend that is generated for it. */
export interface BackendEngine {
  /** The file `src/engine.<file>.ts` of the templates becomes `src/engine.ts`. */
  readonly file: string
  /** Packages by name, with exact versions. */
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly kindOf: (nativeType: string) => KindFacts
  /** False if an insert returns counted numbers only, so that requests have to bring other keys. */
  readonly returnsKeys: boolean
  /** Value of DATABASE_URL for a server. */
  readonly url: (connection: ShownConnection) => string
}

/** A type by its first words. The function receives the numbers in brackets. */
export type KindRule = readonly [pattern: RegExp, facts: KindFacts | ((numbers: readonly number[]) => KindFacts)]

/** Returns the facts of the first rule that matches; text for any other type. */
export function kindBy(rules: readonly KindRule[]): (nativeType: string) => KindFacts {
  return (nativeType) => {
    const type = nativeType.trim().toLowerCase()
    const [, facts = { kind: 'text' as const }] = rules.find(([pattern]) => pattern.test(type)) ?? []
    if (typeof facts !== 'function') return facts
    const inBrackets = /\(([\d\s,]+)\)/.exec(type)?.[1] ?? ''
    return facts(
      inBrackets
        .split(',')
        .filter((part) => part.trim() !== '')
        .map(Number),
    )
  }
}

export const text = ([maxLength]: readonly number[]): KindFacts => ({
  kind: 'text',
  ...(maxLength !== undefined && maxLength > 0 && { maxLength }),
})

export const binary = ([maxLength]: readonly number[]): KindFacts => ({
  kind: 'binary',
  ...(maxLength !== undefined && maxLength > 0 && { maxLength }),
})

export const decimal = ([precision, scale = 0]: readonly number[]): KindFacts => ({
  kind: 'decimal',
  ...(precision !== undefined && { precision, scale }),
})

export const whole = (bits: number, unsigned = false): KindFacts =>
  unsigned
    ? { kind: 'integer', minimum: 0, maximum: 2 ** bits - 1 }
    : { kind: 'integer', minimum: -(2 ** (bits - 1)), maximum: 2 ** (bits - 1) - 1 }

/** `kind://user:PASSWORD@host:port/database` */
export function serverUrl(
  kind: string,
  { host, port, user, database }: ShownConnection,
  query: Readonly<Record<string, string>> = {},
): string {
  const shownHost = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const place = `${encodeURIComponent(user)}:PASSWORD@${shownHost}:${port}/${encodeURIComponent(database)}`
  return `${kind}://${place}${search.length === 0 ? '' : `?${search.join('&')}`}`
}
