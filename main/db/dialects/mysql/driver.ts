import type * as Mysql from 'mysql2'
import { lazyPackage } from '@main/lib/lazy-package'

/** The driver; most servers open no MySQL and never load it. */
export const driver = lazyPackage<typeof Mysql>('mysql2')
