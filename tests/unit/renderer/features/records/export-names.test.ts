import { exportTitle, fileName } from '@renderer/features/records/export/export-request'
import { describe, expect, it } from 'vitest'

const day = new Date(2026, 10, 23)

describe('The name of an exported file', () => {
  it.each([
    ['Albums', 'Gallery', 'Albums - Gallery 2026-11-23.csv'],
    ['Albums', 'All Albums', 'All Albums 2026-11-23.csv'],
    ['Albums', ' ', 'Albums 2026-11-23.csv'],
    ['A/B', 'By: day', 'A-B - By- day 2026-11-23.csv'],
  ])('of the table %s and its view %s is %s', (table, view, name) => {
    expect(fileName(exportTitle(table, view), 'csv', day)).toBe(name)
  })
})
