import { noRoute } from '#contract/connectors/config/routes/routes.ts'
import type { DestinationSums } from '#contract/connectors/runs/destination-sums.ts'
import { systemName } from '../../list/system-name.ts'
import { destinationMessages as messages } from './destination.messages.ts'

/** What people call a destination; where it has no name, its system. */
export function destinationName({ id, name, address }: Pick<DestinationSums, 'id' | 'name' | 'address'>): string {
  if (name !== null) return name
  if (id === noRoute) return messages.none
  return address === null ? messages.removed(id) : systemName({ url: address, type: 'http' })
}
