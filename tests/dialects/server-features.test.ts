import { connectionSettings, type ServerKind } from '@common/model/connection'
import { serverDrivers } from '@main/db/pool'
import { engineProject, engines, reasonToSkip } from '@tests/helpers/engines'
import { expect, it } from 'vitest'

const places = []
for (const engine of engines)
  if (['postgres', 'mysql'].includes(engine.dialect) && (await reasonToSkip(engine)) === undefined) places.push(engine)

it.each(places)('$name lacks nothing, and keeps nothing of the questions', async (engine) => {
  const opened = await engine.open()
  const [, args] = engineProject(engine, opened)
  const settings = connectionSettings.parse('settings' in args ? args.settings : {})
  const driver = serverDrivers[engine.dialect as ServerKind]
  expect(await driver?.lacks?.({ settings })).toEqual([])
  const { database } = opened
  expect(database.notices !== undefined).toBe(engine.dialect === 'postgres')
  expect(await database.dialect.introspect.listTables(database)).toEqual([])
  await opened.drop()
})
