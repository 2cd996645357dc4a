/** What every tab of the studio is given. */
import type { User } from '#contract/auth/auth.ts'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import type { StudioRange } from '../../machines/studio/studio.machine.ts'
export type StudioTabProps = {
  readonly user: User
  /** As the server said when the studio was opened. */
  readonly details: ConnectorDetails
  /** The time that the studio looks at; it stands in the address. */
  readonly range: StudioRange
}

export type UniverseTabProps = StudioTabProps & {
  /** All figures of that time, of one instant; null until they were read. */
  readonly reading: ConnectorReading | null
}
