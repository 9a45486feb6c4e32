import { redactSecrets } from '@common/util/redact-secrets'
import { describe, expect, it } from 'vitest'

/** Each text with the parts that must not be left. */
const seeded: readonly (readonly [text: string, ...secrets: string[]])[] = [
  // Passwords
  ['{"password":"hunter2 and more"}', 'hunter2', 'more'],
  [String.raw`{"password":"a\"quoted one"}`, 'quoted one'],
  [String.raw`{"body":"{\"newPassword\":\"hunter2\",\"x\":1}"}`, 'hunter2'],
  ["{ currentPassword: 'hunter2' }", 'hunter2'],
  ['password=hunter2&next=1', 'hunter2'],
  ['Passwort: hunter2', 'hunter2'],
  ['PGPASSWORD=hunter2 psql', 'hunter2'],
  ["ALTER USER ada PASSWORD 'hunter2'", 'hunter2'],
  ["CREATE USER x IDENTIFIED BY 'hunter2'", 'hunter2'],
  ['mysql --password hunter2', 'hunter2'],
  ['basalt --token=hunter2', 'hunter2'],
  ['passphrase is "hunter2"', 'hunter2'],
  // Connection strings
  ['connect postgres://ada:p@ss/word@db.harbour.example:5432/shop failed', 'ada', 'word', 'harbour'],
  ['mysql://root:secret1@10.0.0.4/shop', 'secret1', 'root'],
  ['jdbc:sqlserver://db.harbour.example;user=sa;password=hunter2', 'hunter2', 'harbour'],
  ['mongodb+srv://ada:hunter2@cluster0.example.net', 'hunter2'],
  ['smtps://mailer:hunter2@smtp.example.com:465', 'hunter2', 'mailer'],
  ['Server=tcp:db,1433;Database=shop;User Id=sa;Password=hunter2;', 'hunter2', '=sa'],
  ['BASALT_META_URL=postgres://ada:hunter2@db/meta', 'hunter2'],
  ['{"connectionString":"Data Source=x;Pwd=hunter2"}', 'hunter2'],
  ['https://ada:hunter2@example.com/feed', 'hunter2'],
  ['redis://:hunter2@localhost:6379', 'hunter2'],
  // Tokens and keys
  ['authorization: Token abc def', 'abc', 'def'],
  ['{"authorization":"Bearer abc.def"}', 'abc.def'],
  ['Bearer abcdef123456', 'abcdef123456'],
  ['Basic YWRhOmh1bnRlcjI=', 'YWRhOmh1bnRlcjI'],
  ['Cookie: refresh=abc; other=def', 'abc', 'def'],
  ['"xc-auth": "short"', 'short'],
  ['xc-token=short', 'short'],
  ['{"masterKey":"short"}', 'short'],
  ['{"refresh_token":"short"}', 'short'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl', 'eyJ', 'c2lnbmF0dXJl'],
  ['key ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'ghp_'],
  ['AKIAIOSFODNN7EXAMPLE', 'AKIA'],
  ['sk-proj-abcdefghijk', 'abcdefghijk'],
  ['{"clientSecret":"short"}', 'short'],
  ['apiKey: short', 'short'],
  ['?token=short&x=1', 'short'],
  ['the value 4fd1c0de9b7a4e6f8a21c35d90be77aa was wrong', '4fd1c0de'],
  ['b2f5ff47-4366-11ee-be56-0242ac120002', 'b2f5ff47'],
  ['Zm9vYmFyQmF6UXV4MTIzNDU2Nzg5', 'Zm9v'],
  ['-----BEGIN PRIVATE KEY-----\nMC4CAQ\n-----END PRIVATE KEY-----', 'MC4CAQ'],
  ['otpauth://totp/Basalt:ada?secret=JBSWY3DPEHPK3PXP', 'JBSWY3DP'],
  ['setupCode: 4711-0815', '4711'],
  // Links
  ['#/nc/view/Ab3kd9', 'Ab3kd9'],
  ['/user/authentication/signup/inv-1', 'inv-1'],
  ['/auth/password/reset/short', 'short'],
  // People
  ['Ada.Lovelace+db@mail.harbour.example is unknown', 'Ada', 'harbour'],
  ['jürgen@bücher.example', 'jürgen', 'bücher'],
  ['root@localhost', 'root@'],
  ['open /home/ada/basalt/meta.sqlite', 'ada'],
  ['C:\\Users\\Ada Lovelace\\AppData\\basalt', 'Lovelace'],
  ['"C:\\\\Users\\\\Ada\\\\AppData"', 'Ada\\'],
  ['/Users/ada/Library', '/ada'],
]

describe('a redacted text', () => {
  it.each(seeded)('leaves no secret of %s', (text, ...secrets) => {
    const redacted = redactSecrets(text)
    expect(
      secrets.filter((secret) => redacted.includes(secret)),
      redacted,
    ).toEqual([])
  })

  it('leaves none where all stand in one log', () => {
    const lines = seeded.map(([text]) => JSON.stringify({ level: 50, msg: text, err: { stack: text } }))
    const redacted = redactSecrets(lines.join('\n'))
    const long = seeded.flatMap(([, ...secrets]) => secrets).filter((secret) => secret.length > 5)
    expect(redacted.split('\n').filter((line) => long.some((secret) => line.includes(secret)))).toEqual([])
    expect(redacted.split('\n')).toHaveLength(lines.length)
  })

  it.each([
    'TypeError: Cannot read properties of undefined (reading "rows")',
    '    at GridView (http://127.0.0.1:8080/dashboard/assets/GridView-Dx3k2aB1.js:12:34011)',
    '    at useAppearanceProviderContext (http://127.0.0.1:8080/dashboard/assets/DataEditorCells-Dx3k2aB1.js:1:2)',
    '{"level":30,"time":"2026-11-27T22:46:12.000Z","port":8080,"msg":"ready"}',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'tableRename succeeded',
    '/srv/project/node_modules/better-sqlite3/lib/database.js',
    'SQLITE_CONSTRAINT_FOREIGNKEY_VIOLATION_OF_TABLE',
    'author: 3 passed, 2 failed',
  ])('keeps %s', (text) => {
    expect(redactSecrets(text)).toBe(text)
  })

  it.each(['a', '"', 'password=', String.raw`\\`, '/home/', 'token ', '1a', '@', "'", '://'])(
    'is ready soon for a long line of %s',
    (part) => expect(redactSecrets(part.repeat(100_000)).length).toBeLessThan(40_000),
  )

  it('leaves no secret that the end of a long line cuts', () => {
    for (const start of ['{"password":"', "password: '", 'postgres://ada:', 'Bearer '])
      expect(redactSecrets(`${'x'.repeat(1_990 - start.length)} ${start}hunter2hunter2`)).not.toContain('hunt')
  })
})
