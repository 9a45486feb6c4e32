import { describe, expect, it } from 'vitest'
import { AppError, errorCatalogue, type ErrorCode } from '@common/errors'
import { dataErrors } from '@common/errors/entries/data'
import { installationErrors } from '@common/errors/entries/installation'
import { peopleErrors } from '@common/errors/entries/people'
import { workbenchErrors } from '@common/errors/entries/workbench'
import { message } from '@common/messages'
import { englishBeside, errorSentence, wireError } from '@main/lib/messages'
import { errors } from '@locales/english'

const codes = Object.keys(errorCatalogue) as ErrorCode[]

/** Always thrown with their details, or fixed by the second specification in another form. */
const others: readonly ErrorCode[] = [
  'METHOD_NOT_ALLOWED',
  'FILTER_TOO_LARGE',
  'TERMINALS_TOO_MANY',
  'TERMINAL_FAILED',
  'CONNECTION_FAILED',
  'RELATION_EXISTS',
  'RELATION_PARENT_NOT_UNIQUE',
  'RELATION_COLUMNS_DIFFER',
  'RELATION_ACTION_INVALID',
  'RELATION_TABLE_HAS_MORE',
  'VIRTUAL_COLUMN_INVALID',
  'FORMULA_INVALID',
  'PROVIDER_NOT_SET_UP',
  'TEMPLATE_TABLES_EXIST',
]

/** Fixed word for word by the specification and the wire reference. */
const fixed: Partial<Record<ErrorCode, string>> = {
  EMAIL_REQUIRED: 'E-mail is required',
  EMAIL_INVALID: 'E-mail must be valid',
  PASSWORD_REQUIRED: 'Password is required',
  PASSWORD_TOO_SHORT: 'Your password must be at least 8 characters',
  EMAIL_TAKEN: 'User already exist',
  NOT_SIGNED_IN: 'Access Denied : Please Login or Signup for a new account',
  REFRESH_TOKEN_MISSING: 'Missing refresh token',
  REFRESH_TOKEN_INVALID: 'Invalid refresh token',
  PROJECT_CREATE_DENIED: "You don't have permission to create project",
  PROJECT_ACCESS_DENIED: "User doesn't have project access",
  DATABASE_CREDENTIALS_INVALID: 'Invalid database credentials.',
  DATABASE_CONNECTION_FAILED: 'Unable to connect to database, please check your database is up.',
  DATABASE_CREATE_FORBIDDEN: 'User does not exist or have sufficient permission to create schema.',
  PROJECT_FOLDER_INVALID: 'Invalid character in folder path.',
  SHARE_PASSWORD_WRONG: 'Invalid password',
  META_NOT_FOUND: 'Meta not found',
  CURRENT_PASSWORD_WRONG: 'Current password is wrong',
  PASSWORDS_MISSING: 'Missing new/old password',
  CODE_HOST_NOT_SET_UP: 'Missing token or template path',
  INTERNAL: 'Some internal error occurred',
}

describe('error sentences', () => {
  it('exist for every code of the catalogue, and for nothing else', () => {
    const named = new Set(Object.keys(errors))
    expect([...named].toSorted()).toEqual(codes.toSorted())
  })

  it('have one entry for each code', () => {
    const entries = [dataErrors, installationErrors, peopleErrors, workbenchErrors].flatMap((each) => Object.keys(each))
    expect(entries.toSorted()).toEqual(codes.toSorted())
  })

  it.each(Object.entries(fixed) as [ErrorCode, string][])('%s is word for word', (code, sentence) => {
    expect(errorSentence(code)).toBe(sentence)
  })

  it.each(codes.filter((code) => !Object.hasOwn(fixed, code) && !others.includes(code)))(
    '%s is a plain sentence without holes when nothing is known',
    (code) => {
      const sentence = errorSentence(code)
      expect(sentence).toMatch(/^\S.*[^ ]\.$/)
      expect(sentence).not.toMatch(/[{}[\]!]|please|undefined/i)
    },
  )

  it('are filled with details', () => {
    expect(errorSentence('TABLE_EXISTS', { table: 'Tracks' })).toBe(
      "There is already a table 'Tracks'. Choose another name.",
    )
    expect(errorSentence('PROVIDER_NOT_SET_UP', { provider: 'google' })).toBe(
      'Unknown authentication strategy "google"',
    )
    expect(errorSentence('LINK_PASSWORD_REQUIRED', { email: 'ada@example.com', name: 'GitHub' })).toBe(
      'An account with the address ada@example.com exists. Enter its password to link it with GitHub.',
    )
    expect(errorSentence('INPUT_INVALID', { problems: ['a is required', 'b is not known here'] })).toContain(
      'a is required, b is not known here',
    )
  })

  it('leave out a part whose detail is missing', () => {
    expect(errorSentence('FILTER_INVALID', {})).toBe('The filter is not valid.')
    expect(errorSentence('FILTER_INVALID', { position: 21, expected: 'closingBracket' })).toBe(
      'The filter is not valid at character 22: expected a closing bracket.',
    )
  })

  it.each([
    [{}, 'The database rejects this.'],
    [{ message: 'Stock is negative' }, 'The database rejects this: Stock is negative.'],
    [{ column: 'Age', rule: 'adult' }, "Age: the database rejects this value: it breaks the check 'adult'."],
    [{ column: 'Name', maxLength: 40 }, 'Name: the database rejects this value: at most 40 characters fit.'],
    [{ type: 'integer' }, 'The database rejects this value: it must fit into integer.'],
  ])('say why the database rejects a value: %j', (details, sentence) => {
    expect(errorSentence('VALUE_CHECK_FAILED', details)).toBe(sentence)
  })

  it('count', () => {
    expect(errorSentence('TOO_MANY_ATTEMPTS', { minutes: 1 })).toBe('Too many attempts. Try again in 1 minute.')
    expect(errorSentence('TOO_MANY_REQUESTS', { seconds: 5 })).toBe('The server is busy. Try again in 5 seconds.')
  })

  it('never fill in anything that a detail says', () => {
    expect(errorSentence('TABLE_EXISTS', { table: '{{reason}}[[x]]', reason: 'secret' })).toContain("'{{reason}}[[x]]'")
    expect(errorSentence('COLUMN_NOT_FOUND', { column: 'value' })).toContain("'value'")
    expect(errorSentence('COLUMN_NOT_FOUND', { column: '$&$1' })).toContain("'$&$1'")
  })

  it('go out with the code, the details and, for faults of ours, an id', () => {
    expect(wireError(new AppError('EMAIL_TAKEN'))).toEqual({
      msg: 'User already exist',
      code: 'EMAIL_TAKEN',
      message: { key: 'errors.EMAIL_TAKEN', params: {} },
    })
    expect(wireError(new AppError('INTERNAL', {}, { cause: new Error('secret') }), 'abc')).toEqual({
      msg: 'Some internal error occurred',
      code: 'INTERNAL',
      message: { key: 'errors.INTERNAL', params: {} },
      id: 'abc',
    })
  })

  it('hold texts as messages, which scripts get in English', () => {
    const why = message('connectionFailures.refused', { host: 'db', port: 5432 })
    const error = new AppError('DATABASE_UNAVAILABLE', { name: 'Shop', reason: why, host: 'db', port: 5432 })
    const { msg, details, message: text } = wireError(error)
    expect(msg).toContain('db refuses connections on port 5432')
    expect(details?.['reason']).toBe('db refuses connections on port 5432')
    expect(text?.params['reason']).toEqual(why)
  })

  it('pass codes of what is expected as messages, and no facts for programs', () => {
    const error = new AppError('FILTER_INVALID', { position: 21, expected: 'closingBracket', seen: { any: 'fact' } })
    expect(wireError(error).message).toEqual({
      key: 'errors.FILTER_INVALID',
      params: { position: 21, character: 22, expected: { key: 'errorWords.closingBracket', params: {} } },
    })
    expect(wireError(error).details?.['expected']).toBe('closingBracket')
  })

  it('keep the details that scripts read: one text without its full stop', () => {
    const problems = ['Price', 'Genre'].map((column) => message('problems.required', { column }))
    const { msg, details, message: text } = wireError(new AppError('ROW_INVALID', { row: 2, problems }))
    expect(msg).toBe('Row 3: Some values do not fit: Price must have a value. Genre must have a value.')
    expect(details).toEqual({ row: 2, problems: 'Price must have a value. Genre must have a value' })
    expect(text).toEqual({
      key: 'errorWords.inRow',
      params: { number: 3, sentence: { key: 'errors.ROW_INVALID', params: { row: 2, problems } } },
    })
  })

  it('stand beside their messages in other answers', () => {
    const text = message('trashNotes.rowGone')
    expect(JSON.parse(JSON.stringify(englishBeside('msg', text)))).toEqual({
      msg: 'This record is not in the trash any more.',
      message: text,
    })
    expect(Object.keys(englishBeside('message', text)).toSorted()).toEqual(['message', 'reason'])
  })
})
