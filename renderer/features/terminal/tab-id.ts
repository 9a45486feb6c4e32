/** Id of the tab kind. */
export const terminalTabId = 'terminal'
