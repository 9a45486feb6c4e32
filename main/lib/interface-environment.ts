import {
  maxTablesDefault,
  maxTabsDefault,
  userPollRetriesDefault,
  userPollSecondsDefault,
  userPollSecondsMax,
} from '@common/constants'
import { message, type MessageParam } from '@common/messages'
import type { InterfaceRules } from '@common/model/interface-rules'
import { yesOrNo } from './yes-or-no'

export const defaultInterfaceRules: InterfaceRules = {
  darkTheme: true,
  maxTables: maxTablesDefault,
  maxTabs: maxTabsDefault,
  disableGA: true,
  disableTelemetry: true,
  userPollSeconds: userPollSecondsDefault,
  userPollRetries: userPollRetriesDefault,
}

/**
 * Reads the rules of the page from `BASALT_DARK_THEME`, `BASALT_MAX_TABLES`, `BASALT_MAX_TABS`, `BASALT_DISABLE_GA`,
 * `BASALT_DISABLE_TELEMETRY`, `BASALT_USER_POLL_SECONDS` and `BASALT_USER_POLL_RETRIES`.
 *
 * @param wrongValue  makes the error of a value that can't be used
 */
export function interfaceFromEnvironment(
  environment: NodeJS.ProcessEnv,
  wrongValue: (name: string, expected: MessageParam, value: string) => Error,
): InterfaceRules {
  const number = (name: string, usual: number, min: number, max: number): number => {
    const text = environment[name]?.trim() ?? ''
    if (text === '') return usual
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    throw wrongValue(name, message('server.numberBetween', { min, max }), text)
  }
  const isYes = (name: string, usual: boolean): boolean => yesOrNo(name, environment, usual, wrongValue)
  const usual = defaultInterfaceRules
  return {
    darkTheme: isYes('BASALT_DARK_THEME', usual.darkTheme),
    maxTables: number('BASALT_MAX_TABLES', usual.maxTables, 1, maxTablesDefault),
    maxTabs: number('BASALT_MAX_TABS', usual.maxTabs, 1, maxTabsDefault),
    disableGA: isYes('BASALT_DISABLE_GA', usual.disableGA),
    disableTelemetry: isYes('BASALT_DISABLE_TELEMETRY', usual.disableTelemetry),
    userPollSeconds: number('BASALT_USER_POLL_SECONDS', usual.userPollSeconds, 1, userPollSecondsMax),
    userPollRetries: number('BASALT_USER_POLL_RETRIES', usual.userPollRetries, 0, 1_000),
  }
}
