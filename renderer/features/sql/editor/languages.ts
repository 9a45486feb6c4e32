import { MariaSQL, MSSQL, PostgreSQL, SQLDialect, SQLite } from '@codemirror/lang-sql'
import { capabilitiesOf, sqlFunctionsOf, type SqlSyntax } from '@common/dialects'
import type { ServerKind } from '@common/model/connection'
import type { SqlLanguage } from 'sql-formatter'

/** How an editor treats the SQL of one kind of database. */
export interface SqlLanguageFacts {
  readonly grammar: SQLDialect
  /** Name of the language in the formatter. */
  readonly formatter: SqlLanguage
  readonly functions: readonly string[]
  /** Characters around an identifier that isn't a plain word. */
  readonly quotes: readonly [string, string]
  /** Names that mean the same without quotes. Some engines turn other letters into small ones. */
  readonly plainName: RegExp
  readonly syntax: SqlSyntax
}

type Facts = Omit<SqlLanguageFacts, 'functions' | 'syntax'>

const anyCase = /^[\p{L}_][\p{L}\p{N}_]*$/u

const files: Facts = {
  grammar: SQLite,
  formatter: 'sqlite',
  quotes: ['"', '"'],
  plainName: anyCase,
}
const servers: Readonly<Record<ServerKind, Facts>> = {
  postgres: {
    grammar: PostgreSQL,
    formatter: 'postgresql',
    quotes: ['"', '"'],
    plainName: /^[a-z_][a-z0-9_]*$/,
  },
  mysql: {
    grammar: MariaSQL,
    formatter: 'mariadb',
    quotes: ['`', '`'],
    plainName: anyCase,
  },
  mssql: {
    grammar: MSSQL,
    formatter: 'transactsql',
    quotes: ['[', ']'],
    plainName: anyCase,
  },
}

/** Returns the facts about the SQL of a project's database. Files use the built-in engine. */
export function languageOf(server: ServerKind | undefined): SqlLanguageFacts {
  const facts = server === undefined ? files : servers[server]
  const functions = sqlFunctionsOf(server)
  const words = new Set(facts.grammar.spec.keywords?.split(/\s+/))
  const builtin = functions.filter((name) => !words.has(name)).join(' ')
  return {
    ...facts,
    // The grammars know few functions by name, and colour the known ones.
    grammar: SQLDialect.define({ ...facts.grammar.spec, builtin }),
    functions,
    syntax: capabilitiesOf(server).syntax,
  }
}

/** Returns the reserved words of a grammar. */
export function keywordsOf({ grammar }: SqlLanguageFacts): readonly string[] {
  return (grammar.spec.keywords ?? '').split(/\s+/).filter((word) => /^[a-z_]{2,}$/.test(word))
}
