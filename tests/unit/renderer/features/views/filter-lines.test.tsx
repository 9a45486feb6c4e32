import { draftOf, filterOf, type DraftGroup } from '@renderer/features/views/filter/draft'
import { FilterLines } from '@renderer/features/views/filter/FilterLines'
import type { ValueSources } from '@renderer/features/views/values/types'
import { draw } from '@tests/helpers/renderer'
import { fireEvent, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { idColumn, nameColumn, priceColumn, tableOf } from '../records/fixtures'

const table = tableOf([idColumn, nameColumn, priceColumn])
const reader = { locale: 'en', timeZone: 'UTC', weekStartsOn: 1, now: new Date(0) } as never
/** The lines as last rendered. */
const drawn: { group?: DraftGroup } = {}

function Lines() {
  const [group, setGroup] = useState(() =>
    draftOf({
      join: 'and',
      filters: [
        { column: 'Name', operator: 'isNotEmpty' },
        { column: 'Price', operator: 'isNotEmpty' },
      ],
    }),
  )
  useEffect(() => void (drawn.group = group), [group])
  return (
    <FilterLines
      table={table}
      reader={reader}
      sources={{} as ValueSources}
      group={group}
      depth={0}
      edit={(change) => setGroup(change)}
    />
  )
}
const columns = (): unknown[] =>
  drawn.group === undefined ? [] : filterOf(drawn.group).filters.map((one) => 'column' in one && one.column)

describe('The conditions of a filter', () => {
  it('are moved by their handles', () => {
    draw(<Lines />)
    fireEvent.keyDown(screen.getByRole('button', { name: 'Move Name' }), { key: 'ArrowDown' })
    expect(columns()).toEqual(['Price', 'Name'])
  })

  it('let a comparison be typed', () => {
    draw(<Lines />)
    const fields = screen.getAllByRole<HTMLInputElement>('combobox', { name: 'Comparison' })
    expect(fields.map(({ readOnly }) => readOnly)).toEqual([false, false])
  })
})
