export const cronTabId = 'cron'
