import { describeEngines } from '@tests/helpers/engines'
import { describeDataApi } from './data-api-suite'

await describeEngines('Rows', describeDataApi)
