import type { Locator } from 'playwright'

/** A type as a user chooses it: its choices, the input in a cell, and the text shown. */
export interface Walk {
  readonly type: string
  readonly choose?: (dialog: Locator) => Promise<void>
  /** In the dialog before saving: a preview of its format. */
  readonly example?: string
  readonly write?: (cell: {
    readonly press: (...keys: string[]) => Promise<void>
    readonly type: (text: string) => Promise<void>
  }) => Promise<void>
  readonly shown: RegExp
}

const typed =
  (text: string): Walk['write'] =>
  async ({ type, press }) => {
    await type(text)
    await press('Enter')
  }
/** Selects an option of a list. */
export const pick = async (dialog: Locator, label: string, option: string | RegExp): Promise<void> => {
  await dialog.getByRole('combobox', { name: label, exact: true }).click()
  await dialog.page().getByRole('option', { name: option, exact: true }).click()
}
/** Types the names of a select's options in sequence. */
export const nameOptions = async (dialog: Locator, ...names: string[]): Promise<void> => {
  for (const [at, name] of names.entries()) {
    const box = dialog.getByRole('textbox', { name: `Option ${at + 1}`, exact: true })
    await box.fill(name)
    if (at < names.length - 1) await box.press('Enter')
  }
}

/** Every type that users can choose. */
export const walks: readonly Walk[] = [
  { type: 'Single line text', write: typed('low tide'), shown: /^low tide$/ },
  { type: 'Number', example: '1,234', write: typed('12345'), shown: /^12,345$/ },
  {
    type: 'Decimal',
    choose: (dialog) => pick(dialog, 'Decimals', '3'),
    example: '1,234.500',
    write: typed('2.5'),
    shown: /^2\.500$/,
  },
  {
    type: 'Currency',
    choose: async (dialog) => {
      await pick(dialog, 'Currency', /^EUR/)
      await pick(dialog, 'Decimals', '0')
    },
    example: '€1,234.5',
    write: typed('1999'),
    shown: /^€1,999$/,
  },
  {
    type: 'Percent',
    choose: async (dialog) => {
      await pick(dialog, 'Decimals', '0')
      await dialog.getByRole('checkbox', { name: 'Show a bar under the number' }).check()
    },
    example: '65%',
    write: typed('40'),
    shown: /^40%$/,
  },
  { type: 'Checkbox', write: ({ press }) => press('Space'), shown: /^true$/ },
  {
    type: 'Single select',
    choose: (dialog) => nameOptions(dialog, 'Calm', 'Loud'),
    write: typed('lou'),
    shown: /^Loud$/,
  },
  {
    type: 'Multi select',
    choose: (dialog) => nameOptions(dialog, 'vinyl', 'live'),
    write: async ({ type, press }) => {
      await type('viny')
      await press('Enter')
      await type('live')
      await press('Enter', 'Tab')
    },
    shown: /^vinyl, live$/,
  },
  {
    type: 'Date',
    choose: (dialog) => pick(dialog, 'Date', /day first/),
    write: typed('18/09/2026'),
    shown: /^18\/09\/2026$/,
  },
  {
    type: 'Date and time',
    choose: async (dialog) => {
      await pick(dialog, 'Date', /ISO/)
      await pick(dialog, 'Time', /12 hours/)
      await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo')
      await dialog.page().getByRole('option', { name: 'Asia/Tokyo' }).click()
    },
    write: typed('2026-09-18 2:05 pm'),
    shown: /^2026-09-18, 2:05 pm UTC\+9$/,
  },
  {
    type: 'Time',
    choose: (dialog) => pick(dialog, 'Time', /12 hours/),
    example: '2:05 pm',
    write: typed('14:05'),
    shown: /^2:05 pm$/,
  },
  { type: 'Year', write: typed('1999'), shown: /^1999$/ },
  { type: 'Duration', choose: (dialog) => pick(dialog, 'Format', /^h:mm /), write: typed('1:30'), shown: /^1:30$/ },
  {
    type: 'Rating',
    choose: async (dialog) => {
      await pick(dialog, 'Highest', '10')
      await dialog.getByRole('radio', { name: 'Hearts' }).check({ force: true })
    },
    write: ({ press }) => press('7'),
    shown: /^7$/,
  },
  { type: 'E-mail', write: typed('ada@example.com'), shown: /^ada@example\.com$/ },
  { type: 'URL', write: typed('https://example.com'), shown: /^https:\/\/example\.com$/ },
  { type: 'Phone number', write: typed('+49 30 123'), shown: /^\+49 30 123$/ },
  {
    type: 'Collaborator',
    write: async ({ type, press }) => {
      await type('ada')
      await press('Enter')
    },
    shown: /ada@example\.com/,
  },
  { type: 'Attachment', shown: /^$/ },
  { type: 'JSON', write: typed('{"bpm": 132}'), shown: /bpm.*132/ },
  { type: 'Geometry', write: typed('POINT (13 52)'), shown: /^POINT \(13 52\)$/ },
  { type: 'Barcode', write: typed('96385074'), shown: /^96385074$/ },
  {
    type: 'Button',
    choose: async (dialog) => {
      await dialog.getByLabel('Label', { exact: true }).fill('Look up')
      await dialog.getByLabel('Address', { exact: true }).fill('https://example.com/?q={Title}')
    },
    example: 'Look up',
    shown: /q=First/,
  },
  // The creation time of existing records is unknown.
  { type: 'Created time', shown: /^$/ },
  {
    type: 'Last modified time',
    write: async ({ type, press }) => {
      await press('Home')
      await type('First again')
      await press('Enter')
    },
    shown: /^\d+ \w+ 20\d\d, \d\d:\d\d(:\d\d)?$/,
  },
  { type: 'Auto number', shown: /^1$/ },
  { type: 'Long text', write: typed('one line'), shown: /^one line$/ },
]
