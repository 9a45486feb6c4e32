/** Rules that the start of the server gives to the page (S1 §3, §4). */
export interface InterfaceRules {
  /** False locks the dark theme. */
  readonly darkTheme: boolean
  /** Tables that a project lists. */
  readonly maxTables: number
  /** Tabs that a window holds. */
  readonly maxTabs: number
  readonly disableGA: boolean
  readonly disableTelemetry: boolean
  /** Interval in which a window asks for its user. */
  readonly userPollSeconds: number
  /** Consecutive responses 504 after which the window forgets its user. */
  readonly userPollRetries: number
}
