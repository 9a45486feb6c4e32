import { expect, it } from 'vitest'
import { openServerDatabase } from '@main/features/projects/server-databases'
import { describeEngines } from '@tests/helpers/engines'

await describeEngines('closed databases', (engine) => {
  it('say that Basalt has closed them, not that the server is at fault', async () => {
    const { database, drop } = await engine.open()
    const servers = { open: async () => database, failureOf: () => 'unknown' as const }
    const settings = { kind: 'postgres', host: '127.0.0.1', port: 1, user: 'u', database: 'd' }
    const named = await openServerDatabase(servers, { settings } as never, 'Shop')
    await named.close()
    const reason = { key: 'connectionFailures.closedHere', params: {} }
    const read = named.read({ sql: 'SELECT 1', params: [] })
    await expect(read).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE', details: { name: 'Shop', reason } })
    await drop()
  })
})
