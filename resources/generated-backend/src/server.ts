import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { connect } from './engine.ts'

const { databaseUrl, host, port, apiToken } = readConfig()
const app = buildApp({ db: connect(databaseUrl), apiToken, logger: true })
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void app.close())
await app.listen({ host, port })
