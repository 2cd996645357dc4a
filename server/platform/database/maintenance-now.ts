import { sql } from 'kysely'

/** What the company `c` says while it is in maintenance, switched or planned; null while it is not. */
export const maintenanceNow = sql<string | null>`maintenance_now(c)`
