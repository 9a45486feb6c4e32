import { useEffect, useState } from 'react'

/** Returns the current time to the minute, so that "2 minutes ago" stays correct on an open page. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
