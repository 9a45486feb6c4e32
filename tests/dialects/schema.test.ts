import { describeEngines } from '@tests/helpers/engines'
import { describeSchema } from './schema-suite'

await describeEngines('Schema', (engine) =>
  describeSchema(engine.open, { viewsForgetNames: engine.dialect === 'mysql' }),
)
