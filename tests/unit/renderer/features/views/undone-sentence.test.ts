import { changeSentence, undoneSentence } from '@renderer/features/views/change-sentence'
import { sentenceText } from '@renderer/i18n'
import { describeChange, plainSettings, type ViewSettings } from '@common/views'
import { nameColumn, priceColumn, tableOf } from '@tests/unit/renderer/features/records/fixtures'
import { describe, expect, it } from 'vitest'

const table = tableOf([nameColumn, priceColumn])
const shown = ['Name', 'Price']

describe('What an undo did to a view', () => {
  it.each<[string, Partial<ViewSettings>, string]>([
    ['Hid Price', { hidden: ['Price'] }, 'Showed Price'],
    ['Changed the width of Price', { widths: { Price: 240 } }, 'Changed the width of Price back'],
    ['Set the row height to Tall', { rowHeight: 'tall' }, 'Set the row height to Short'],
    ['Unfroze the fields', { frozen: 0 }, 'Froze Name'],
  ])('after "%s" is said in positive words', (done, patch, undone) => {
    const after = { ...plainSettings, ...patch }
    expect(sentenceText(changeSentence(describeChange(plainSettings, after, shown), table))).toBe(done)
    expect(sentenceText(undoneSentence(describeChange(after, plainSettings, shown), table))).toBe(undone)
  })
})
