import type * as Pg from 'pg'
import { lazyPackage } from '@main/lib/lazy-package'

/** The driver, loaded only by servers that open PostgreSQL. */
export const driver = lazyPackage<typeof Pg>('pg')
