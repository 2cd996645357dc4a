/** The logo of whoever operates the installation: it stands on invoices. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../../platform/database/tables/tables.ts'

/** Bytes. A larger one would make each invoice heavy. */
const logoMax = 150_000

/** PNG or JPEG; null where there is none that can be printed. */
export async function findLetterhead(db: Kysely<Tables>): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select l.bytes from company_logos l join users u on u.company_id = l.company_id
    where u.role = 'SUPER_ADMIN' and l.media_type in ('image/png', 'image/jpeg') and octet_length(l.bytes) <= ${logoMax}
    order by u.created_at limit 1`.execute(db)
  return rows[0] === undefined ? null : Buffer.from(rows[0].bytes)
}
