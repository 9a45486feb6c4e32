import { mapTexts, type ApiRequest } from '@common/api-client/request'
import { secretHeaders } from '@common/api-client/secrets'
import { isVariableName, variableNameMax, variablePlaces } from '@common/variables'
import type { ImportedRequest, ImportedVariable } from './types'

/** Makes variables of the secrets of requests: stored requests hold none. */
export interface SecretCollector {
  /** Returns the placeholder of a secret. Texts with placeholders of their own stay. */
  readonly place: (name: string, secret: string) => string
  readonly variables: () => readonly ImportedVariable[]
}

/** @param own  variables of the document */
export function collectSecrets(own: readonly ImportedVariable[]): SecretCollector {
  const variables = new Map<string, ImportedVariable>()
  for (const variable of own)
    if (isVariableName(variable.name) && !variables.has(variable.name)) variables.set(variable.name, variable)
  return {
    place: (wanted, secret) => {
      if (secret === '' || variablePlaces(secret).length > 0) return secret
      const known = [...variables.values()].find(({ isSecret, value }) => isSecret && value === secret)
      const name = known?.name ?? freeName(wanted, variables)
      variables.set(name, { name, value: secret, isSecret: true })
      return `{{${name}}}`
    },
    variables: () => [...variables.values()],
  }
}

/** Makes a variable of a header that proves who the sender is, such as `Authorization: Bearer abc`. */
export function headerPlace(secrets: SecretCollector, name: string, value: string): string {
  if (!secretHeaders.has(name.trim().toLowerCase())) return value
  const [, scheme = '', secret = ''] = /^([A-Za-z]+ )?(.*)$/s.exec(value.trim()) ?? []
  return scheme + secrets.place(name.trim().replaceAll(/[^\p{L}\p{N}_-]/gu, ''), secret)
}

/** Renames variables whose names the project uses for others, in the requests too. */
export function renameTaken(
  requests: readonly ImportedRequest[],
  variables: readonly ImportedVariable[],
  taken: { readonly has: (name: string) => boolean },
): { readonly requests: ImportedRequest[]; readonly variables: ImportedVariable[] } {
  const names = new Map<string, string>()
  const all = new Set(variables.map(({ name }) => name))
  for (const { name } of variables) {
    const free = taken.has(name) ? freeName(name, { has: (each) => taken.has(each) || all.has(each) }) : name
    all.add(free)
    names.set(name, free)
  }
  const renamed = (text: string): string =>
    variablePlaces(text)
      .toReversed()
      .reduce(
        (done, { name, from, to }) => `${done.slice(0, from)}{{${names.get(name) ?? name}}}${done.slice(to)}`,
        text,
      )
  return {
    requests: requests.map(({ path, request }): { path: string; request: ApiRequest } => ({
      path,
      request: mapTexts(request, renamed),
    })),
    variables: variables.map((variable) => ({ ...variable, name: names.get(variable.name) ?? variable.name })),
  }
}

function freeName(wanted: string, taken: { readonly has: (name: string) => boolean }): string {
  const base = isVariableName(wanted) ? wanted : 'secret'
  let free = base
  for (let number = 2; taken.has(free); number += 1) free = `${base.slice(0, variableNameMax - 4)}${number}`
  return free
}
