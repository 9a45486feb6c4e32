/** Timeout of connecting to one of several servers, so that one that is away costs little. */
export const oneOfSeveralTimeoutMs = 1_500

/** Splits `scheme://user:password@a:1,b:2/database?…` into an address for each host. */
export function urlList(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/is.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host.trim()}${after}`) : [url]
}

/**
 * Tries the servers of a cluster, the last good one first.
 *
 * @param attempt  rejects if the server is away or isn't the primary
 * @throws the error of the last attempt
 */
export async function firstGood<T, C extends object>(
  choices: readonly C[],
  attempt: (choice: C) => Promise<T>,
): Promise<T> {
  const known = lastGood.get(choices) ?? 0
  for (let turn = 0; ; turn += 1) {
    const at = (known + turn) % choices.length
    const choice = choices[at]
    if (choice === undefined) throw new Error('There is no server to choose')
    try {
      const made = await attempt(choice)
      lastGood.set(choices, at)
      return made
    } catch (error) {
      if (turn === choices.length - 1) throw error
    }
  }
}

/** Tries a server last from now on, because it fell silent. */
export function avoid<C extends object>(choices: readonly C[], server: C): void {
  const at = choices.indexOf(server)
  if (at !== -1 && (lastGood.get(choices) ?? 0) === at) lastGood.set(choices, (at + 1) % choices.length)
}

const lastGood = new WeakMap<object, number>()
