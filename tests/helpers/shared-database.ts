import { untilItWorks } from './until'

const patience = { timeout: 40_000, interval: 100 }

/**
 * Waits for a database server that starts in parallel with the tests. Returns its address; if there is none, prints the
 * reason, so that skipped tests are visible.
 *
 * @param urlVariable  environment variable with the address
 * @param failureVariable  environment variable with the reason why the server can't start
 * @param ping  rejects while the server doesn't answer
 */
export async function sharedDatabase(
  name: string,
  urlVariable: string,
  failureVariable: string,
  ping: (url: string) => Promise<void>,
): Promise<string | undefined> {
  const url = process.env[urlVariable]
  let failure = url === undefined ? `${urlVariable} is not set` : undefined
  const attempt = async (): Promise<void> => {
    failure = process.env[failureVariable]
    if (failure === undefined) await ping(url ?? '')
  }
  if (url !== undefined) await untilItWorks(attempt, patience).catch((error: unknown) => (failure = String(error)))
  if (failure === undefined) return url
  process.stderr.write(`Tests on ${name} are skipped: ${failure}\n`)
  return undefined
}
