/** Where a side reads or writes, in the words of lists and cards. */

import { withoutEnd } from '../../kit/without-end.ts'
import type { DestinationConfig, SourceConfig } from './config.ts'

type Side = Pick<SourceConfig | DestinationConfig, 'type' | 'url' | 'databaseConfig' | 'azureConfig' | 'natsConfig'>

/** What stands for the source of a connector with a hook. */
export const hookAddress = 'Events of its hook'

/** An http address; `engine host:port/database table`; endpoint, container and prefix; `nats host:port/stream subject`. Undefined when none is given yet. */
export function addressOf({ type, url, databaseConfig: rows, azureConfig: blobs, natsConfig: nats }: Side): string | undefined {
  const port = rows?.port === undefined ? '' : `:${rows.port}`
  const database = rows && `${rows.engine} ${rows.host}${port}/${rows.database} ${rows.table ?? 'query'}`
  const azure = blobs && `${withoutEnd(blobs.endpoint, '/')}/${blobs.container}/${blobs.prefix ?? ''}`
  const natsPort = nats?.port === undefined ? '' : `:${nats.port}`
  const stream = nats && `nats ${nats.host}${natsPort}/${nats.stream} ${nats.subject ?? ''}`.trim()
  return { http: url, database, azure, nats: stream }[type]
}
