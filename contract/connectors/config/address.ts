/** Where a side reads or writes, in the words of lists and cards. */

import { withoutEnd } from '../../kit/without-end.ts'
import type { DestinationConfig, SourceConfig } from './config.ts'

type Side = Pick<SourceConfig | DestinationConfig, 'type' | 'url' | 'databaseConfig' | 'azureConfig'>

/** What stands for the source of a connector with a hook. */
export const hookAddress = 'Events of its hook'

/** An http address; `engine host:port/database table`; endpoint, container and prefix. Undefined when none is given yet. */
export function addressOf({ type, url, databaseConfig: rows, azureConfig: blobs }: Side): string | undefined {
  const port = rows?.port === undefined ? '' : `:${rows.port}`
  const database = rows && `${rows.engine} ${rows.host}${port}/${rows.database} ${rows.table ?? 'query'}`
  const azure = blobs && `${withoutEnd(blobs.endpoint, '/')}/${blobs.container}/${blobs.prefix ?? ''}`
  return { http: url, database, azure }[type]
}
