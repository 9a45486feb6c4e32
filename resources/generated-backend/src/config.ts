import { existsSync } from 'node:fs'

export interface Config {
  readonly databaseUrl: string
  readonly host: string
  readonly port: number
  readonly apiToken: string | undefined
}

/** Reads the settings from the environment, and from `.env` if there is one. @throws Error naming what is missing */
export function readConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile()
  const { DATABASE_URL: databaseUrl, HOST: host = '127.0.0.1', PORT: port = '3000', API_TOKEN: apiToken } = process.env
  if (!databaseUrl) throw new Error('Set DATABASE_URL, as .env.example shows')
  return { databaseUrl, host, port: Number(port), apiToken: apiToken || undefined }
}
