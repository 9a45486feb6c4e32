import type * as Pg from 'pg'
import { lazyPackage } from '@main/lib/lazy-package'

/** The driver; most servers open no PostgreSQL and never load it. */
export const driver = lazyPackage<typeof Pg>('pg')
