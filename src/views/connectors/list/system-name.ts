import { systemNameOf } from '#contract/connectors/config/system-name.ts'
import type { OverviewItem } from '#contract/connectors/list/connector-overview.ts'
import { connectorStatusMessages } from '../details/connector-status.messages.ts'

/**
 * "HubSpot", "Shop", "PostgreSQL"; for a side without an address, that it has none yet.
 * @param side of a connector, as lists have it.
 */
export const systemName = (side: Pick<OverviewItem['source'], 'url' | 'type'>): string =>
  systemNameOf(side) ?? connectorStatusMessages.noAddress
