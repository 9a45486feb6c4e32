import { describe, expect, it } from 'vitest'
import { compareSchemas, type SchemaState, type TableState } from '@main/features/tables/drift/compare'

/** `album#7 id:int! title:text artist_id:int>artist`: table, number, columns with types, key and reference. */
function table(text: string): TableState {
  const [head = '', ...columns] = text.split(' ')
  const [name = '', identity] = head.split('#')
  const parts = columns.map((column, at) => {
    const [, columnName = '', nativeType = '', key, parent] = /^(\w+):(\w+)(!)?(?:>(\w+))?$/.exec(column) ?? []
    return { name: columnName, nativeType, keyPosition: key === undefined ? 0 : 1, parent, at }
  })
  return {
    name,
    type: 'table',
    identity: identity ?? null,
    columns: parts.map(({ name: column, nativeType, keyPosition, at }) => ({
      name: column,
      nativeType,
      notNull: false,
      keyPosition,
      identity: identity === undefined ? null : String(at + 1),
    })),
    foreignKeys: parts.flatMap(({ name: column, parent }) =>
      parent === undefined
        ? []
        : [
            {
              columns: [column],
              referencedTable: parent,
              referencedColumns: ['id'],
              onDelete: 'NO ACTION',
              onUpdate: 'NO ACTION',
            },
          ],
    ),
  }
}
const schema = (...tables: string[]): SchemaState => new Map(tables.map(table).map((one) => [one.name, one]))
const told = (before: SchemaState, after: SchemaState): string[] =>
  compareSchemas(before, after).flatMap(({ name, differences }) =>
    differences.map(({ kind, columns = [], from, to, sure }) =>
      [
        name,
        kind,
        ...columns,
        ...(from === undefined ? [] : [`${from}→${to ?? ''}`]),
        ...(sure === true ? ['sure'] : []),
      ].join(' '),
    ),
  )

describe('two states of a schema', () => {
  it.each<[string, string[], string[], string[]]>([
    ['are the same', ['a id:int!'], ['a id:int!'], []],
    ['differ in tables', ['a id:int!', 'b x:text'], ['a id:int!', 'c y:int'], ['c tableAdded', 'b tableRemoved']],
    ['show a table of the same columns under another name', ['a id:int!'], ['b id:int!'], ['b tableRenamed a→b']],
    [
      'do not guess where two tables look the same',
      ['a id:int!'],
      ['b id:int!', 'c id:int!'],
      ['b tableAdded', 'c tableAdded', 'a tableRemoved'],
    ],
    [
      'believe the database that a table has another name, whatever else changed in it',
      ['a#7 id:int! x:text'],
      ['b#7 id:int! x:text y:int'],
      ['b tableRenamed a→b sure', 'b columnAdded y'],
    ],
    [
      'do not believe numbers of another database',
      ['a#7 id:int! x:text'],
      ['b#7 code:text price:int'],
      ['b tableAdded', 'a tableRemoved'],
    ],
    [
      'take a column of the same type in the same place for the same',
      ['a id:int! x:text y:int'],
      ['a id:int! z:text y:int'],
      ['a columnRenamed z x→z'],
    ],
    [
      'take no column of another type, or in another place, for the same',
      ['a id:int! x:text y:int'],
      ['a id:int! y:int x2:text z:int'],
      ['a columnRemoved x', 'a columnAdded x2', 'a columnAdded z'],
    ],
    [
      'pair several in a row',
      ['a id:int! x:text y:text z:int'],
      ['a id:int! p:text q:text z:int'],
      ['a columnRenamed p x→p', 'a columnRenamed q y→q'],
    ],
    ['show types', ['a x:int'], ['a x:text'], ['a columnRetyped x int→text']],
    ['show keys, by the names of today', ['a id:int! x:int'], ['a id:int x:int!'], ['a keyChanged id→x']],
    [
      'know that a key keeps its column',
      ['a id:int! x:int'],
      ['a number:int! x:int'],
      ['a columnRenamed number id→number'],
    ],
    [
      'know that a reference follows a name',
      ['a id:int!', 'b id:int! x:int a_id:int>a'],
      ['c id:int!', 'b id:int! x:int a_id:int>c'],
      ['c tableRenamed a→c'],
    ],
    [
      'show references that came and went',
      ['a id:int!', 'b id:int! a_id:int>a'],
      ['a id:int!', 'b id:int! a_id:int', 'c a_id:int>a'],
      ['b relationRemoved a_id', 'c tableAdded'],
    ],
  ])('%s', (_what, before, after, differences) => {
    expect(told(schema(...before), schema(...after))).toEqual(differences)
  })
})
