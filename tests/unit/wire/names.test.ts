import { describe, expect, it } from 'vitest'
import { isForbiddenTableName, isPrintableName, isReservedTableName, nameKey, titleOfTable } from '@common/wire/names'

describe('names', () => {
  it.each(['a', 'Größe', '名前', 'a b', "it's", '"quoted"', '💿', '👩‍🎤 band', 'می‌خواهم', '50 %', 'a.b/c'])(
    'may be %j',
    (name) => expect(isPrintableName(name, 120)).toBe(true),
  )

  it.each([
    '',
    ' ',
    ' a',
    'a\t',
    'a\nb',
    'a\0b',
    'a\u202eb',
    'a\u2066',
    '\u200b',
    '\u0301',
    '\ud800',
    '\ufeffa',
    'x'.repeat(121),
    '\u00a0',
  ])('may not be %j', (name) => expect(isPrintableName(name, 120)).toBe(false))

  it('count characters, not code units', () => expect(isPrintableName('💿'.repeat(120), 120)).toBe(true))

  it('of internal tables are known in any letter case', () => {
    expect(['nc_models', 'NC_Projects', 'Xc_Users', 'xc_knex_migrations_lock'].every(isReservedTableName)).toBe(true)
    expect(['models', 'nc_ab12__book', 'nc_model'].some(isReservedTableName)).toBe(false)
  })

  it.each([
    ['nc_models', '', true],
    ['NC_anything', '', true],
    ['sqlite_x', 'nc_ab12__', true],
    ['XC_x', '', true],
    ['nc_ab12__book', 'nc_ab12__', false],
    ['NC_AB12__book', 'nc_ab12__', false],
    ['nc_ab12__', 'nc_ab12__', true],
    ['nc_ab12__nc_users', 'nc_ab12__', true],
    ['nc_zz99__book', 'nc_ab12__', true],
    ['ncbook', '', false],
    ['book', 'nc_ab12__', false],
  ])('%s with prefix %j are forbidden: %s', (name, prefix, forbidden) =>
    expect(isForbiddenTableName(name, prefix)).toBe(forbidden),
  )

  it('of tables lose the prefix for people', () => {
    expect(titleOfTable('nc_ab12__book', 'nc_ab12__')).toBe('book')
    expect(titleOfTable('book', 'nc_ab12__')).toBe('book')
    expect(titleOfTable('nc_ab12__', 'nc_ab12__')).toBe('nc_ab12__')
  })

  it('are the same whatever their case and the way accents are written', () =>
    expect(nameKey('CAFÉ')).toBe(nameKey('cafe\u0301')))
})
