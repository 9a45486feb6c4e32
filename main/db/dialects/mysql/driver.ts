import type * as Mysql from 'mysql2'
import { lazyPackage } from '@main/lib/lazy-package'

/** The driver, loaded only by servers that open MySQL. */
export const driver = lazyPackage<typeof Mysql>('mysql2')
